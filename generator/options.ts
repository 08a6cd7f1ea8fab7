import { dirname } from "node:path";
import type { Diagnostic } from "./diagnostics.js";
import type { CustomEmitter } from "./emit/custom.js";
import type { JsonMembers, RestOptions } from "./plan/data/json-calls.js";
import type { JsonNames } from "./plan/data/json-names.js";
import type { CoveragePlan } from "./plan/data/plan.js";
import { isWebUrl } from "./origin.js";
import type { OnProgress } from "./progress.js";
import type { FetchOptions, Network } from "./read/request-options.js";
import type { SubstituteOptions } from "./read/substitutes.js";
import { baseFolder, realPath, shownFrom } from "./read/source.js";
import type { InputFile } from "./write/manifest.js";
import type { FileAction } from "./write/write.js";

/** Options of one contract. Paths are relative to the working folder, in a configuration file to the folder of that file. */
export interface ContractOptions extends FetchOptions {
  /** WSDL documents of the contract: paths, or with `allowNetwork` URLs. */
  readonly wsdl: string | readonly string[];
  /** Output folder (default: `generated`). */
  readonly out?: string;
  /** Folders outside the WSDL folders and their checkouts that imports may refer to. */
  readonly allow?: readonly string[];
  /** Files to read in place of other documents, by the location of an import as it is written or as it is resolved. */
  readonly map?: Readonly<Record<string, string>>;
  /** OASIS XML Catalogs that give documents in place of others. */
  readonly catalog?: readonly string[];
  /** Fetch remote documents over HTTP or HTTPS from public addresses; without it nothing is fetched. */
  readonly allowNetwork?: boolean;
  /** Fetch remote documents also from loopback, private and link-local addresses. */
  readonly allowPrivateNetwork?: boolean;
  /** Folder of fetched documents: documents in it are read from there, others are saved in it. */
  readonly save?: string;
  /** Treat undeclared types as `xs:any` content and repair common errors, with warnings. */
  readonly lenient?: boolean;
  /** Names of the services to generate (default: all). A service that is derived has the name of its port type. */
  readonly service?: readonly string[];
  /** Names of the ports to generate (default: all). */
  readonly port?: readonly string[];
  /** Names of the operations to generate (default: all). */
  readonly operation?: readonly string[];
  /**
   * Names of alternatives to generate: branches of choices, members of substitution groups, derived types. Where a contract offers one of them, the
   * others are omitted (default: all).
   */
  readonly choose?: readonly string[];
  /** Names of optional elements and of blocks of Header to leave out (default: none). */
  readonly omit?: readonly string[];
  /**
   * `plain`: numbers and `Date`, with the losses that the reference of the generator names, for all values that the next three options do not
   * choose (default: `exact`).
   */
  readonly values?: "exact" | "plain";
  /** Values of xs:dateTime (default: XsdDateTime); a value that a Date does not represent exactly is refused. */
  readonly dates?: "XsdDateTime" | "Date";
  /** Values of xs:decimal (default: Decimal); a value that a number does not represent exactly is refused. */
  readonly decimal?: "Decimal" | "number" | "string";
  /** Values of xs:long, xs:integer and types like them (default: bigint); a value that a number does not represent exactly is refused. */
  readonly long?: "bigint" | "number" | "string";
  /** Values of xs:QName and xs:NOTATION (default: text, with the prefix of the message; with `json` resolved); `resolved`: namespace and name. */
  readonly qnames?: "text" | "resolved";
  /** Names of properties (default: contract, the names of the contract); the names in messages are the same. */
  readonly names?: "contract" | "camel";
  /** `types`: write enumerations, records and messages alone, without codecs, client and server (default: `all`). */
  readonly emit?: "all" | "types";
  /** `functions`: write `functions.ts`, with a function for each operation, in place of the class of `client.ts` (default: `class`). */
  readonly client?: "class" | "functions";
  /** Also write `json.ts`, which reads and writes every message as JSON, and `openapi.json`, which describes that JSON (default: false). */
  readonly json?: boolean;
  /** Also write `schemas.ts`: a validator of every record and message as a Standard Schema (default: false). */
  readonly schemas?: boolean;
  /** `msw`: also write `mocks.ts`, with a mock of each service as handlers of MSW (default: `none`). */
  readonly mocks?: "none" | "msw";
  /** Write files of their own beside those of the generator. */
  readonly emitters?: readonly CustomEmitter[];
  /** How single operations are called over JSON, by their names over JSON (default: each is `POST /{operation}`). */
  readonly rest?: RestOptions;
  /**
   * Names of members in JSON (default: contract, those of the properties); `camel`: in camel case; an object: the same, with its names
   * for those of the properties.
   */
  readonly jsonNames?: JsonNames;
  /** What `openapi.json` has besides what follows from the contract, as a JSON Merge Patch of RFC 7396 (default: nothing). */
  readonly openapi?: JsonMembers;
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
export interface Settings extends FetchOptions, Required<SubstituteOptions> {
  readonly wsdls: readonly string[];
  readonly out: string;
  /** Includes the folders of mapped files and catalogs. */
  readonly allow: readonly string[];
  readonly network: Network;
  readonly save: string | undefined;
  readonly lenient: boolean;
  readonly service: readonly string[] | undefined;
  readonly port: readonly string[] | undefined;
  readonly operation: readonly string[] | undefined;
  readonly choose: readonly string[] | undefined;
  readonly omit: readonly string[] | undefined;
  readonly values: ContractOptions["values"] | undefined;
  readonly dates: ContractOptions["dates"] | undefined;
  readonly decimal: ContractOptions["decimal"] | undefined;
  readonly long: ContractOptions["long"] | undefined;
  readonly qnames: ContractOptions["qnames"] | undefined;
  readonly names: ContractOptions["names"] | undefined;
  readonly emit: ContractOptions["emit"] | undefined;
  readonly client: ContractOptions["client"] | undefined;
  readonly json: boolean;
  readonly schemas: boolean;
  readonly mocks: ContractOptions["mocks"] | undefined;
  readonly emitters: readonly CustomEmitter[];
  readonly rest: RestOptions;
  readonly jsonNames: JsonNames | undefined;
  readonly openapi: JsonMembers | undefined;
  /** The folder that names of schema files are relative to. */
  readonly base: string;
  /** Names of the WSDLs, relative to it. */
  readonly shown: readonly string[];
}

/** The output folder unless another is given. */
export const defaultOut = "generated";

/** The output folder, relative to the working folder. */
export function shownOut({ out = defaultOut }: Omit<ContractOptions, "wsdl">): string {
  return shownFrom(".", out) || ".";
}

export function settingsOf(options: ContractOptions & NamedNetwork): Settings {
  const { out = defaultOut, allow = [], lenient = false, save } = options;
  const { service, port, operation, choose, omit } = options;
  const {
    values,
    dates,
    decimal,
    long,
    qnames,
    names,
    emit,
    client,
    json = false,
    schemas = false,
    mocks,
    emitters = [],
    rest = {},
  } = options;
  const { map = {}, catalog = [], jsonNames, openapi } = options;
  const wsdls = wsdlsOf(options);
  const base = baseFolder(wsdls[0] ?? "", out);
  const shown = wsdls.map((wsdl) => (isWebUrl(wsdl) ? wsdl : shownFrom(base, realPath(wsdl))));
  const selection = { service, port, operation, choose, omit };
  return {
    wsdls,
    out,
    allow: [...allow, ...foldersOf([...Object.values(map), ...catalog])],
    map,
    catalog,
    network: networkOf(options),
    save,
    lenient,
    ...selection,
    values,
    dates,
    decimal,
    long,
    // A prefix means nothing without the declarations of its message, which JSON does not have.
    qnames: qnames ?? (json ? "resolved" : undefined),
    names,
    emit,
    client,
    json,
    schemas,
    mocks,
    emitters,
    rest,
    jsonNames,
    openapi,
    ...fetchOptionsOf(options),
    base,
    shown,
  };
}

function fetchOptionsOf({ header, basic, certificate, key, ca }: FetchOptions): FetchOptions {
  const given = Object.entries({ header, basic, certificate, key, ca });
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}

function foldersOf(files: readonly string[]): readonly string[] {
  return files.map((file) => dirname(realPath(file)));
}

export function wsdlsOf({ wsdl }: Pick<ContractOptions, "wsdl">): readonly string[] {
  return typeof wsdl === "string" ? [wsdl] : wsdl;
}
