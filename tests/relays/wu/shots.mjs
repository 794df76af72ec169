// Screenshots as files. The name comes from an agent and the bytes from a page: neither is trusted. A file is only ever created,
// never opened: a plain name, in one directory, exclusively.
import { constants } from "node:fs";
import { lstat, mkdir, open, realpath } from "node:fs/promises";
import { join, posix, win32 } from "node:path";

const MAX_BYTES = 20 * 1024 * 1024;
/** @type {Record<string, {extensions: string[], magic: number[]}>} */
const FORMATS = {
  png: { extensions: [".png"], magic: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
  jpeg: { extensions: [".jpg", ".jpeg"], magic: [0xff, 0xd8, 0xff] },
};

/**
 * What is wrong with a name, or undefined.
 * @param {string} name
 */
export function badName(name) {
  if (posix.isAbsolute(name) || win32.isAbsolute(name) || /^[A-Za-z]:/.test(name))
    return "absolute paths are refused; give a plain file name";
  if (name.split(/[/\\]/).includes("..")) return '".." is refused; give a plain file name';
  if (/[/\\]/.test(name)) return "directories are refused; give a plain file name";
  if (!/^[A-Za-z0-9_][A-Za-z0-9._-]{0,99}$/.test(name))
    return "only letters, digits, dots, dashes and underscores, up to 100, not starting with a dot";
  return undefined;
}

export class Shots {
  #directory;

  /** @param {string} directory */
  constructor(directory) {
    this.#directory = directory;
  }

  /** @param {string} directory made when it is missing */
  static async in(directory) {
    await mkdir(directory, { recursive: true });
    return new Shots(await realpath(directory));
  }

  /**
   * The path of the new file; throws with a reason.
   * @param {string} name @param {{format?: unknown, base64?: unknown}} shot
   */
  async save(name, { format, base64 }) {
    const fault = badName(name);
    if (fault) throw new Error(`${name}: ${fault}`);
    const bytes = decoded(
      name,
      String(format)
        .replace(/^image\//, "")
        .replace("jpg", "jpeg"),
      base64,
    );
    // Somebody may have put a link in the directory's place since.
    if ((await realpath(this.#directory)) !== this.#directory) throw new Error(`${this.#directory} has become a link`);
    const path = join(this.#directory, name);
    const file = await create(path);
    try {
      await file.writeFile(bytes);
    } finally {
      await file.close();
    }
    return path;
  }
}

/** @param {string} path */
async function create(path) {
  try {
    return await open(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW, 0o600);
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    if (code !== "EEXIST" && code !== "ELOOP") throw error;
    const what = (await lstat(path)).isSymbolicLink() ? "is a link" : "exists already";
    throw new Error(`${path} ${what}; nothing is overwritten`);
  }
}

/** @param {string} name @param {string} format @param {unknown} base64 */
function decoded(name, format, base64) {
  const known = Object.hasOwn(FORMATS, format) ? FORMATS[format] : undefined;
  if (!known) throw new Error(`the page sent the format ${format}; png or jpeg was expected`);
  if (!known.extensions.some((extension) => name.toLowerCase().endsWith(extension))) {
    throw new Error(`${name}: the picture is ${format}, so its name must end in ${known.extensions.join(" or ")}`);
  }
  if (typeof base64 !== "string" || !/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) throw new Error("the page sent no base64");
  const bytes = Buffer.from(base64, "base64");
  if (bytes.length > MAX_BYTES) throw new Error(`the picture has ${bytes.length} bytes; ${MAX_BYTES} is the limit`);
  if (!known.magic.every((byte, n) => bytes[n] === byte)) throw new Error(`the page's bytes are no ${format}`);
  return bytes;
}
