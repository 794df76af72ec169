// What every script shares: where the project is, how to find and run programs, how to speak to the person. No dependencies.
import { spawn, spawnSync } from "node:child_process";
import { accessSync, constants, existsSync, mkdirSync } from "node:fs";
import { createServer } from "node:net";
import { homedir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

export const root = resolve(fileURLToPath(new URL("../..", import.meta.url)));
/** Screenshots and reports; never committed. */
export const artifacts = join(root, ".artifacts");
const cargoHome = process.env.CARGO_HOME ?? join(homedir(), ".cargo");
/** Pinned tools go here when another version already sits on PATH, so that nobody's own tools are replaced. */
export const toolsDir = join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "webmcp-wasm", "tools");
/** The tools that cargo installs. wasm-bindgen's must equal the crate's, which Cargo.toml pins. */
export const pinned = { "wasm-pack": "0.15.1", "wasm-bindgen": "0.2.130" };

const path = [join(toolsDir, "bin"), join(root, "node_modules", ".bin"), process.env.PATH ?? "", join(cargoHome, "bin")].join(delimiter);
/** The environment for child processes: pinned tools first, then the project's own npm binaries (wasm-opt among them). */
export const env = { ...process.env, PATH: path };

const colour = process.stdout.isTTY && !process.env.NO_COLOR;
/** @param {number} code @returns {(text: string) => string} */
const paint = (code) => (text) => (colour ? `\x1b[${code}m${text}\x1b[0m` : text);
export const style = { bold: paint(1), dim: paint(2), red: paint(31), green: paint(32), yellow: paint(33), cyan: paint(36) };

/** @param {string} text */
export const say = (text) => console.log(text);

/**
 * The full path of a program, or undefined.
 * @param {string} program
 */
export function which(program) {
  for (const dir of path.split(delimiter)) {
    const file = join(dir, program);
    try {
      accessSync(file, constants.X_OK);
      return file;
    } catch {
      // not in this directory
    }
  }
  return undefined;
}

/**
 * What a program prints, or undefined when it is missing or fails.
 * @param {string} program @param {string[]} [args]
 */
export function output(program, args = []) {
  const done = spawnSync(program, args, { env, cwd: root, encoding: "utf8", maxBuffer: 1 << 28 });
  return done.status === 0 ? done.stdout.trim() : undefined;
}

/** Ends process groups that run. @type {Set<() => void>} */
const groups = new Set();
function interrupted() {
  for (const end of groups) end();
  process.exit(130);
}

/**
 * Runs a program with its output shown as it comes. Resolves to the exit code and the text.
 * @param {string} program @param {string[]} args
 * @param {{quiet?: boolean, env?: Record<string, string | undefined>, cwd?: string, limit?: number}} [options] `limit`: seconds after which
 *   it is ended, with what it started
 * @returns {Promise<{code: number, text: string, late: boolean}>}
 */
export function run(program, args, options = {}) {
  const { limit } = options;
  return new Promise((done) => {
    const child = spawn(program, args, {
      env: { ...env, ...options.env },
      cwd: options.cwd ?? root,
      stdio: ["ignore", "pipe", "pipe"],
      detached: limit !== undefined,
    });
    /** @param {NodeJS.Signals} signal */
    const end = (signal) => {
      try {
        if (child.pid) process.kill(-child.pid, signal);
      } catch {
        // ended by itself
      }
    };
    const stop = () => end("SIGTERM");
    let late = false;
    /** @type {NodeJS.Timeout[]} */
    const timers = [];
    if (limit !== undefined) {
      // A group of its own hears nothing of Ctrl-C.
      if (groups.size === 0) for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, interrupted);
      groups.add(stop);
      const over = () => {
        late = true;
        stop();
      };
      timers.push(
        setTimeout(over, limit * 1000),
        setTimeout(() => end("SIGKILL"), limit * 1000 + 15_000),
      );
    }
    /** @type {Buffer[]} */
    const chunks = [];
    for (const [stream, out] of /** @type {const} */ ([
      [child.stdout, process.stdout],
      [child.stderr, process.stderr],
    ])) {
      stream.on("data", (chunk) => {
        chunks.push(chunk);
        if (!options.quiet) out.write(chunk);
      });
    }
    /** @param {number} code @param {string} text */
    const ended = (code, text) => {
      for (const timer of timers) clearTimeout(timer);
      groups.delete(stop);
      if (groups.size === 0) for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.off(signal, interrupted);
      done({ code, text, late });
    };
    child.on("error", (error) => ended(127, String(error)));
    child.on("close", (code) => ended(code ?? 1, Buffer.concat(chunks).toString()));
  });
}

/** Ends the script with a message for people: what is missing and what to do. @param {string} message @returns {never} */
export function stop(message) {
  console.error(`${style.red("✘")} ${message}`);
  process.exit(1);
}

/** A port nobody listens on. @returns {Promise<number>} */
export function freePort() {
  return new Promise((done, fail) => {
    const probe = createServer();
    probe.once("error", fail);
    // Without a host, as the relay listens: on every interface, IPv6 included.
    probe.listen(0, () => {
      const { port } = /** @type {import("node:net").AddressInfo} */ (probe.address());
      probe.close(() => done(port));
    });
  });
}

/** A Chromium on this machine, or undefined. */
export const chromium = () =>
  process.env.CHROMIUM ??
  ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"].map(which).find(Boolean) ??
  ["/Applications/Google Chrome.app/Contents/MacOS/Google Chrome", "/Applications/Chromium.app/Contents/MacOS/Chromium"].find((file) =>
    existsSync(file),
  );
/** The same engine without a browser around it: its windows cost half. Not everything is in it, so it is for plain pages. */
export const headlessShell = () => process.env.CHROMIUM ?? ["chromium-headless-shell", "chrome-headless-shell"].map(which).find(Boolean);
export const firefox = () => process.env.FIREFOX ?? ["firefox-esr", "firefox"].map(which).find(Boolean);
export const chromedriver = () => process.env.CHROMEDRIVER ?? which("chromedriver");

/**
 * A path inside .artifacts that does not exist yet: NAME.ext, NAME-2.ext, ... Write it exclusively ("wx").
 * @param {string} name @param {string} extension
 */
export function freshArtifact(name, extension) {
  mkdirSync(artifacts, { recursive: true });
  for (let n = 1; ; n += 1) {
    const file = join(artifacts, `${name}${n === 1 ? "" : `-${n}`}.${extension}`);
    if (!existsSync(file)) return file;
  }
}
