// wu's commands: what each takes, and what it does. Permissions are the relay dialect's (src/relay/wu.rs); checking them and the
// parameters is the work of the page's one way of calling.

import { pageCommand } from "../page/index.js";
import { BRIDGE } from "./framework.js";

/** @typedef {{schema: object, act: (params: Record<string, any>) => unknown}} Command */

const text = { type: "string" };
const some = { type: "string", minLength: 1 };
const flag = { type: "boolean" };
const limit = { type: "integer", minimum: 1 };

/** An object's schema; what else comes is the command's own to read. @param {Record<string, object>} properties @param {string[]} required */
const takes = (properties = {}, ...required) => ({ type: "object", properties, required });

/** @type {Record<string, object>} Those that look at the page or operate it. */
const HANDS = {
  snapshot: takes({ appName: text }),
  screenshot: takes({ selector: text, quality: { type: "number", minimum: 0, maximum: 1 } }),
  click: takes({ selector: text, text, ref: text, role: text, name: text }),
  type: takes({ selector: text, text, ref: text, role: text, name: text, clear: flag, submit: flag }, "text"),
  console: takes({ level: text, limit }),
  network: takes({ method: text, status: { type: "number" }, limit }),
};

/**
 * @param {import("../types.js").WebMCP} page @param {import("./framework.js").Framework} framework
 * @param {import("./log.js").EventLog} log @param {string[] | undefined} routes
 * @returns {Record<string, Command>}
 */
export function commands(page, framework, log, routes) {
  const actions = () => page.tools().filter(({ enabled }) => enabled !== false);

  /** @type {Record<string, Command>} */
  const table = {
    status: {
      schema: takes(),
      act: async () => ({
        connected: true,
        framework: framework.wu ? "wu" : "none",
        apps: framework.apps.map(({ name }) => name),
        storeKeys: page.permissions.readStore ? await storeKeys(framework) : [],
        actionsCount: actions().length,
        eventLogSize: log.size,
      }),
    },
    list_apps: {
      schema: takes(),
      act: () => {
        if (!framework.wu) throw new Error("This page has no apps: it runs no wu framework (window.wu).");
        const { apps } = framework;
        return { apps, count: apps.length };
      },
    },
    list_events: { schema: takes({ limit }), act: ({ limit = 20 }) => log.list(limit) },
    list_actions: {
      schema: takes(),
      act: () => {
        const listed = actions().map(({ name, description, parameters }) => ({ name, description, parameters }));
        return { actions: listed, count: listed.length };
      },
    },
    get_state: {
      schema: takes({ path: text }),
      act: async ({ path = "" }) => {
        const { store } = framework;
        return { path, value: (await (path === "" ? store.get() : store.get(path))) ?? null };
      },
    },
    set_state: {
      schema: takes({ path: some, value: {} }, "path", "value"),
      act: async ({ path, value }) => {
        if (path.split(/[.[\]]/).some((/** @type {string} */ part) => ["__proto__", "prototype", "constructor"].includes(part))) {
          throw new Error(`The path "${path}" is refused: it leads to what all objects share.`);
        }
        await framework.store.set(path, value);
        return { path, value, updated: true };
      },
    },
    emit_event: {
      schema: takes({ event: some, data: {} }, "event"),
      act: ({ event, data }) => {
        if (event === BRIDGE) throw new Error(`The event "${BRIDGE}" is this door's own report.`);
        // Without a bus, those who listen to the page's WebMCP object hear it.
        if (!framework.emit(event, data)) page.emit(event, data);
        return { emitted: event, data: data ?? null };
      },
    },
    navigate: {
      schema: takes({ route: some }, "route"),
      act: async ({ route }) => {
        if (routes && !routes.includes(route)) {
          throw new Error(`This page has no route "${route}". It has: ${routes.join(", ")}`);
        }
        if (!(await framework.navigate(route))) {
          if (!routes)
            throw new Error("This page cannot navigate: it runs no wu framework (window.wu), and gave connect() no navigate or routes.");
          await goTo(new URL(route, location.href).href);
        }
        return { navigated: route };
      },
    },
    mount_app: {
      schema: takes({ appName: some, container: some }, "appName", "container"),
      act: async ({ appName, container }) => {
        known(framework, appName);
        if (!document.querySelector(container)) throw new Error(`The container "${container}" is not on this page.`);
        await framework.change("mount", appName, container);
        return { mounted: appName, container };
      },
    },
    unmount_app: {
      schema: takes({ appName: some }, "appName"),
      act: async ({ appName }) => {
        known(framework, appName);
        await framework.change("unmount", appName);
        return { unmounted: appName };
      },
    },
  };
  for (const [name, schema] of Object.entries(HANDS)) table[name] = { schema, act: (params) => pageCommand(name, params) };
  return table;
}

/** @param {string} url */
async function goTo(url) {
  const [here, there] = [location.href, url].map((address) => address.split("#")[0]);
  // The answer first where this is the end of the page.
  if (here !== there) return void setTimeout(() => location.assign(url), 50);
  if (url === location.href) return;
  const arrived = new Promise((done) => addEventListener("hashchange", done, { once: true }));
  location.assign(url);
  // What the page does about it is done when the agent hears of it.
  await arrived;
}

/** @param {import("./framework.js").Framework} framework */
async function storeKeys(framework) {
  try {
    const state = await framework.store.get();
    return state !== null && typeof state === "object" ? Object.keys(state) : [];
  } catch {
    return [];
  }
}

/** @param {import("./framework.js").Framework} framework @param {string} name */
function known(framework, name) {
  const { apps } = framework;
  // A framework that does not list its apps knows better.
  if (apps.length === 0 || apps.some((app) => app.name === name)) return;
  throw new Error(`This page has no app "${name}". It has: ${apps.map((app) => app.name).join(", ")}`);
}
