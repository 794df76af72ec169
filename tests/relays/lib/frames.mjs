// The golden frames (tests/frames), by name.
import { readFileSync } from "node:fs";

/** @typedef {{name: string, dialect: string, direction: "in" | "out", frame?: any, text?: string, meaning: Record<string, any> & {is: string}}} Golden */

/** @param {"webmcp" | "wu"} file @returns {Golden[]} */
export const frames = (file) => JSON.parse(readFileSync(new URL(`../../frames/${file}.json`, import.meta.url), "utf8"));

/** @param {"webmcp" | "wu"} file @returns {(name: string) => Golden} */
export function frameOf(file) {
  const all = new Map(frames(file).map((golden) => [golden.name, golden]));
  return (name) => {
    const found = all.get(name);
    if (!found) throw new Error(`tests/frames/${file}.json has no frame ${name}`);
    return found;
  };
}

/** What travels. @param {Pick<Golden, "frame" | "text">} golden */
export const textOf = ({ frame, text }) => text ?? JSON.stringify(frame);
