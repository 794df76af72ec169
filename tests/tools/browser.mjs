// Browsers for the tests and the tour: the machine's own Chromium through Playwright, its Firefox through WebDriver BiDi.
import { setTimeout as sleep } from "node:timers/promises";
import { chromium as playwright } from "playwright-core";
import { launch as puppeteer } from "puppeteer-core";
import { chromium, firefox, headlessShell } from "./env.mjs";

// Root in a container has no user namespaces; the rest keeps the browser from talking to anybody but these pages.
export const flags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // Two renderers a window for the address bar's popup, which nobody sees here, cost more than most pages. The switch replaces Playwright's
  // own, so what that leaves out is named again.
  `--disable-features=${[
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsUpgrades",
    "HttpsFirstBalancedModeAutoEnable",
    "LensOverlay",
    "MediaRouter",
    "PaintHolding",
    "ThirdPartyStoragePartitioning",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "TcpPortRandomizationWin",
    "OptimizationHints",
    "NetworkTimeServiceQuerying",
    "AimEnabled",
    "PreconnectToSearch",
  ]}`,
];

/**
 * @param {{native?: boolean, gc?: boolean, bfcache?: boolean, args?: string[], headless?: boolean}} [options] `native`: the browser's
 *   own WebMCP; `gc`: window.gc(); `bfcache`: pages left are kept, as for a person (Playwright turns that off)
 */
export async function launchChromium({ native = false, gc = false, bfcache = false, args = [], headless = true } = {}) {
  const plain = !native && !gc && !bfcache && args.length === 0 && headless;
  const shared = plain && process.env[SHARED] && (await playwright.connect(process.env[SHARED]).catch(() => undefined));
  if (shared) return shared;
  const executablePath = found(plain);
  return playwright.launch({
    executablePath,
    headless,
    ...(bfcache ? { ignoreDefaultArgs: ["--disable-back-forward-cache"] } : {}),
    args: [...flags, ...(native ? ["--enable-features=WebMCP"] : []), ...(gc ? ["--js-flags=--expose-gc"] : []), ...args],
  });
}

/** Under this name, test files find the browser that all share. */
const SHARED = "WEBMCP_TEST_BROWSER";

/** @param {boolean} plain whether any Chromium will do */
function found(plain) {
  const executablePath = (plain && headlessShell()) || chromium();
  if (!executablePath) throw new Error("No Chromium found. Install it (on Debian: apt-get install chromium) or name it in CHROMIUM.");
  return executablePath;
}

/**
 * One plain Chromium for many test files, each with contexts of its own: to start one takes longer than most of them. A file whose
 * connection fails starts its own.
 */
export async function shareChromium() {
  const server = await playwright.launchServer({ executablePath: found(true), headless: true, args: flags });
  return { env: { [SHARED]: server.wsEndpoint() }, close: () => server.close() };
}

export async function launchFirefox() {
  const executablePath = firefox();
  if (!executablePath) throw new Error("No Firefox found. Install it (on Debian: apt-get install firefox-esr) or name it in FIREFOX.");
  const browser = await puppeteer({ browser: "firefox", executablePath, headless: true });
  const close = browser.close.bind(browser);
  // One that has lost a page under load is asked in vain, for ever.
  browser.close = async () => {
    await Promise.race([close().catch(() => {}), sleep(5_000, undefined, { ref: false })]);
    browser.process()?.kill("SIGKILL");
  };
  return browser;
}
