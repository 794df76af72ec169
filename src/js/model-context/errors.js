// What goes wrong, in the words of browsers.

export const TRANSIENT = "The operation failed for an unknown transient reason (e.g. out of memory).";
export const FAILED = "Tool was executed but the invocation failed. For example, the script function threw an error";

/** @param {string} message */
export const unknown = (message) => new DOMException(message, "UnknownError");
/** @param {string} message */
export const invalid = (message) => new DOMException(message, "InvalidStateError");
