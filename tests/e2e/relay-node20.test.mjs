// On Node.js 20 the relay answers each registration with an additional `error` frame; nothing may change by that.
import { oldNode } from "../tools/relay.mjs";
import { stockRelay } from "./scenarios.mjs";

stockRelay("the stock relay on Node.js 20", oldNode);
