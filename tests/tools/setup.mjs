// Installs what is missing, and nothing else: npm packages, the wasm32 target, wasm-pack, wasm-bindgen, browsers where it may.
// No dependencies: this is the first thing that runs on a fresh clone. Under a second when all is there.
//   node tests/tools/setup.mjs [build | start | test]
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  chromedriver,
  chromium,
  env,
  firefox,
  headlessShell,
  output,
  pinned,
  root,
  run,
  say,
  stop,
  style,
  toolsDir,
  which,
} from "./env.mjs";

const purpose = process.argv[2] ?? "build";

/** @param {string} what */
const doing = (what) => say(`${style.cyan("•")} ${what}`);

/** @param {string} label @param {string} program @param {string[]} args */
async function must(label, program, args) {
  const { code } = await run(program, args);
  if (code !== 0) stop(`${label} failed (exit code ${code}): ${program} ${args.join(" ")}`);
}

function node() {
  const major = Number(process.versions.node.split(".")[0]);
  if (major < 20) stop(`Node.js 20 or newer is needed; this is ${process.version}.`);
  if (!which("npm")) stop("npm is not on PATH; it comes with Node.js.");
}

async function npmPackages() {
  const stamp = join(root, "node_modules", ".cache", "webmcp-wasm", "lock");
  const lock = createHash("sha256")
    .update(readFileSync(join(root, "package-lock.json")))
    .digest("hex");
  const installed = existsSync(stamp) && readFileSync(stamp, "utf8") === lock;
  if (installed) return;
  doing("Installing the npm packages (npm ci)");
  await must("npm ci", "npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"]);
  mkdirSync(join(stamp, ".."), { recursive: true });
  writeFileSync(stamp, lock);
}

async function rust() {
  if (!which("cargo")) stop("Rust is not installed. Get it from https://rustup.rs, then run this again.");
  const sysroot = output("rustc", ["--print", "sysroot"]);
  if (!sysroot) stop("rustc does not run; is the Rust toolchain complete?");
  if (existsSync(join(sysroot, "lib", "rustlib", "wasm32-unknown-unknown"))) return;
  if (!which("rustup"))
    stop("The Rust target wasm32-unknown-unknown is missing, and there is no rustup to add it. Install it with your package manager.");
  doing("Adding the Rust target wasm32-unknown-unknown");
  await must("rustup", "rustup", ["target", "add", "wasm32-unknown-unknown"]);
}

/** @param {keyof typeof pinned} program @param {string} crate @param {string[]} flags */
async function cargoTool(program, crate, flags) {
  const version = pinned[program];
  const present = output(program, ["--version"]);
  if (present?.split(/\s+/)[1] === version) return;
  doing(`Building ${crate} ${version} with cargo (once, some minutes)`);
  // Another version on PATH belongs to somebody: leave it, and keep ours in a folder of its own.
  const place = present ? ["--root", toolsDir] : [];
  await must(`cargo install ${crate}`, "cargo", ["install", crate, "--version", version, "--quiet", ...flags, ...place]);
}

async function browsers() {
  /** @type {[string, unknown][]} */
  const wanted = [["chromium", chromium()]];
  if (purpose === "test") wanted.push(["chromium-driver", chromedriver()], ["firefox-esr", firefox()]);
  const missing = wanted.filter(([, found]) => !found).map(([name]) => name);
  if (missing.length === 0) return;
  const hint = `Install ${missing.join(", ")} (on Debian: apt-get install ${missing.join(" ")}), or name them in CHROMIUM, CHROMEDRIVER, FIREFOX.`;
  const may = which("apt-get") && process.getuid?.() === 0;
  if (!may) {
    // The tour is skipped with a word; the tests cannot be.
    if (purpose === "test") stop(`${hint} This needs root, so it is not done for you.`);
    say(`${style.yellow("!")} ${hint} This needs root, so it is not done for you; the tour needs it.`);
    return;
  }
  doing(`Installing ${missing.join(", ")} (apt-get)`);
  Object.assign(env, { DEBIAN_FRONTEND: "noninteractive" });
  await must("apt-get update", "apt-get", ["update", "-qq"]);
  // Where it is not to be had, the whole Chromium serves as well, in more time.
  const shell = "chromium-headless-shell";
  if (purpose === "test" && !headlessShell() && output("apt-cache", ["show", shell])) missing.push(shell);
  await must("apt-get install", "apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...missing]);
}

node();
await npmPackages();
await rust();
await cargoTool("wasm-pack", "wasm-pack", ["--locked"]);
// Without --locked: its lock file names versions that some registries no longer serve.
await cargoTool("wasm-bindgen", "wasm-bindgen-cli", []);
if (purpose !== "build") await browsers();
