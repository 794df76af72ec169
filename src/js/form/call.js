// A call of a form: submitting it for real, or waiting for its user to, and what the page answers through the submit event.

import { bare } from "../forms.js";
import { failure, faults, leaving } from "./answer.js";
import { restyle } from "./styles.js";

/** @type {WeakMap<EventTarget, FormCall>} */
const calls = new WeakMap();
/** @type {WeakMap<Event, FormCall | true>} submit events that an agent is behind, and those that say so of themselves */
export const invoked = new WeakMap();

/** One call of one form, from filling on. */
export class FormCall {
  /** @type {(value: unknown) => void} */
  #resolve = () => {};
  /** @type {(reason: unknown) => void} */
  #reject = () => {};
  #listening = new AbortController();
  /** @type {Event | undefined} the submit event, once there is one */
  #event;
  /** Whether the event may be answered: while it is dispatched, and in the microtasks of its listeners. */
  #open = false;
  /** @type {{ value: unknown } | undefined} */
  #answer;
  /** @type {FormData | undefined} */
  #data;
  /** @type {Event | undefined} the click that would submit the form, while it is dispatched */
  #attempt;
  #settled = false;

  /** Whether the form has a call that is not over. @param {HTMLFormElement} form */
  static busy(form) {
    return calls.has(form);
  }

  /** @param {HTMLFormElement} form @param {string} reason */
  static cancel(form, reason) {
    const call = calls.get(form);
    if (call) call.#fail(reason);
  }

  /** The button that a call submits with. @param {HTMLFormElement} form @returns {any} */
  static submitter(form) {
    const { elements, querySelectorAll } = bare(form);
    const buttons = /** @type {any[]} */ ([...elements, ...querySelectorAll("input[type=image]")]).filter(
      (control) => /^(button|input)$/.test(control.localName) && /^(submit|image)$/.test(control.type) && !control.matches(":disabled"),
    );
    return buttons.sort((a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_PRECEDING ? 1 : -1))[0] ?? null;
  }

