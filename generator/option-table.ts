/** The options of a contract, each in one row. */
import type { CustomEmitter } from "./emit/custom.js";
import {
  flag,
  isRecord,
  isText,
  oneOf,
  record,
  text,
  texts,
  textsByName,
  type Check,
  type ValueOf,
} from "./option-checks.js";
import type { OptionRow, PathFrom } from "./option-row.js";
import { isWebUrl } from "./origin.js";
import type { JsonMembers, RestOptions } from "./plan/data/json-calls.js";
import type { JsonNames } from "./plan/data/json-names.js";
import { isAddress } from "./read/names.js";

const isEmitter = (value: unknown): boolean =>
  isRecord(value) && isText(value["name"]) && typeof value["emit"] === "function";

const emitters: Check<readonly CustomEmitter[]> = {
  wanted: "an array of objects with a name and a function emit",
  holds: (value): value is readonly CustomEmitter[] => Array.isArray(value) && value.every(isEmitter),
};

const jsonNames: Check<JsonNames> = {
  wanted: '"contract", "camel" or an object whose values are texts',
  holds: (value): value is JsonNames => value === "contract" || value === "camel" || textsByName.holds(value),
};

type Texts = readonly string[];
type TextsByName = Readonly<Record<string, string>>;

const pathFrom = (path: string, from: PathFrom): string => from(path);
const file = { ...text, rebase: pathFrom, about: "documents" } as const;
const pathsFrom = (paths: Texts, from: PathFrom): Texts => paths.map(from);
const files = { ...texts, rebase: pathsFrom, about: "documents" } as const;
const given = { manifest: "given" } as const;
const written = { about: "output" } as const;
const selected = { ...texts, ...given, otherwise: "all" } as const;

/** A location that is a path is also compared resolved: relative to the folder of the configuration file. */
function mapFrom(map: TextsByName, from: PathFrom): TextsByName {
  const entries = Object.entries(map).flatMap(([location, target]) =>
    [...new Set([location, isAddress(location) ? location : from(location)])].map(
      (each) => [each, isWebUrl(target) ? target : from(target)] as const,
    ),
  );
  return Object.fromEntries(entries);
}

