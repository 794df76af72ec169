// What the person did, by the numbers that `intent` in `src/web/widget/mod.rs` reads.

export const CONNECT = 0;
export const DISCONNECT = 1;
export const SWITCH = 2;
export const STOP = 3;
export const ALLOW = 4;
export const DENY = 5;
export const SAMPLED = 6;
export const COPIED = 7;
export const UNCOPIED = 8;
export const OPENED = 9;
export const CLOSED = 10;

/** @typedef {(what: number, value?: unknown) => void} Act */
