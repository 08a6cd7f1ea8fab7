import { dirname, resolve } from "node:path";
import type { Diagnostics } from "../diagnostics.js";
import type { PathFrom } from "../option-row.js";
import type { GivenOptions } from "../option-table.js";
import { optionsIn, rowOf } from "../option-values.js";
import { defaultOut, wsdlsOf } from "../options.js";
import { isWebUrl } from "../origin.js";
import { realPath, shownFrom } from "../read/source.js";
import type { Config, ContractConfig, ScaffoldOptions } from "./config.js";
import { findConfig, loadConfig } from "./load.js";
import { validConfig } from "./validate.js";

/** Options of the command line that decide which contracts a run is about. */
export interface ContractFlags extends GivenOptions {
  readonly config?: string;
  readonly only?: readonly string[];
}

/** The contracts of a run. */
export interface Selection {
  /** The configuration file, absolute; undefined if the command line names the contract. */
  readonly config: string | undefined;
  readonly contracts: readonly ContractConfig[];
}

/** Place of diagnostics about the command line. */
const commandLine = "command line";

/**
 * The contract of the command line, or those of the configuration file. Options of the command line apply to every
 * contract of the file and take precedence; `allow`, `map` and `catalog` add to those of the contract.
 *
 * @returns undefined, with diagnostics, if there are none, or the configuration has errors
 */
export async function selectContracts(
  wsdls: readonly string[],
  flags: ContractFlags,
  diagnostics: Diagnostics,
): Promise<Selection | undefined> {
  const { config, only } = flags;
  const overrides = optionsIn(flags);
  if (wsdls.length > 0) {
    if (config === undefined && only === undefined)
      return { config: undefined, contracts: [{ ...overrides, wsdl: wsdls }] };
    diagnostics.reportFile("MG5006", commandLine, { option: config === undefined ? "--only" : "--config" });
    return undefined;
  }
  const file = config ?? findConfig(diagnostics);
  if (file === undefined) {
    if (!diagnostics.hasErrors) diagnostics.reportFile("MG5001", commandLine, {});
    return undefined;
  }
  const loaded = await loadConfig(file, diagnostics);
  const valid = loaded === undefined ? undefined : validConfig(loaded, diagnostics);
  if (loaded === undefined || valid === undefined) return undefined;
  const all = rebased(valid, dirname(loaded.path));
  if (hasSharedFolder(all, loaded.shown, diagnostics)) return undefined;
  const contracts = overridden(chosen(all, only, diagnostics), overrides, diagnostics);
  return contracts === undefined ? undefined : { config: loaded.path, contracts };
}

/** The contracts with absolute paths. */
function rebased({ contracts }: Config, folder: string): readonly ContractConfig[] {
  const from = (path: string): string => resolve(folder, path);
  return contracts.map((contract) => ({
    ...contract,
    wsdl: wsdlsOf(contract).map((wsdl) => (isWebUrl(wsdl) ? wsdl : from(wsdl))),
    ...rebasedOptions({ out: defaultOut, ...optionsIn(contract) }, from),
    scaffold: rebasedScaffold(contract.scaffold ?? {}, from),
  }));
}

/** Options with absolute paths. */
function rebasedOptions(options: GivenOptions, from: PathFrom): GivenOptions {
  const entries = Object.entries<unknown>(options);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, rowOf(name)?.rebase?.(value, from) ?? value]),
  );
}

function rebasedScaffold(
  { implementation, test, ...rest }: ScaffoldOptions,
  from: (path: string) => string,
): ScaffoldOptions {
  return {
    ...rest,
    ...(implementation === undefined ? {} : { implementation: from(implementation) }),
    ...(test === undefined ? {} : { test: from(test) }),
  };
}

function folderOf({ out = defaultOut }: ContractConfig): string {
  return realPath(out);
}

function hasSharedFolder(
  contracts: readonly ContractConfig[],
  file: string,
  diagnostics: Diagnostics,
): boolean {
  const seen = new Map<string, number>();
  let shared = false;
  for (const [index, contract] of contracts.entries()) {
    const folder = folderOf(contract);
    const first = seen.get(folder);
    if (first === undefined) seen.set(folder, index);
    else {
      const names = { first: `contracts[${first}]`, second: `contracts[${index}]` };
      diagnostics.reportFile("MG5007", file, { ...names, folder: shownFolder(folder) });
      shared = true;
    }
  }
  return shared;
}

/** Contracts with one of the output folders. */
function chosen(
  contracts: readonly ContractConfig[],
  only: readonly string[] | undefined,
  diagnostics: Diagnostics,
): readonly ContractConfig[] {
  if (only === undefined) return contracts;
  const folders = contracts.map(folderOf);
  const known = folders.map(shownFolder).join(", ");
  for (const folder of only) {
    if (!folders.includes(realPath(folder))) diagnostics.reportFile("MG5008", commandLine, { folder, known });
  }
  const wanted = new Set(only.map(realPath));
  return contracts.filter((contract) => wanted.has(folderOf(contract)));
}

function overridden(
  contracts: readonly ContractConfig[],
  overrides: GivenOptions,
  diagnostics: Diagnostics,
): readonly ContractConfig[] | undefined {
  if (overrides.out !== undefined && contracts.length > 1)
    diagnostics.reportFile("MG5009", commandLine, { count: String(contracts.length) });
  if (diagnostics.hasErrors) return undefined;
  return contracts.map((contract) => ({ ...contract, ...combined(optionsIn(contract), overrides) }));
}

/** Options of the command line, together with those of a contract where they add to them. */
function combined(given: Readonly<Record<string, unknown>>, overrides: GivenOptions): GivenOptions {
  const entries = Object.entries<unknown>(overrides).map(([name, added]) => {
    const before = given[name];
    return [name, before === undefined ? added : (rowOf(name)?.combine?.(before, added) ?? added)] as const;
  });
  return Object.fromEntries(entries);
}

function shownFolder(folder: string): string {
  return shownFrom(realPath("."), folder) || ".";
}
