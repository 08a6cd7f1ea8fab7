import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Artefact } from "../emit/emitter.js";

export const manifestName = "manifest.json";

/** SHA-256, in hexadecimal digits. */
export type Hash = string;
export type Hashes = Readonly<Record<string, Hash>>;

/** What an output folder was made from and what was written to it. */
export interface Manifest {
  readonly generatedBy: "messenger-gen";
  readonly version: string;
  /** Code and templates of the generator. */
  readonly generator: Hash;
  /** The WSDLs given, named as in `schema`. */
  readonly wsdls: readonly string[];
  /** Every file of the contract, relative to the folder around the output folder, or of a WSDL outside of it to its folder. */
  readonly schema: Hashes;
  /** Every file written, relative to the output folder; the manifest itself is not among them. */
  readonly files: Hashes;
}

export function hashOf(content: string | Uint8Array): Hash {
  return createHash("sha256").update(content).digest("hex");
}

/** What a run makes of its inputs. */
export interface ManifestInputs {
  readonly wsdls: readonly string[];
  readonly generator: { readonly version: string; readonly hash: Hash };
}

export function manifestOf(
  { wsdls, generator }: ManifestInputs,
  schema: readonly { readonly file: string; readonly bytes: Uint8Array }[],
  artefacts: readonly Artefact[],
): Manifest {
  return {
    generatedBy: "messenger-gen",
    version: generator.version,
    generator: generator.hash,
    wsdls,
    schema: Object.fromEntries(schema.map(({ file, bytes }) => [file, hashOf(bytes)])),
    files: Object.fromEntries(artefacts.map(({ path, text }) => [path, hashOf(text)])),
  };
}

/** Files of the contract as of the former run, absolute. */
export function schemaFilesOf(base: string, manifest: Manifest | undefined): string[] {
  return Object.keys(manifest?.schema ?? {}).map((file) => resolve(base, file));
}

export function printManifest(manifest: Manifest): string {
  return `${JSON.stringify(manifest, undefined, 2)}\n`;
}

/** The manifest of an output folder; undefined when there is none, or none that can be read. */
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
    Array.isArray(value["wsdls"]) &&
    isHashes(value["schema"]) &&
    isHashes(value["files"])
  );
}

function isHashes(value: unknown): value is Hashes {
  return isRecord(value) && Object.values(value).every((hash) => typeof hash === "string");
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
