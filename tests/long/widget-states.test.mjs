// Every state of the gallery in the looks that npm test leaves out. WEBMCP_REFERENCES=write renews the references; look at them first.
import { createWorld } from "../e2e/helpers.mjs";
import { everyState } from "../e2e/widget/states.mjs";

const world = createWorld({ relay: false });

everyState(world, { language: "en", scheme: "dark" });
everyState(world, { language: "es", scheme: "light" });
