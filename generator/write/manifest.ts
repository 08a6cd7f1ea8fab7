import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Artefact } from "../emit/emitter.js";
import { isAddress } from "../read/names.js";

export const manifestName = "manifest.json";

/** SHA-256, in hexadecimal digits. */
export type Hash = string;
export type Hashes = Readonly<Record<string, Hash>>;

/** Options that change the output. */
export type OutputOptions = Readonly<Record<string, boolean | string | readonly string[]>>;

/** Sources and files of an output folder. */
export interface Manifest {
  readonly generatedBy: "messenger-gen";
  /** Version of the generator that last changed a file of the output. */
  readonly version: string;
  /** Its code, its templates and the versions of the packages that print the output. */
  readonly generator: Hash;
  readonly options: OutputOptions;
  /** True if operations are missing because the contract has errors: every run reports them. Absent otherwise. */
  readonly hasErrors?: true;
  /** The WSDLs given, named as in `schema`. */
  readonly wsdls: readonly string[];
  /** Every file of the contract, relative to the folder around the output folder, or of a WSDL outside of it to its folder. */
  readonly schema: Hashes;
  /** Files that imports name and that did not exist, named as in `schema`. */
  readonly missing: readonly string[];
  /** Every file written except the manifest, relative to the output folder. */
  readonly files: Hashes;
}

export function hashOf(content: string | Uint8Array): Hash {
  return createHash("sha256").update(content).digest("hex");
}

/** The manifest without the files of contract and output. */
export interface ManifestInputs {
  readonly generator: { readonly version: string; readonly hash: Hash };
  readonly options: OutputOptions;
  readonly wsdls: readonly string[];
}

/** Files of a contract, named relative to its base folder. */
export interface ManifestSchema {
  readonly files: readonly { readonly file: string; readonly bytes: Uint8Array }[];
  readonly missing: readonly string[];
}

export function manifestOf(
  { generator, options, wsdls, hasErrors }: ManifestInputs & { readonly hasErrors: boolean },
  { files, missing }: ManifestSchema,
  artefacts: readonly Artefact[],
): Manifest {
  return {
    generatedBy: "messenger-gen",
    version: generator.version,
    generator: generator.hash,
    options,
    ...(hasErrors ? { hasErrors } : {}),
    wsdls,
    schema: Object.fromEntries(files.map(({ file, bytes }) => [file, hashOf(bytes)])),
    missing,
    files: Object.fromEntries(artefacts.map(({ path, text }) => [path, hashOf(text)])),
  };
}

const manifestStart = '{\n  "generatedBy": "messenger-gen",\n';

/** True for the text of a manifest, also of one that is damaged further down, for example by a merge conflict. */
export function isManifestText(text: string): boolean {
  return text.replaceAll("\r\n", "\n").startsWith(manifestStart);
}

/** A file that a result depends on. */
export interface InputFile {
  /** Absolute, or an address if it was fetched. */
  readonly path: string;
  /** SHA-256 of the bytes read, in hexadecimal digits; undefined if the file does not exist. */
  readonly hash: Hash | undefined;
}

/** The files of the contract as of the former run: absolute paths or addresses, and their hashes; none if missing. */
export function inputsOf(base: string, { schema, missing }: Manifest): readonly InputFile[] {
  const pathOf = (name: string): string => (isAddress(name) ? name : resolve(base, name));
  return [
    ...Object.entries(schema).map(([name, hash]) => ({ path: pathOf(name), hash })),
    ...missing.map((name) => ({ path: pathOf(name), hash: undefined })),
  ];
}

export function printManifest(manifest: Manifest): string {
  return `${JSON.stringify(manifest, undefined, 2)}\n`;
}

/** The manifest of an output folder; undefined if it is missing or invalid. */
export function readManifest(out: string): Manifest | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(join(out, manifestName), "utf8"));
    return isManifest(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isManifest(value: unknown): value is Manifest {
  return (
    isRecord(value) &&
    value["generatedBy"] === "messenger-gen" &&
    typeof value["version"] === "string" &&
    typeof value["generator"] === "string" &&
    isRecord(value["options"]) &&
    isTexts(value["wsdls"]) &&
    isHashes(value["schema"]) &&
    isTexts(value["missing"]) &&
    isHashes(value["files"])
  );
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((text) => typeof text === "string");
}

function isHashes(value: unknown): value is Hashes {
  return isRecord(value) && Object.values(value).every((hash) => typeof hash === "string");
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
