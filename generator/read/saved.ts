import {
  closeSync,
  constants,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { isWebUrl } from "../origin.js";
import type { Fetched } from "./contract.js";

/** The list of saved documents: by address the name of the file, or the address that the server redirected to. */
const listName = "documents.json";

/**
 * Documents that an earlier run fetched and saved, by their addresses; none if there is no list.
 * @throws Error if the list, or a document in it, cannot be read
 */
export function savedDocuments(folder: string): Fetched {
  const documents = new Map<string, Uint8Array | string>();
  for (const [address, name] of Object.entries(readList(folder))) {
    if (isWebUrl(name)) {
      documents.set(address, name);
      continue;
    }
    // A list from elsewhere must not lead out of the folder.
    if (!/^[\w-][\w.-]*$/.test(name)) throw new Error(`${listName} names the file ${JSON.stringify(name)}`);
    documents.set(address, readRegular(folder, name));
  }
  return documents;
}

/**
 * Saves documents that are not in the folder yet.
 * @throws Error if the list or a document cannot be written
 */
export function saveDocuments(folder: string, documents: Fetched): void {
  const list = { ...readList(folder) };
  const missing = [...documents].filter(([address]) => list[address] === undefined);
  if (missing.length === 0) return;
  mkdirSync(folder, { recursive: true });
  const used = new Set([listName, ...Object.values(list)].map((name) => name.toLowerCase()));
  for (const [address, document] of missing) {
    if (typeof document === "string") {
      list[address] = document;
      continue;
    }
    const name = freeName(address, used);
    list[address] = name;
    writeRegular(folder, name, document);
  }
  const sorted = Object.fromEntries(Object.entries(list).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  writeRegular(folder, listName, Buffer.from(`${JSON.stringify(sorted, undefined, 2)}\n`));
}

function readList(folder: string): Readonly<Record<string, string>> {
  let text: string;
  try {
    text = readRegular(folder, listName).toString("utf8");
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

function readRegular(folder: string, name: string): Buffer {
  return withRegular(folder, name, constants.O_RDONLY, (file) => readFileSync(file));
}

function writeRegular(folder: string, name: string, bytes: Uint8Array): void {
  withRegular(folder, name, constants.O_WRONLY | constants.O_CREAT, (file) => {
    ftruncateSync(file);
    writeFileSync(file, bytes);
  });
}

/**
 * Opens a regular file of the folder. A symbolic link, which may lead out of the folder, is not followed.
 * @throws Error if the file cannot be opened or is not a regular one
 */
function withRegular<T>(folder: string, name: string, mode: number, use: (file: number) => T): T {
  const file = openRegular(folder, name, mode);
  try {
    if (!fstatSync(file).isFile()) throw new Error(`${name} is not a regular file`);
    return use(file);
  } finally {
    closeSync(file);
  }
}

function openRegular(folder: string, name: string, mode: number): number {
  try {
    return openSync(join(folder, name), mode | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    const isLink = error instanceof Error && "code" in error && error.code === "ELOOP";
    throw isLink ? new Error(`${name} is a symbolic link`) : error;
  }
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
