import { modernNode, noModernNode } from "../tools/relay.mjs";
import { stockRelay } from "./scenarios.mjs";

stockRelay("the stock relay on Node.js 22 or newer", () => {
  const node = modernNode();
  if (!node) throw new Error(noModernNode);
  return node;
});
