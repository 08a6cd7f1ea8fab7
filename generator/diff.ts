import { existsSync } from "node:fs";
import { dirname } from "node:path";
import type { Change } from "./compare/changes.js";
import { ruleTable } from "./compare/rules.js";
import { Diagnostics, filled, type Diagnostic } from "./diagnostics.js";
import type { ContractModel } from "./model/types.js";
import { settingsOf, wsdlsOf, type ContractOptions, type Settings } from "./options.js";
import { isWebUrl, type Origin } from "./origin.js";
import { loadContract } from "./read/load.js";
import { Revision, RevisionError } from "./read/revision.js";
import { realPath, shownFrom } from "./read/source.js";
import { modelContract } from "./stages.js";

/** Options of `diff`: those that describe a contract apply to both versions. */
export interface DiffOptions extends Omit<ContractOptions, "wsdl" | "out"> {
  /** The old version: a path, with `allowNetwork` a URL, or `REVISION:path` for a file of a revision of the checkout. */
  readonly old: string;
  /** The new version, in the same ways. */
  readonly new: string;
}

/** One change of a contract, as it is printed. */
export interface ContractChange {
  /** Of the rule in `docs/reference/differences.md`. */
  readonly code: Change["code"];
  readonly message: string;
  readonly hint: string;
  /** Callers of the old contract may fail with servers of the new one. */
  readonly breaksCallers: boolean;
  /** Servers of the old contract may fail with callers of the new one. */
  readonly breaksServers: boolean;
  /** `file:line:column` in the old version; undefined if nothing of it is there. */
  readonly old: string | undefined;
  /** `file:line:column` in the new version; undefined if nothing of it is there. */
  readonly new: string | undefined;
  /** Operations whose messages it is in. */
  readonly operations: readonly string[];
  /** Whether it is in requests, or in responses and faults. */
  readonly directions: readonly ("request" | "response")[];
}

/** Result of `diff`. */
export interface DiffResult {
  /** Undefined if one of the versions cannot be read. What breaks callers comes first, then what breaks servers. */
  readonly changes: readonly ContractChange[] | undefined;
  /** Errors and warnings about both versions. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Documents of one version. */
interface Documents {
  /** Undefined for files as they are now. */
  readonly revision: string | undefined;
  readonly wsdls: readonly string[];
}

/** A contract that was read, and how messages call its files. */
interface Version {
  readonly model: ContractModel;
  readonly diagnostics: Diagnostics;
}

/** Compares two versions of a contract. Rejects only for an internal error. */
export async function diffVersions({ old, new: fresh, ...options }: DiffOptions): Promise<DiffResult> {
  return compareDocuments(documentsOf(old), documentsOf(fresh), options);
}

/** Compares a contract with a revision of its WSDLs. */
export async function diffAgainst(revision: string, contract: ContractOptions): Promise<DiffResult> {
  const wsdls = wsdlsOf(contract);
  return compareDocuments({ revision, wsdls }, { revision: undefined, wsdls }, contract);
}

function documentsOf(text: string): Documents {
  const [, revision, path] = /^([^:-][^:]*):(.+)$/.exec(text) ?? [];
  if (isWebUrl(text) || existsSync(text) || revision === undefined || path === undefined)
    return { revision: undefined, wsdls: [text] };
  return { revision, wsdls: [path] };
}

async function compareDocuments(
  old: Documents,
  fresh: Documents,
  options: Omit<ContractOptions, "wsdl">,
): Promise<DiffResult> {
  const [one, other] = [await read(old, options), await read(fresh, options)];
  const diagnostics = [...one.diagnostics.all, ...other.diagnostics.all];
  if (one.model === undefined || other.model === undefined) return { changes: undefined, diagnostics };
  const { compareModels } = await import("./compare/compare.js");
  const place = (version: Pick<Version, "diagnostics">, origin: Origin | undefined): string | undefined =>
    origin && `${version.diagnostics.place(origin.file)}:${origin.line}:${origin.column}`;
  const changes = compareModels(one.model, other.model).map((change): ContractChange => {
    const { code, values, callers, servers, operations, directions } = change;
    const { message, hint } = ruleTable[code];
    return {
      code,
      message: filled(message, values),
      hint: filled(hint, values),
      breaksCallers: callers,
      breaksServers: servers,
      old: place(one, change.old),
      new: place(other, change.new),
      operations,
      directions,
    };
  });
  return { changes, diagnostics };
}

async function read(
  { revision, wsdls }: Documents,
  options: Omit<ContractOptions, "wsdl">,
): Promise<Omit<Version, "model"> & { readonly model: ContractModel | undefined }> {
  const settings = settingsOf({ ...options, wsdl: wsdls });
  if (revision !== undefined) return readRevision(revision, settings);
  const diagnostics = new Diagnostics(shownFrom(realPath("."), settings.base));
  return { diagnostics, model: await modelContract(settings, diagnostics) };
}

async function readRevision(
  name: string,
  settings: Settings,
): Promise<Omit<Version, "model"> & { readonly model: ContractModel | undefined }> {
  const diagnostics = new Diagnostics(`${name}:`);
  let revision: Revision | undefined;
  try {
    const [first = ""] = settings.wsdls;
    revision = new Revision(name, existsSync(dirname(first)) ? dirname(first) : ".");
    const wsdls = copied(revision, settings);
    const within = { ...settings, wsdls, base: revision.folder, allow: [...settings.allow, revision.folder] };
    return { diagnostics, model: await modelContract(within, diagnostics) };
  } catch (error) {
    if (!(error instanceof RevisionError)) throw error;
    diagnostics.reportFile("MG5012", name, { revision: name, reason: error.message });
    return { diagnostics, model: undefined };
  } finally {
    revision?.remove();
  }
}

/** Copies the WSDLs and the documents that they lead to; returns the paths of the WSDLs in the temporary folder. */
function copied(revision: Revision, { wsdls, allow }: Settings): readonly string[] {
  const paths = wsdls.map((wsdl) => {
    if (isWebUrl(wsdl)) throw new RevisionError(`${wsdl} is not a file of the checkout`);
    const path = revision.pathOf(realPath(wsdl));
    if (!revision.copy(path)) throw new RevisionError(`the revision has no file ${wsdl}`);
    return path;
  });
  const options = { wsdls: paths, base: revision.folder, allow: [...allow, revision.folder] };
  for (let isNew = true; isNew;) {
    const { missing } = loadContract(options, new Diagnostics());
    isNew = missing.map((path) => revision.copy(path)).includes(true);
  }
  return paths;
}
