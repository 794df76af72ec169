// One state, named by the address: widget-state.html?state=connected&language=es&scheme=dark
import { show } from "./widget-states.js";

const wish = new URLSearchParams(location.search);
const text = document.getElementById("text");
if (text && wish.get("language") === "es") text.textContent = "Té sin prisa, hecho a mano.";
// Only now: the library finds the scripted WebSocket.
const { default: init, WebMCP } = await import("../pkg/webmcp_wasm.js");
await init();
Object.assign(window, { WebMCP, showState: show.bind(null, WebMCP) });
const { state = "off", language = "en", scheme = "light" } = Object.fromEntries(wish);
await show(WebMCP, state, { language, scheme });
document.documentElement.dataset.state = state;
