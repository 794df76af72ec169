// What frames of other origins ask of this one.

import { ownEntry } from "./entries.js";
import { KEY } from "./frames.js";
import { call } from "./run.js";
import { current } from "./state.js";
import { later } from "./tasks.js";

/** @param {MessageEvent} event */
export function serveForeign({ data, origin, ports: [port] }) {
  const asked = data?.[KEY];
  const at = current;
  if (!asked || !at || origin === self.origin) return;
  if (asked.changed) later(at.tell);
  if (!port) return;
  const shown = [...at.state.own.values()].filter(({ exposed }) => exposed.includes(origin));
  if (asked.list) port.postMessage(shown.map(ownEntry).map(({ window: _, ...rest }) => rest));
  if (!asked.call) return;
  const [name, written] = asked.call;
  if (!shown.some((own) => own.name === name)) return port.postMessage({});
  const controller = new AbortController();
  port.onmessage = () => controller.abort();
  port.postMessage({ started: true });
  call(at.host, name, written, controller.signal).then(
    (value) => port.postMessage({ value }),
    (error) => port.postMessage({ failed: error.message }),
  );
}
