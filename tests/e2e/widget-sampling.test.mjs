// Sampling requests as a person reads and answers them: text, images and sound under a strict policy, several at once, cancelled, by the page.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createWorld, within } from "./helpers.mjs";
import { focused } from "./widget/stage.mjs";

const world = createWorld();

const png = "iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAIAAAACUFjqAAAAEklEQVR4nGP4z8CAB+GTG8HSALfKY52fTcuYAAAAAElFTkSuQmCC";

const text = (/** @type {string} */ text, role = "user") => /** @type {any} */ ({ role, content: { type: "text", text } });

const watch = () => {
  window.violations = [];
  document.addEventListener("securitypolicyviolation", (event) => window.violations.push(`${event.violatedDirective} ${event.blockedURI}`));
  window.urls = 0;
  const { createObjectURL } = URL;
  URL.createObjectURL = (/** @type {any} */ blob) => {
    window.urls += 1;
    return createObjectURL(blob);
  };
};

/** A paired page; sampling goes to the first one that the relay knows. @param {import("node:test").TestContext} t @param {Record<string, any>} [how] */
async function paired(t, how = {}) {
  await world.relay.restart();
  const all = await world.open(t, how);
  await all.pair();
  return all;
}

const ask = (/** @type {any[]} */ messages, /** @type {Record<string, unknown>} */ more = {}) =>
  world.relay.sample({ messages, maxTokens: 100, .../** @type {any} */ (more) });

test("text and images are shown under a strict policy, without a blob: or data: URL", async (t) => {
  await world.relay.restart();
  const { page } = await world.open(t, {
    client: "none",
    path: "/www/?csp=strict",
    init: watch,
  });
  await page.locator(".webmcp-trigger").click();
  await page.locator(".webmcp-token-input").fill(await world.relay.token());
  await page.locator(".webmcp-connect-btn").click();
  await page.locator(".webmcp-status", { hasText: "Connected" }).waitFor();
  const answered = ask(
    [
      text("What is <b>this</b>?"),
      { role: "user", content: { type: "image", mimeType: "image/png", data: png } },
      { role: "user", content: { type: "image", mimeType: "image/png", data: "bm8gaW1hZ2U=" } },
      text("Let me see.", "assistant"),
    ],
    { systemPrompt: "Be brief", temperature: 0.5, stopSequences: ["END"], modelPreferences: { hints: [{ name: "any-model" }] } },
  );
  const dialog = page.getByRole("dialog", { name: "An agent asks for an answer" });
  await dialog.waitFor();
  for (const words of [
    "Instructions",
    "Be brief",
    "What is <b>this</b>?",
    "Assistant",
    "Let me see.",
    "Up to 100 tokens",
    "Temperature 0.5",
    "END",
    "any-model",
  ]) {
    assert.ok((await dialog.textContent())?.includes(words), words);
  }
  await dialog.getByText("This image cannot be shown.").waitFor();
  await page.waitForFunction(() => document.querySelector("[data-webmcp-widget]").shadowRoot.querySelector("canvas")?.width === 10);
  assert.equal(await dialog.getByRole("img", { name: "Image" }).count(), 1);
  await dialog.getByRole("textbox", { name: "Your answer" }).fill("A red square");
  await dialog.getByRole("button", { name: "Submit" }).click();
  assert.deepEqual((await within(answered, 5_000, "sampling")).content, { type: "text", text: "A red square" });
  assert.deepEqual(await page.evaluate(() => [window.violations, window.urls]), [[], 0]);
});

test("sound plays and stops under a strict policy, and what is no sound says so", async (t) => {
  // The stock relay passes no sound on; the gallery's scripted one does.
  const { page } = await world.open(t, { client: "none", path: "/www/widget-state.html?csp=strict&state=sampling", init: watch });
  await page.locator("html[data-state=sampling]").waitFor();
  const dialog = page.getByRole("dialog", { name: "An agent asks for an answer" });
  const play = dialog.getByRole("button", { name: "Play" });
  await play.click();
  await dialog.getByRole("button", { name: "Stop" }).waitFor();
  await play.waitFor();
  await play.click();
  await dialog.getByRole("button", { name: "Stop" }).click();
  await play.waitFor();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await page.evaluate(async () => {
    const stage = await window.showState("connected", {});
    stage.relay.ask({
      type: "createSamplingMessage",
      messages: [{ role: "user", content: { type: "audio", mimeType: "audio/wav", data: btoa("no sound") } }],
    });
  });
  await play.click();
  await dialog.getByRole("button", { name: "This audio cannot be played." }).waitFor();
  assert.deepEqual(await page.evaluate(() => [window.violations, window.urls]), [[], 0]);
});

