// Where ours is not the browser's: what script cannot do, and what is better otherwise.

/** What no row asks of a filled-in context. @type {[what: string, why: string][]} */
export const unreachable = [
  ["isTrusted of toolchange, toolactivated, toolcancel, input and change", "Events that script dispatches are never trusted."],
  [
    ":tool-form-active and :tool-submit-active",
    "Script cannot make pseudo-classes match: data-tool-form-active and data-tool-submit-active stand for them, in rules read again too.",
  ],
  [
    'the permissions policy "tools" (NotAllowedError in frames without allow="tools", for Permissions-Policy: tools=())',
    "Script cannot read its own policy for a feature the browser does not know; a parent asks only frames that it allows.",
  ],
  [
    "preventDefault() after an await in a submit handler",
    "A submission that script starts ends its dispatch before microtasks run; the default action has happened by then.",
  ],
  ["tools of about:blank and other frames without the library", "There is no script in them."],
  ["execute() that gives a Symbol, and aborting the first of two calls of one form", "The browser crashes; here the call is rejected."],
  ["two calls of one form", "The browser lets the first hang for ever; here the second is rejected at once and says why."],
  [
    "1.5e300 typed into a control as 1.50000e+300",
    "The browser writes six digits and loses the rest; here it is JavaScript's text of the number.",
  ],
  ["a form that the browser drops when another of the same name is renamed", "A bug; here the first form keeps its tool."],
];

/** Firefox's words for what Chromium's engine says. @type {[RegExp, string][]} */
const words = [
  [/Converting circular structure to JSON\n.*\n.*closes the circle/g, "cyclic object value"],
  [/Do not know how to serialize a BigInt/g, "BigInt value can't be serialized in JSON"],
  [/signal is aborted without reason/g, "The operation was aborted. "],
  [/signal timed out/g, "The operation timed out."],
  [/Cannot set property modelContext of #<Document> which has only a getter/g, 'setting getter-only property "modelContext"'],
  [/Please enter a valid value\. The two/g, "Please select a valid value. The two"],
  [/\u202f/g, " "],
  [/Please include an '@' in the email address\. 'nope' is missing an '@'\./g, "Please enter an email address."],
];

/** An outcome as Firefox puts it. @param {string} outcome */
export function inFirefox(outcome) {
  return words.reduce((text, [theirs, ours]) => text.replace(theirs, ours), outcome);
}
