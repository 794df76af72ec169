// An agent's eyes and hands on the page: what a relay's page commands and the page's own opt-in tools do. A module of its own, loaded
// when the first of them is wanted.
export { pageCommand, startCapture, stopCapture } from "./commands.js";
export { pageTools } from "./tools.js";
