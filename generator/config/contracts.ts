import { dirname, resolve } from "node:path";
import type { Diagnostics } from "../diagnostics.js";
import { defaultOut, wsdlsOf, type ContractOptions } from "../options.js";
import { isWebUrl } from "../origin.js";
import { isAddress } from "../read/names.js";
import { realPath, shownFrom } from "../read/source.js";
import type { Config, ContractConfig, ScaffoldOptions } from "./config.js";
import { findConfig, loadConfig } from "./load.js";
import { contractFields, validConfig } from "./validate.js";

type Overrides = Partial<Omit<ContractOptions, "wsdl">>;

/** Options of the command line that decide which contracts a run is about. */
export interface ContractFlags extends Overrides {
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
  const overrides = overridesOf(flags);
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

/** The options of a contract among the flags of a command. */
function overridesOf(flags: ContractFlags): Overrides {
  return Object.fromEntries(Object.entries(flags).filter(([name]) => Object.hasOwn(contractFields, name)));
}

/** The contracts with absolute paths. */
function rebased({ contracts }: Config, folder: string): readonly ContractConfig[] {
  const from = (path: string): string => resolve(folder, path);
  return contracts.map((contract) => ({
    ...contract,
    wsdl: wsdlsOf(contract).map((wsdl) => (isWebUrl(wsdl) ? wsdl : from(wsdl))),
    out: from(contract.out ?? defaultOut),
    allow: (contract.allow ?? []).map(from),
    map: rebasedMap(contract.map ?? {}, from),
    catalog: (contract.catalog ?? []).map(from),
    ...filesOf(contract, from),
    scaffold: rebasedScaffold(contract.scaffold ?? {}, from),
  }));
}

/** A location that is a path is also compared resolved: relative to the folder of the configuration file. */
function rebasedMap(
  map: Readonly<Record<string, string>>,
  from: (path: string) => string,
): Readonly<Record<string, string>> {
  const entries = Object.entries(map).flatMap(([location, file]) =>
    [...new Set([location, isAddress(location) ? location : from(location)])].map(
      (each) => [each, from(file)] as const,
    ),
  );
  return Object.fromEntries(entries);
}

/** Options that name one file or folder. */
function filesOf(contract: ContractConfig, from: (path: string) => string): Partial<ContractConfig> {
  const { save, basic, certificate, key, ca } = contract;
  const named = Object.entries({ save, basic, certificate, key, ca });
  const given = named.flatMap(([name, path]) => (path === undefined ? [] : [[name, from(path)] as const]));
  const { header } = contract;
  const headers = header?.map((each) => (each.startsWith("@") ? `@${from(each.slice(1))}` : each));
  return { ...Object.fromEntries(given), ...(headers === undefined ? {} : { header: headers }) };
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
  overrides: Overrides,
  diagnostics: Diagnostics,
): readonly ContractConfig[] | undefined {
  if (overrides.out !== undefined && contracts.length > 1)
    diagnostics.reportFile("MG5009", commandLine, { count: String(contracts.length) });
  if (diagnostics.hasErrors) return undefined;
  return contracts.map((contract) => ({
    ...contract,
    ...overrides,
    allow: [...(contract.allow ?? []), ...(overrides.allow ?? [])],
    map: { ...contract.map, ...overrides.map },
    catalog: [...(overrides.catalog ?? []), ...(contract.catalog ?? [])],
  }));
}

function shownFolder(folder: string): string {
  return shownFrom(realPath("."), folder) || ".";
}
