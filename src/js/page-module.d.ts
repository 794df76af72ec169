/** An agent's eyes and hands; the build resolves the name, to the file beside or to what is inside. */
declare module "page-module" {
  export { pageCommand, pageTools, startCapture, stopCapture } from "./page/index.js";
}
