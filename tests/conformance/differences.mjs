// Where ours is not the browser's: what script cannot do, and what is better otherwise. Every row named here is in the suite;
// the rest is in no row, because it cannot be.

/** Rows whose outcome differs, and why. @type {Record<string, string>} */
export const differing = {};

/** What no row asks of a filled-in context. @type {[what: string, why: string][]} */
export const unreachable = [
  ["isTrusted of toolchange, toolactivated, toolcancel, input and change", "Events that script dispatches are never trusted."],
  [":tool-form-active and :tool-submit-active", "Script cannot make pseudo-classes match: data-tool-form-active and data-tool-submit-active stand for them, in rules read again too."],
  ["the permissions policy \"tools\" (NotAllowedError in frames without allow=\"tools\", for Permissions-Policy: tools=())", "Script cannot read its own policy for a feature the browser does not know; a parent asks only frames that it allows."],
  ["preventDefault() after an await in a submit handler", "A submission that script starts ends its dispatch before microtasks run; the default action has happened by then."],
  ["tools of about:blank and other frames without the library", "There is no script in them."],
  ["execute() that gives a Symbol, and aborting the first of two calls of one form", "The browser crashes; here the call is rejected."],
  ["two calls of one form", "The browser lets the first hang for ever; here the second is rejected at once and says why."],
  ["1.5e300 typed into a control as 1.50000e+300", "The browser writes six digits and loses the rest; here it is JavaScript's text of the number."],
  ["a form that the browser drops when another of the same name is renamed", "A bug; here the first form keeps its tool."],
];
