import { dirname } from "node:path";
import type { Diagnostic } from "./diagnostics.js";
import { optionRows, type GivenOptions, type SettledOptions } from "./option-table.js";
import { settled } from "./option-values.js";
import type { CoveragePlan } from "./plan/data/plan.js";
import { isWebUrl } from "./origin.js";
import type { OnProgress } from "./progress.js";
import type { Network } from "./read/request-options.js";
import { baseFolder, realPath, shownFrom } from "./read/source.js";
import type { InputFile } from "./write/manifest.js";
import type { FileAction } from "./write/write.js";

/** Options of one contract. Paths are relative to the working folder, in a configuration file to the folder of that file. */
export interface ContractOptions extends GivenOptions {
  /** WSDL documents of the contract: paths, or with `allowNetwork` URLs. */
  readonly wsdl: string | readonly string[];
}

/** Options of `generate`. */
export interface GenerateOptions extends ContractOptions {
  /** Write nothing; report the causes and the first difference of each file. */
  readonly check?: boolean;
  /** Write nothing; report the planned action for each file, even if nothing has changed. */
  readonly dryRun?: boolean;
  /** Called at the beginning of each stage, and during it with a count or a name of what is next. */
  readonly onProgress?: OnProgress;
}

/** Result of `generate`. */
export interface GenerateResult {
  /**
   * `current`: nothing to do. `written`: the output changed. `stale`: it would change, with `check` or `dryRun`.
   * `refused`: the diagnostics contain errors and nothing was written. With the other outcomes, errors are about operations
   * that the output omits.
   */
  readonly outcome: "current" | "written" | "stale" | "refused";
  /** Errors and warnings, sorted by place. Empty if nothing has changed: the contract is not read then. */
  readonly diagnostics: readonly Diagnostic[];
  /** The files of the output with the action for each; undefined if the contract has errors. */
  readonly files: readonly FileAction[] | undefined;
  /** How many operations of the contract the output offers; undefined if the contract was not read to its end. */
  readonly coverage: CoveragePlan | undefined;
  /** If `stale`: why the output is not current. */
  readonly causes: readonly string[];
  /** If `stale`: the first difference of each file, in lines of a unified diff. */
  readonly differences: readonly string[];
  /** The documents of the contract, as far as they are known, and files that it refers to but that do not exist. */
  readonly inputs: readonly InputFile[];
}

/** Of commands whose contract is named by a URL of this machine. */
export interface NamedNetwork {
  /** As `allowNetwork`, and from loopback addresses. */
  readonly allowLoopback?: boolean;
}

function networkOf(options: Omit<ContractOptions, "wsdl"> & NamedNetwork): Network {
  const { allowNetwork, allowLoopback, allowPrivateNetwork } = options;
  if (allowPrivateNetwork === true) return "any";
  if (allowLoopback === true) return "local";
  return allowNetwork === true ? "public" : "none";
}

/** Options with their defaults, and values derived from them. */
export interface Settings extends SettledOptions {
  readonly wsdls: readonly string[];
  /** Includes the folders of mapped files and catalogs. */
  readonly allow: readonly string[];
  readonly network: Network;
  /** The folder that names of schema files are relative to. */
  readonly base: string;
  /** Names of the WSDLs, relative to it. */
  readonly shown: readonly string[];
}

/** The output folder unless another is given. */
export const defaultOut = optionRows.out.standard;

/** The output folder, relative to the working folder. */
export function shownOut({ out = defaultOut }: Omit<ContractOptions, "wsdl">): string {
  return shownFrom(".", out) || ".";
}

export function settingsOf(options: ContractOptions & NamedNetwork): Settings {
  const given = settled(options);
  const { out, allow, map, catalog, json, qnames } = given;
  const wsdls = wsdlsOf(options);
  const base = baseFolder(wsdls[0] ?? "", out);
  return {
    ...given,
    // A prefix means nothing without the declarations of its message, which JSON does not have.
    ...(json && qnames === undefined ? { qnames: "resolved" } : {}),
    wsdls,
    allow: [...allow, ...foldersOf([...Object.values(map), ...catalog])],
    network: networkOf(options),
    base,
    shown: wsdls.map((wsdl) => (isWebUrl(wsdl) ? wsdl : shownFrom(base, realPath(wsdl)))),
  };
}

/** A URL is no file, whatever path its text would be. */
function foldersOf(targets: readonly string[]): readonly string[] {
  return targets.filter((target) => !isWebUrl(target)).map((file) => dirname(realPath(file)));
}

export function wsdlsOf({ wsdl }: Pick<ContractOptions, "wsdl">): readonly string[] {
  return typeof wsdl === "string" ? [wsdl] : wsdl;
}
