// Runs in the page: every row does something with `document.modelContext` and says in one string what came of it.

import { rows as events } from "./rows/events.js";
import { rows as execute } from "./rows/execute.js";
import { rows as changes } from "./rows/form-changes.js";
import { rows as fill } from "./rows/form-fill.js";
import { rows as pending } from "./rows/form-pending.js";
import { rows as result } from "./rows/form-result.js";
import { rows as formSchema } from "./rows/form-schema.js";
import { rows as which } from "./rows/form-which.js";
import { rows as frames } from "./rows/frames.js";
/** @typedef {import("./rows/kit.js").Row} Row */
import { Kit } from "./rows/kit.js";
import { rows as list } from "./rows/list.js";
import { rows as register } from "./rows/register.js";
import { rows as schema } from "./rows/schema.js";
import { rows as shape } from "./rows/shape.js";

/** @type {Record<string, Row[]>} */
const groups = { shape, register, schema, list, execute, events, frames, which, formSchema, changes, fill, result, pending };

/** @param {string} [only] part of a row's name @returns {Promise<Record<string, string>>} row -> outcome */
export async function run(only = "") {
  /** @type {Record<string, string>} */
  const outcomes = {};
  for (const [group, rows] of Object.entries(groups)) {
    for (const [name, act] of rows) {
      const row = `${group}: ${name}`;
      if (!row.includes(only)) continue;
      if (row in outcomes) throw new Error(`Two rows are called ${row}`);
      const kit = new Kit();
      const late = new Promise((done) => setTimeout(done, 4000, "TIMEOUT"));
      outcomes[row] = await Promise.race([
        Promise.resolve(act(kit)).then(String, (error) => `the row itself threw ${error?.stack ?? error}`),
        late,
      ]);
      await kit.clean();
    }
  }
  return outcomes;
}
