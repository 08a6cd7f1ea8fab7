// The compiled files from which the bundles were made: whatever runs the bundles can tell whether they are current.
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";

const records = "dist/bundle-inputs";

/** @param {string} name of a package that has bundles */
const recordOf = (name) => `${records}/${name}.json`;

/** @param {string} text */
const hashOf = (text) => createHash("sha256").update(text).digest("base64");

/** @param {string} name of a package whose bundles were made @param {ReadonlyMap<string, string>} texts of files, by path */
export function recordInputs(name, texts) {
  const hashes = Object.fromEntries([...texts].map(([path, text]) => [path, hashOf(text)]));
  mkdirSync(records, { recursive: true });
  writeFileSync(recordOf(name), JSON.stringify(hashes));
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

/** @param {string} name of a package @returns the first file that is not as it was when its bundles were made */
function changedInputOf(name) {
  const record = recordOf(name);
  const hashes = readIfThere(record);
  if (hashes === undefined) return record;
  const isChanged = ([path, hash]) => hashOf(readIfThere(path) ?? "") !== hash;
  return Object.entries(JSON.parse(hashes)).find(isChanged)?.[0];
}

/** The first file that was compiled again, or removed, since the bundles were made; the record itself if there is none. */
export function changedInput() {
  return changedInputOf("generator") ?? changedInputOf("server");
}