/** Every option but the WSDLs, in the order of the help. */
export const optionRows = {
  /** Output folder (default: `generated`). */
  out: {
    ...text,
    rebase: pathFrom,
    flags: "--out <dir>",
    help: "output folder",
    standard: "generated",
    ...written,
  },
  /** Folders outside the WSDL folders and their checkouts that imports may refer to. */
  allow: {
    ...files,
    flags: "--allow <dir>",
    help: "folder outside the WSDL folder and its checkout that imports may refer to",
    standard: [],
    combine: (given: Texts, added: Texts): Texts => [...given, ...added],
  },
  /** Files and URLs to read in place of other documents, by the location of an import as it is written or as it is resolved. */
  map: {
    ...textsByName,
    flags: "--map <location=file>",
    help: "file or URL to read in place of the document at a location of an import or a WSDL",
    standard: {},
    rebase: mapFrom,
    combine: (given: TextsByName, added: TextsByName): TextsByName => ({ ...given, ...added }),
    manifest: "files",
    about: "documents",
  },
  /** OASIS XML Catalogs that give documents in place of others. */
  catalog: {
    ...files,
    flags: "--catalog <file>",
    help: "OASIS XML Catalog with documents to read in place of others",
    standard: [],
    combine: (given: Texts, added: Texts): Texts => [...added, ...given],
    manifest: "files",
  },
  /** Fetch remote documents over HTTP or HTTPS from public addresses; without it nothing is fetched. */
  allowNetwork: {
    ...flag,
    flags: "--allow-network",
    help: "fetch remote documents over HTTP or HTTPS from public addresses",
    otherwise: "nothing is fetched",
    about: "documents",
  },
  /** Fetch remote documents also from loopback, private and link-local addresses. */
  allowPrivateNetwork: {
    ...flag,
    flags: "--allow-private-network",
    help: "the same, also from loopback, private and link-local addresses",
    about: "documents",
  },
  /** Folder of fetched documents: documents in it are read from there, others are saved in it. */
  save: {
    ...file,
    flags: "--save <dir>",
    help: "folder of fetched documents: read those in it, and save others in it",
  },
  /** HTTP headers, `Name: value`; `@FILE` stands for the lines of a file. Sent to the servers of the WSDLs only, as is `basic`. */
  header: {
    ...texts,
    flags: "--header <line>",
    help: "HTTP header for the servers of the WSDLs: 'Name: value', or @FILE with such lines",
    rebase: (lines: Texts, from: PathFrom): Texts =>
      lines.map((each) => (each.startsWith("@") ? `@${from(each.slice(1))}` : each)),
    about: "documents",
  },
  /** File with `user:password` on its first line, for HTTP Basic authentication. */
  basic: {
    ...file,
    flags: "--basic <file>",
    help: "file with user:password for the servers of the WSDLs (HTTP Basic)",
  },
  /** File with the client certificate, PEM. */
  certificate: {
    ...file,
    flags: "--certificate <file>",
    help: "client certificate for the servers of the WSDLs, PEM",
  },
  /** File with its private key, PEM. */
  key: { ...file, flags: "--key <file>", help: "private key of the client certificate, PEM" },
  /** File with the certificates of the authorities that servers may have, PEM, in place of those of Node. */
  ca: {
    ...file,
    flags: "--ca <file>",
    help: "certificates of authorities, PEM",
    otherwise: "those of Node",
  },
  /** Treat undeclared types as `xs:any` content and repair common errors, with warnings. */
  lenient: {
    ...flag,
    flags: "--lenient",
    help: "treat undeclared types as xs:any content and repair common errors, with warnings",
    standard: false,
    manifest: "always",
  },
  /** Names of the services to generate (default: all). A service that is derived has the name of its port type. */
  service: { ...selected, flags: "--service <name>", help: "generate only this service" },
  /** Names of the ports to generate (default: all). */
  port: { ...selected, flags: "--port <name>", help: "generate only this port" },
  /** Names of the operations to generate (default: all). */
  operation: { ...selected, flags: "--operation <name>", help: "generate only this operation and its types" },
  /**
   * Names of alternatives to generate: branches of choices, members of substitution groups, derived types. Where a contract offers one of them, the
   * others are omitted (default: all).
   */
  choose: {
    ...selected,
    flags: "--choose <name>",
    help: "of alternatives (branches, members of a group, derived types) generate only this one",
  },
  /** Names of optional elements and of blocks of Header to leave out (default: none). */
  omit: {
    ...selected,
    flags: "--omit <name>",
    help: "leave out this optional element or block of Header",
    otherwise: "none",
  },
  /** Names of operations whose server gets the `xs:base64Binary` elements of its input undecoded, as `LazyBytes` (default: none). */
  lazyBytes: {
    ...texts,
    flags: "--lazy-bytes <operation>",
    help: "leave xs:base64Binary in the input of this operation undecoded for its server",
    otherwise: "none",
    ...given,
    ...written,
  },
  /** Names of operations whose server may give its result, an `xs:string`, in pieces (default: none). */
  textPieces: {
    ...texts,
    flags: "--text-pieces <operation>",
    help: "let the server give the xs:string that this operation returns in pieces",
    otherwise: "none",
    ...given,
    ...written,
  },
  /**
   * `plain`: numbers and `Date`, with the losses that the reference of the generator names, for all values that the next three options do not
   * choose (default: `exact`).
   */
  values: {
    ...oneOf("exact", "plain"),
    ...given,
    flags: "--values <kind>",
    help: "values of xs:dateTime, xs:decimal and large integers",
  },
  /** Values of xs:dateTime (default: XsdDateTime); a value that a Date does not represent exactly is refused. */
  dates: { ...oneOf("XsdDateTime", "Date"), ...given, flags: "--dates <type>", help: "type of xs:dateTime" },
  /** Values of xs:decimal (default: Decimal); a value that a number does not represent exactly is refused. */
  decimal: {
    ...oneOf("Decimal", "number", "string"),
    ...given,
    flags: "--decimal <type>",
    help: "type of xs:decimal",
  },
  /** Values of xs:long, xs:integer and types like them (default: bigint); a value that a number does not represent exactly is refused. */
  long: {
    ...oneOf("bigint", "number", "string"),
    ...given,
    flags: "--long <type>",
    help: "type of xs:long, xs:integer and the like",
  },
  /** Values of xs:QName and xs:NOTATION (default: text, with the prefix of the message; with `json` resolved); `resolved`: namespace and name. */
  qnames: { ...oneOf("text", "resolved"), ...given, flags: "--qnames <type>", help: "type of xs:QName" },
  /** Names of properties (default: contract, the names of the contract); the names in messages are the same. */
  names: { ...oneOf("contract", "camel"), ...given, flags: "--names <style>", help: "names of properties" },
  /** `types`: write enumerations, records and messages alone, without codecs, client and server (default: `all`). */
  emit: { ...oneOf("all", "types"), ...given, ...written, flags: "--emit <files>", help: "files to write" },
  /** `functions`: write `functions.ts`, with a function for each operation, in place of the class of `client.ts` (default: `class`). */
  client: {
    ...oneOf("class", "functions"),
    ...given,
    ...written,
    flags: "--client <form>",
    help: "form of the client",
  },
  /** Also write `json.ts`, which reads and writes every message as JSON, and `openapi.json`, which describes that JSON (default: false). */
  json: {
    ...flag,
    flags: "--json",
    help: "also write json.ts, which reads and writes every message as JSON, and openapi.json",
    standard: false,
    manifest: "printed",
    ...written,
  },
  /** Also write `schemas.ts`: a validator of every record and message as a Standard Schema (default: false). */
  schemas: {
    ...flag,
    flags: "--schemas",
    help: "also write schemas.ts, which validates every record and message as a Standard Schema",
    standard: false,
    manifest: "printed",
    ...written,
  },
  /** `msw`: also write `mocks.ts`, with a mock of each service as handlers of MSW (default: `none`). */
  mocks: {
    ...oneOf("none", "msw"),
    ...given,
    ...written,
    flags: "--mocks <tool>",
    help: "also write mocks.ts, with a mock of each service for",
  },
  /** Write files of their own beside those of the generator. */
  emitters: {
    ...emitters,
    help: "emitters of files beside those of the generator",
    standard: [],
    ...written,
  },
  /** How single operations are called over JSON, by their names over JSON (default: each is `POST /{operation}`). */
  rest: {
    ...record<RestOptions>(),
    help: "how single operations are called over JSON",
    standard: {},
    otherwise: "`POST /{operation}` for each",
    manifest: "printed",
  },
  /**
   * Names of members in JSON (default: contract, those of the properties); `camel`: in camel case; an object: the same, with its names
   * for those of the properties.
   */
  jsonNames: { ...jsonNames, help: "names of members in JSON", otherwise: "`contract`", manifest: "printed" },
  /** What `openapi.json` has besides what follows from the contract, as a JSON Merge Patch of RFC 7396 (default: nothing). */
  openapi: {
    ...record<JsonMembers>(),
    help: "what `openapi.json` has besides what follows from the contract, as a JSON Merge Patch",
    otherwise: "nothing",
    manifest: "printed",
  },
} as const satisfies Readonly<Record<string, OptionRow>>;

/** The same with the WSDLs: every option of a contract of a configuration file, without that about its scaffold. */
export const contractRows: Readonly<Record<"wsdl" | OptionName, OptionRow>> = {
  wsdl: {
    wanted: "a text or an array of texts",
    holds: (value): value is unknown => isText(value) || (texts.holds(value) && value.length > 0),
    help: "WSDL documents of the contract: paths or URLs",
    otherwise: "required",
  },
  ...optionRows,
};

type Rows = typeof optionRows;
export type OptionName = keyof Rows;

/** Options of files that are written. */
export type OutputOption = {
  [Name in OptionName]: Rows[Name] extends { readonly about: "output" } ? Name : never;
}[OptionName];

/** The options as a program gives them. */
export type GivenOptions = { readonly [Name in keyof Rows]?: ValueOf<Rows[Name]> };

/** The options with their defaults. */
export type SettledOptions = GivenOptions & {
  readonly [Name in OptionName as Rows[Name] extends { readonly standard: unknown } ? Name : never]: ValueOf<
    Rows[Name]
  >;
};