  /**
   * @param {HTMLFormElement} form
   * @param {boolean} auto whether to submit at once; else its user does
   * @param {AbortSignal | undefined} signal
   * @param {(type: "toolactivated" | "toolcancel") => void} tell
   */
  constructor(form, auto, signal, tell) {
    this.form = form;
    this.submitter = FormCall.submitter(form);
    /** @type {Promise<unknown>} */
    this.result = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    calls.set(form, this);
    signal?.addEventListener(
      "abort",
      () => {
        if (this.#settled) return;
        // The caller knows already; what the agent's answer would have been nobody hears.
        this.#end();
        tell("toolcancel");
        this.#reject(signal.reason);
      },
      { signal: this.#listening.signal },
    );
    try {
      this.#listen();
      if (auto) this.#submit(tell);
      else this.#wait(tell);
    } catch (thrown) {
      // Else the form would be busy for good.
      if (this.#end()) this.#reject(thrown);
    }
  }

  /** @param {(type: "toolactivated") => void} tell */
  #submit(tell) {
    const { submitter } = this;
    const form = bare(this.form);
    if (!form.noValidate && !submitter?.formNoValidate && !form.checkValidity()) {
      tell("toolactivated");
      /** @type {any} */ (form.querySelector(":invalid:not(fieldset)"))?.focus();
      return this.#fail(faults(form));
    }
    this.#show(true);
    // Set before the page's own timers, so that it fires before them and after the microtasks.
    setTimeout(() => this.#close());
    form.requestSubmit(submitter);
    tell("toolactivated");
    const event = this.#event;
    if (!event) this.#fail("The form could not be submitted: the page removed it or disabled its submission.");
    else if (!event.defaultPrevented || this.#answer) this.#close();
  }

  /** @param {(type: "toolactivated") => void} tell */
  #wait(tell) {
    this.#show(true);
    this.submitter.focus({ preventScroll: true });
    tell("toolactivated");
    this.submitter.scrollIntoView({ block: "nearest" });
  }

  #listen() {
    const form = bare(this.form);
    const { signal } = this.#listening;
    const root = form.getRootNode();
    // In a shadow tree the window does not see it.
    form.addEventListener("submit", agent, { capture: true, signal });
    form.addEventListener(
      "formdata",
      (event) => {
        this.#data = event.formData;
      },
      { signal },
    );
    form.addEventListener(
      "reset",
      (event) => {
        queueMicrotask(() => event.defaultPrevented || this.#fail("Tool execution cancelled by a form reset"));
      },
      { signal },
    );
    // A form that does not pass its checks fires no submit event.
    root.addEventListener(
      "click",
      (event) => {
        const button = /** @type {any} */ (event.target).closest?.("button,input");
        if (button?.form === this.form && /^(submit|image)$/.test(button.type)) this.#attempts(event);
      },
      { capture: true, signal },
    );
    root.addEventListener(
      "invalid",
      ({ target }) => {
        const attempt = this.#attempt;
        if (!attempt || /** @type {any} */ (target).form !== this.form) return;
        const message = faults(form);
        queueMicrotask(() => attempt.defaultPrevented || this.#fail(message));
      },
      { capture: true, signal },
    );
  }

  /** @param {Event} event */
  #attempts(event) {
    this.#attempt = event;
    setTimeout(() => {
      this.#attempt = undefined;
    });
  }

  /** The page submits its form by script. @param {HTMLFormElement} form */
  static requested(form) {
    const call = calls.get(form);
    if (call) call.#attempts(new Event("submit"));
  }

  /** `form.submit()`: no event, no checks. @param {HTMLFormElement} form */
  static left(form) {
    const call = calls.get(form);
    if (call) queueMicrotask(() => call.#leave());
  }

  /** Takes a submit event as this call's. @param {Event} event */
  take(event) {
    if (this.#event) return false;
    this.#event = event;
    this.#open = true;
    // After the microtasks of the listeners, before their timers.
    setTimeout(() => this.#close());
    return true;
  }

  /** @param {unknown} value @returns {boolean} whether it was in time */
  answer(value) {
    if (this.#open) this.#answer = { value };
    return this.#open;
  }

  /** The submit event is over. */
  #close() {
    if (!this.#event || !this.#open || this.#settled) return;
    this.#open = false;
    if (this.#answer) {
      Promise.resolve(this.#answer.value).then(
        (value) => this.#done(value),
        (reason) => this.#end() && this.#reject(reason),
      );
    } else if (this.#event.defaultPrevented) {
      this.#fail(
        "The site has a programming error: it called preventDefault() on the 'submit' event, without also calling respondWith() with the tool result",
      );
    } else {
      this.#leave();
    }
  }

  #leave() {
    this.#done(leaving(this.form, this.#data, /** @type {any} */ (this.#event)?.submitter));
  }

  /** @param {unknown} value */
  #done(value) {
    if (this.#end()) this.#resolve(value);
  }

  /** @param {string} message */
  #fail(message) {
    if (this.#end()) this.#reject(failure(message));
  }

  /** @returns {boolean} whether the call was not over before */
  #end() {
    if (this.#settled) return false;
    this.#settled = true;
    calls.delete(this.form);
    this.#listening.abort();
    this.#show(false);
    return true;
  }

  /** What `:tool-form-active` and `:tool-submit-active` are to a browser that has them. @param {boolean} on */
  #show(on) {
    const { submitter } = this;
    const form = bare(this.form);
    if (on) restyle(/** @type {Document | ShadowRoot} */ (form.getRootNode()));
    form.toggleAttribute("data-tool-form-active", on);
    if (submitter?.type === "submit") submitter.toggleAttribute("data-tool-submit-active", on);
  }
}

/** The call that is behind a submit event. @param {Event} event @returns {FormCall | true | undefined} */
export function agent(event) {
  const known = invoked.get(event);
  if (known || !event.isTrusted) return known;
  const call = event.target && calls.get(event.target);
  if (!call?.take(event)) return undefined;
  invoked.set(event, call);
  return call;
}
