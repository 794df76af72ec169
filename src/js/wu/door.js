// A wu door: who may come in, and each command through the page's one way of calling.
import initWasm, { admit, mutates, WuLink } from "wu-glue";
import text from "wu-text";
import { startCapture, stopCapture } from "../page/index.js";
import { fromText } from "../text.js";
import { commands } from "./commands.js";
import { Framework } from "./framework.js";
import { EventLog } from "./log.js";
import { ending, failure, hostOf, read } from "./options.js";

/** @type {Promise<unknown> | undefined} */
let loading;

function loaded() {
  loading ??= initWasm({ module_or_path: fromText(text) }).catch((/** @type {unknown} */ error) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

/**
 * Connects a page to a wu relay; resolves when the relay is there and has accepted the token.
 * @param {import("../types.js").WebMCP} page @param {string} server @param {unknown} given
 * @param {(told: import("../annex.js").Told) => void} tell
 * @param {AbortSignal} signal ends the connection, whatever it is doing
 * @returns {Promise<void>}
 */
export async function openWu(page, server, given, tell, signal) {
  const options = read(given);
  const host = hostOf(server);
  await loaded();
  signal.throwIfAborted();
  const warning = allowed(host, options);

  const framework = new Framework(options);
  const log = new EventLog(page, framework);
  const table = commands(page, framework, log, options.routes);
  startCapture();
  const shown = (/** @type {Event} */ { type }) => link.shown(type === "pageshow");
  for (const type of ["pageshow", "pagehide"]) addEventListener(type, shown);
  let warned = false;
  let ended = false;
  let settle = { resolve() {}, reject(/** @type {unknown} */ _reason) {} };
  const ready = /** @type {Promise<void>} */ (
    new Promise((resolve, reject) => {
      settle = { resolve: () => resolve(), reject };
    })
  );

  const link = new WuLink(server, run, (status, code, detail = "") => {
    if (status === "connected") {
      if (warning && !warned) tell({ message: warning });
      warned = true;
      settle.resolve();
    }
    if (status !== "disconnected") return tell({ status });
    if (code) {
      const reason = ending(code, server, detail);
      tell({ status, code, message: reason.message });
      settle.reject(reason);
    }
    // Off the stack of the link, which is still at work.
    queueMicrotask(end);
  });
  signal.addEventListener("abort", () => {
    link.disconnect();
    end();
  });
  link.connect(options.token);
  return ready;

  function end() {
    if (ended) return;
    ended = true;
    stopCapture();
    log.close();
    for (const type of ["pageshow", "pagehide"]) removeEventListener(type, shown);
  }

  /**
   * What a command gives; rejects with the refusal.
   * @param {string} command @param {unknown} params @param {string | undefined} permission
   */
  async function run(command, params, permission) {
    if (params !== undefined && (params === null || typeof params !== "object" || Array.isArray(params))) {
      throw new Error(`${command}: params must be an object`);
    }
    const given = /** @type {Record<string, any>} */ (params ?? {});
    const time = Date.now();
    log.attach();
    const answer = await call(command, given, permission);
    if (mutates(command)) framework.audit({ operation: command, params: given, time, ...answer.audit });
    if (answer.refusal !== undefined) throw new Error(answer.refusal);
    return answer.result;
  }

  /** @param {string} action @param {any} args @param {string | undefined} permission */
  async function runAction(action, args, permission) {
    const tool = page.tools().find(({ name }) => name === action);
    if (tool?.enabled === false) return failed(`The tool "${action}" is switched off on this page, by its user or by an agent.`);
    // Not granted, it is refused in the tool's name, as any call is.
    const granted = !permission || page.permissions[permission];
    return page.execute(granted || !tool ? action : { name: action, permissions: permission }, granted ? args : {}, { door: "wu" });
  }

  /**
   * @param {string} command @param {Record<string, any>} params @param {string | undefined} permission
   * @returns {Promise<{result?: unknown, refusal?: string, audit: {outcome: "ok" | "error", reason?: string}}>}
   */
  async function call(command, params, permission) {
    if (command === "execute_action") {
      // An action is one of the page's tools: its own call, with one line in the audit log. The door grants or denies it.
      const { action, params: args = {} } = params;
      if (typeof action !== "string") return denied("execute_action: action must be a string");
      const answer = await runAction(action, args, permission).catch(failed);
      if (answer.success) return { result: { action, success: true, result: answer.result ?? null }, audit: { outcome: "ok" } };
      return { result: { action, success: false, reason: answer.reason }, audit: { outcome: "error", reason: answer.reason } };
    }
    const { schema, act } = /** @type {import("./commands.js").Command} */ (table[command]);
    const answer = await page
      .execute({ name: `wu_${command}`, inputSchema: schema, permissions: permission ? [permission] : [], execute: act }, params, {
        door: "wu",
      })
      .catch(failed);
    return answer.success ? { result: answer.result ?? null, audit: { outcome: "ok" } } : denied(answer.reason);
  }
}

/** @param {string} reason */
const denied = (reason) => ({ refusal: reason, audit: { outcome: /** @type {const} */ ("error"), reason } });

/** @param {any} error @returns {{success: false, reason: string}} */
const failed = (error) => ({ success: false, reason: error?.message ?? String(error) });

/** A warning for the page's author, if any. @param {string} host @param {{token: string, allowInsecure: boolean}} options @returns {string | undefined} */
function allowed(host, { token, allowInsecure }) {
  try {
    return admit(location.hostname, host, token, allowInsecure);
  } catch (reason) {
    throw failure(String(reason), "SecurityError", "insecure");
  }
}
