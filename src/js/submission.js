// A call of a form: submitting it for real, or waiting for its user to, and what the page answers through the submit event.

import { bare } from "./forms.js";

const NAVIGATION = Symbol.for("webmcp-wasm.navigation");

/** Every failure of a form's call. @param {string} message */
export const failure = (message) => new DOMException(message, "UnknownError");

/** @type {WeakMap<EventTarget, FormCall>} */
const calls = new WeakMap();
/** @type {WeakMap<Event, FormCall | true>} submit events that an agent is behind, and those that say so of themselves */
const invoked = new WeakMap();
let warned = false;

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

/**
 * What an agent hears of a submission that the page did not answer: what went out, and where the page goes.
 * @param {HTMLFormElement} form @param {FormData | undefined} data @param {Element | null | undefined} button
 */
export function leaving(form, data, button) {
  const { elements, getAttribute } = bare(form);
  const attribute = (/** @type {string} */ name) => button?.getAttribute(`form${name}`) || getAttribute(name) || "";
  const method = attribute("method").toLowerCase() || "get";
  const url = address(attribute("action"));
  const submitted = [...(data ?? [])].map(([name, value]) => {
    const secret = [...elements].some(
      (/** @type {any} */ control) => control.localName === "input" && control.name === name && control.type === "password",
    );
    return [name, secret ? "•••" : typeof value === "string" ? value : value.name];
  });
  if (method === "get" && url) url.search = String(new URLSearchParams(submitted));
  const stays = method === "dialog" || !/^https?:/.test(url?.protocol ?? "") || /^(?!_self|_top|_parent)./.test(attribute("target"));
  const answer = {
    submitted: Object.fromEntries(submitted),
    ...(method !== "dialog" && url && { url: url.href, method: method.toUpperCase() }),
    note: stays ? "The form was submitted; the page stays." : "The form was submitted and the page goes to this URL: list its tools again.",
  };
  return Object.defineProperty(answer, NAVIGATION, { value: true });
}

/** An action that is no address sends the form nowhere. @param {string} action */
function address(action) {
  try {
    return new URL(action, document.baseURI);
  } catch {
    return undefined;
  }
}

/** What the form's checks say. @param {HTMLFormElement} form */
function faults(form) {
  const wrong = /** @type {any[]} */ ([...bare(form).elements]).filter((control) => control.willValidate && !control.validity.valid);
  return `Form validation failed: ${wrong.map(({ name, validationMessage }) => `${name}: ${validationMessage}. `).join("")}`;
}

/** The call that is behind a submit event. @param {Event} event @returns {FormCall | true | undefined} */
function agent(event) {
  const known = invoked.get(event);
  if (known || !event.isTrusted) return known;
  const call = event.target && calls.get(event.target);
  if (!call?.take(event)) return undefined;
  invoked.set(event, call);
  return call;
}

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

/** @type {WeakSet<Node>} */
const restyled = new WeakSet();
const ACTIVE = /:(tool-(?:form|submit)-active)\b/g;

/**
 * The parser drops rules with pseudo-classes that it does not know. They are read again from the text, for the attributes that
 * stand for them here; only what is near this form's root, once, and when a form first is active.
 * @param {Document | ShadowRoot} root
 */
function restyle(root) {
  for (const node of root.querySelectorAll("style,link[rel~=stylesheet]")) {
    if (restyled.has(node)) continue;
    restyled.add(node);
    const { href, media } = /** @type {HTMLLinkElement} */ (node);
    if (!href) adopt(root, node.textContent, media);
    else if (address(href)?.origin === location.origin) {
      fetch(href)
        .then((response) => response.text())
        .then(
          (text) => adopt(root, text, media),
          () => {},
        );
    }
  }
}

/** @param {Document | ShadowRoot} root @param {string} text @param {string} media */
function adopt(root, text, media) {
  if (text.search(ACTIVE) < 0) return;
  const sheet = new CSSStyleSheet({ media });
  sheet.replaceSync(text.replace(ACTIVE, "[data-$1]"));
  prune(sheet);
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
}

/** Keeps the rules that were lost, and the groups around them. @param {any} rules */
function prune(rules) {
  for (let index = rules.cssRules.length - 1; index >= 0; index--) {
    const rule = rules.cssRules[index];
    if (rule.selectorText?.includes("[data-tool-")) continue;
    if (rule.cssRules) prune(rule);
    if (!rule.cssRules?.length || rule.selectorText) rules.deleteRule(index);
  }
}
