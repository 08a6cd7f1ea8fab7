// The compiled files from which the bundles were made: whatever runs the bundles can tell whether they are current.
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

const record = "dist/bundle-inputs.json";

/** @param {string} text */
const hashOf = (text) => createHash("sha256").update(text).digest("base64");

/** @param {ReadonlyMap<string, string>} texts of files, by path */
export function recordInputs(texts) {
  const hashes = Object.fromEntries([...texts].map(([path, text]) => [path, hashOf(text)]));
  mkdirSync(dirname(record), { recursive: true });
  writeFileSync(record, JSON.stringify(hashes));
}

/** @param {string} path */
function readIfThere(path) {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (error.code === "ENOENT") return undefined;
    throw error;
  }
}

/** The first file that was compiled again, or removed, since the bundles were made; the record itself if there is none. */
export function changedInput() {
  const hashes = readIfThere(record);
  if (hashes === undefined) return record;
  const isChanged = ([path, hash]) => hashOf(readIfThere(path) ?? "") !== hash;
  return Object.entries(JSON.parse(hashes)).find(isChanged)?.[0];
}
