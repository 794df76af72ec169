// What the widget does with texts before it shows them; no browser is needed for that.
import assert from "node:assert/strict";
import { test } from "node:test";
import { harmless, texts } from "../../src/js/widget/texts.js";

test("what hides or reorders text is spelled out", () => {
  assert.equal(harmless("pay\u202egpj.exe", 100), "pay\\u{202e}gpj.exe");
  assert.equal(harmless("a\u200bb\ufeffc\0", 100), "a\\u{200b}b\\u{feff}c\\u{0}");
  assert.equal(harmless("a\u200db", 100), "a\\u{200d}b");
  assert.equal(harmless("\u{e0041}\x7f\x9f\xad\u061c\u180e\u2028\u2066\ufff9", 100).replaceAll(/\\u\{\w+\}/g, ""), "");
  assert.equal(harmless("<img src=x onerror=alert(1)>\n\t", 100), "<img src=x onerror=alert(1)>\n\t");
});

test("joiners between letters and emoji that need them stay", () => {
  assert.equal(harmless("👩\u200d🔬 می\u200cخواهم", 100), "👩\u200d🔬 می\u200cخواهم");
});

test("a text is cut between characters, and says so", () => {
  assert.equal(harmless("👩👩👩", 2), "👩👩…");
  assert.equal(harmless("abc", 3), "abc");
});

test("a page replaces any text by its key", () => {
  const { text, find, fill } = texts("connect Conectar\nclose Cerrar\nstop Detener {}\n", ["connect", "¡Vamos!", "stop", "Alto"]);
  assert.equal(text("connect"), "¡Vamos!");
  assert.equal(text("close"), "Cerrar");
  assert.equal(text("nothing"), "nothing");
  assert.equal(find("nothing"), "");
  assert.equal(fill("stop", "x"), "Alto");
});

test("a text is filled where its gap is, with the value as it is", () => {
  const { fill } = texts("stop Detener {}\nnote Antes {} después", []);
  assert.equal(fill("note", 25), "Antes 25 después");
  assert.equal(fill("stop", "a{}b"), "Detener a{}b");
  assert.equal(fill("stop", "$&"), "Detener $&");
});