test("several requests queue: one is shown, each gets its own answer, one is cancelled", async (t) => {
  const { page } = await paired(t);
  const asked = ["first", "second", "third"].map((name) => ask([text(`The ${name}?`)]));
  asked[1].catch(() => {});
  const shown = page.locator("dialog:visible");
  await page.locator("dialog").nth(2).waitFor({ state: "attached" });
  assert.equal(await shown.count(), 1);
  for (let left = 3; left > 0; left -= 1) {
    const name = /The (\w+)\?/.exec((await shown.textContent()) ?? "")?.[1];
    if (name === "second") await shown.getByRole("button", { name: "Cancel" }).click();
    else {
      await shown.getByRole("textbox").fill(`To the ${name}`);
      await shown.getByRole("button", { name: "Submit" }).click();
    }
    await page.getByText(`The ${name}?`).waitFor({ state: "detached" });
  }
  assert.deepEqual((await within(asked[0], 5_000, "the first")).content, { type: "text", text: "To the first" });
  await assert.rejects(within(asked[1], 5_000, "the second"), /cancelled/i);
  assert.deepEqual((await within(asked[2], 5_000, "the third")).content, { type: "text", text: "To the third" });
});

test("an empty answer is asked for again, and Escape while composing text cancels nothing", async (t) => {
  const { page } = await paired(t);
  const answered = ask([text("Well?")]);
  const field = page.locator("textarea");
  await field.waitFor();
  await page.getByRole("button", { name: "Submit" }).click();
  assert.equal(await field.getAttribute("aria-invalid"), "true");
  assert.equal(await focused(page), "textarea#answer");
  assert.equal(await page.locator(".live").textContent(), "Write an answer first.");
  await field.dispatchEvent("keydown", { key: "Escape", isComposing: true, bubbles: true, composed: true });
  await field.fill("はい");
  await page.getByRole("button", { name: "Submit" }).click();
  assert.deepEqual((await within(answered, 5_000, "sampling")).content, { type: "text", text: "はい" });
});

test("a request that lost its relay goes away by itself", async (t) => {
  const { page } = await paired(t);
  ask([text("Anybody?")]).catch(() => {});
  await page.locator("textarea").waitFor();
  await page.evaluate(() => mcp.disconnect());
  await page.locator("textarea").waitFor({ state: "detached" });
});

test("onSampling answers instead of the dialog: text, a whole result, nothing for a cancellation, or a reason", async (t) => {
  await world.relay.restart();
  const { page, pair } = await world.open(t, { create: false });
  await page.evaluate(() => {
    window.asked = [];
    window.mcp = new WebMCP({
      onSampling: async (/** @type {any} */ request) => {
        window.asked.push(request.messages[0].content.text);
        switch (window.asked.at(-1)) {
          case "text":
            return "plain";
          case "result":
            return { role: "assistant", model: "mine", content: { type: "text", text: "made" } };
          case "nothing":
            return undefined;
          default:
            throw new Error("not today");
        }
      },
    });
  });
  await pair();
  const answer = (/** @type {string} */ words) => within(ask([text(words)]), 5_000, words);
  const plain = await answer("text");
  assert.deepEqual([plain.role, plain.content], ["assistant", { type: "text", text: "plain" }]);
  const made = await answer("result");
  assert.deepEqual([made.model, made.content], ["mine", { type: "text", text: "made" }]);
  await assert.rejects(answer("nothing"), /cancelled/i);
  await assert.rejects(answer("error"), /not today/);
  assert.deepEqual(await page.evaluate(() => window.asked), ["text", "result", "nothing", "error"]);
  assert.equal(await page.locator("dialog").count(), 0);
});
