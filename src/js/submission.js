// The submit event as the page's scripts know it, with what an agent's call adds to it.

import { agent, FormCall, invoked } from "./form/call.js";

let warned = false;

/**
 * Gives submit events `agentInvoked` and `respondWith`, and hears of submissions by script. Gives what takes it all away again.
 * @returns {() => void}
 */
export function extendSubmission() {
  const Native = SubmitEvent;
  const form = HTMLFormElement.prototype;
  const { submit, requestSubmit } = form;
  /** @param {unknown} event */
  const check = (event) => {
    if (!(event instanceof Event) || !("submitter" in event)) throw new TypeError("Illegal invocation");
  };
  const members = {
    get agentInvoked() {
      check(this);
      return !!agent(/** @type {any} */ (this));
    },
    /** @this {any} @param {unknown} value */
    respondWith(value) {
      check(this);
      const failed = "Failed to execute 'respondWith' on 'SubmitEvent': ";
      // biome-ignore lint/complexity/noArguments: an explicit undefined counts as given
      if (!arguments.length) throw new TypeError(`${failed}1 argument required, but only 0 present.`);
      /** @param {string} problem */
      const refuse = (problem) => {
        throw new DOMException(failed + problem, "InvalidStateError");
      };
      const call = agent(this);
      if (!(call instanceof FormCall)) return refuse("You can only call respondWith on an submit event that has agentInvoked == true.");
      if (!this.defaultPrevented) refuse("To call respondWith, you must first call preventDefault.");
      if (call.answer(value)) return;
      const fix = "Call respondWith(promise) at once in the submit handler, and do what takes time inside of that promise.";
      if (!warned) console.warn(`respondWith() came too late. ${fix}`);
      warned = true;
      refuse(`To call respondWith, the event must be currently being dispatched. ${fix}`);
    },
  };
  const added = !("agentInvoked" in Native.prototype);
  if (added) Object.defineProperties(Native.prototype, Object.getOwnPropertyDescriptors(members));
  const Extended = new Proxy(Native, {
    construct(target, given, made) {
      const event = Reflect.construct(target, given, made);
      if (given[1]?.agentInvoked) invoked.set(event, true);
      return event;
    },
  });
  window.SubmitEvent = Extended;
  const patched = {
    /** @this {HTMLFormElement} */
    submit() {
      FormCall.left(this);
      return submit.call(this);
    },
    /** @this {HTMLFormElement} @param {HTMLElement | null} [submitter] */
    requestSubmit(submitter = undefined) {
      FormCall.requested(this);
      return requestSubmit.call(this, submitter);
    },
  };
  Object.assign(form, patched);
  addEventListener("submit", agent, true);
  return () => {
    removeEventListener("submit", agent, true);
    if (added) for (const name of Object.keys(members)) delete (/** @type {any} */ (Native.prototype)[name]);
    if (window.SubmitEvent === Extended) window.SubmitEvent = Native;
    if (form.submit === patched.submit) form.submit = submit;
    if (form.requestSubmit === patched.requestSubmit) form.requestSubmit = requestSubmit;
  };
}
