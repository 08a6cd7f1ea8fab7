import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Fetched } from "./contract.js";

/** The list of saved documents: names of files by address. */
const listName = "documents.json";

/**
 * Documents that an earlier run fetched and saved, by their addresses; none if there is no list.
 * @throws Error if the list, or a document in it, cannot be read
 */
export function savedDocuments(folder: string): Fetched {
  const documents = new Map<string, Uint8Array>();
  for (const [address, name] of Object.entries(readList(folder))) {
    // A list from elsewhere must not lead out of the folder.
    if (!/^[\w-][\w.-]*$/.test(name)) throw new Error(`${listName} names the file ${JSON.stringify(name)}`);
    documents.set(address, readFileSync(join(folder, name)));
  }
  return documents;
}

/** Saves documents that are not in the folder yet. */
export function saveDocuments(folder: string, documents: Fetched): void {
  const list = { ...readList(folder) };
  const missing = [...documents].filter(([address]) => list[address] === undefined);
  if (missing.length === 0) return;
  mkdirSync(folder, { recursive: true });
  const used = new Set([listName, ...Object.values(list)].map((name) => name.toLowerCase()));
  for (const [address, bytes] of missing) {
    const name = freeName(address, used);
    list[address] = name;
    writeFileSync(join(folder, name), bytes);
  }
  const sorted = Object.fromEntries(Object.entries(list).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(join(folder, listName), `${JSON.stringify(sorted, undefined, 2)}\n`);
}

function readList(folder: string): Readonly<Record<string, string>> {
  let text: string;
  try {
    text = readFileSync(join(folder, listName), "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return {};
    throw error;
  }
  const value: unknown = JSON.parse(text);
  const isList =
    typeof value === "object" &&
    value !== null &&
    Object.values(value).every((name) => typeof name === "string");
  if (!isList) throw new Error(`${listName} is not a list of documents`);
  return value as Readonly<Record<string, string>>;
}

/** A readable file name made of the end of the path; numbered if it is taken, ignoring case. */
function freeName(address: string, used: Set<string>): string {
  const { pathname, search } = new URL(address);
  const last = pathname.split("/").findLast((part) => part !== "") ?? "document";
  const plain = `${last}${search}`.replace(/[^\w.-]+/g, "-").replace(/^[.-]+|[.-]+$/g, "");
  const short = plain.slice(0, 100) || "document";
  const [, stem = short, extension = ""] = /^(.+?)(\.(?:wsdl|xsd|xml))?$/i.exec(short) ?? [];
  let name = stem + (extension || ".xml");
  for (let number = 2; used.has(name.toLowerCase()); number++)
    name = `${stem}-${number}${extension || ".xml"}`;
  used.add(name.toLowerCase());
  return name;
}
