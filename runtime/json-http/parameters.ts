/** Members of an input that are in the path, the query and the headers of a request. */
import { JsonError } from "../json/errors.js";
import { nearestName, unknownText } from "../json/nearest-name.js";
import type { JsonParameter, JsonParameters } from "./service.js";

/** JSON of a member, as a document would have it. */
type Given = Readonly<Record<string, unknown>>;

/** Where a request has its parameters. */
export interface ParameterTexts {
  /** By name, decoded. */
  readonly inPath: ReadonlyMap<string, string>;
  readonly inQuery: Iterable<readonly [name: string, text: string]>;
  /** The text of a header, by its name in lower case. */
  readonly inHeader: (name: string) => string | undefined;
}

/**
 * The members of a request.
 * @throws JsonError for a name that is no parameter, a second value of one that has a single one, and an empty header
 */
export function readParameters(
  parameters: JsonParameters,
  { inPath, inQuery, inHeader }: ParameterTexts,
): Given {
  const texts = new Map<string, string[]>();
  for (const [name, text] of inPath) texts.set(name, [text]);
  for (const [name, { header }] of Object.entries(parameters)) {
    if (header === undefined) continue;
    const text = inHeader(header);
    if (text !== undefined) texts.set(name, [headerText(text, header)]);
  }
  for (const [name, text] of inQuery) {
    const known = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
    if (known?.in !== "query") throw unknownParameter(name, parameters);
    const before = texts.get(name);
    if (before === undefined) texts.set(name, [text]);
    else if (known.list === true) before.push(text);
    else throw new JsonError("DuplicateMember", "The query has that parameter already.", [name]);
  }
  return Object.fromEntries(
    [...texts].map(([name, all]) => [name, valueOf(parameters[name] ?? { in: "path", kind: "text" }, all)]),
  );
}

function unknownParameter(name: string, parameters: JsonParameters): JsonError {
  const inQuery = Object.keys(parameters).filter((each) => parameters[each]?.in === "query");
  return new JsonError("UnknownMember", unknownText("parameter", nearestName(name, inQuery)), [name]);
}

/**
 * The text of a header; of one in quotation marks, as strings of RFC 9651 are, what is between them.
 * @throws JsonError for an empty one: the caller has lost what belongs there
 */
function headerText(text: string, header: string): string {
  const [, string] = /^"((?:[^"\\]|\\["\\])*)"$/.exec(text) ?? [];
  const value = string === undefined ? text : string.replace(/\\(.)/g, "$1");
  if (value === "") throw new JsonError("WrongValue", "The header is empty.", [header]);
  return value;
}

function valueOf({ kind, list = false }: JsonParameter, texts: readonly string[]): unknown {
  const values = texts.map((text) => jsonOf(kind, text));
  return list ? values : values[0];
}

const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** A text that is not of the kind stays a text, which the reader of the member refuses. */
function jsonOf(kind: JsonParameter["kind"], text: string): unknown {
  if (kind === "number" && number.test(text)) return Number(text);
  if (kind === "boolean" && (text === "true" || text === "false")) return text === "true";
  return text;
}

/** A call as a request has it. */
export interface WrittenParameters {
  /** With the values of its parameters, and the query. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Members of the document that are no parameters. */
  readonly rest: Given;
}

/**
 * Writes the members of a document that are parameters.
 * @throws RangeError for a member in the path that is absent, or empty
 */
export function writeParameters(
  path: string,
  parameters: JsonParameters,
  document: Given,
): WrittenParameters {
  const rest = Object.entries(document).filter(([name]) => !Object.hasOwn(parameters, name));
  const textsOf = (name: string): readonly string[] => {
    const value = Object.hasOwn(document, name) ? document[name] : undefined;
    return value === undefined || value === null ? [] : (Array.isArray(value) ? value : [value]).map(String);
  };
  const filled = path.replace(/\{([^{}]*)\}/g, (_, name: string) => {
    const [text = ""] = textsOf(name);
    if (text === "" || text === "." || text === "..") throw new RangeError(`${name} in the path has no text`);
    return encodeURIComponent(text);
  });
  const query = new URLSearchParams();
  for (const [name, { in: place }] of Object.entries(parameters))
    if (place === "query") for (const text of textsOf(name)) query.append(name, text);
  const headers = Object.entries(parameters).flatMap(([name, { header }]) => {
    const [text] = header === undefined ? [] : textsOf(name);
    return header === undefined || text === undefined ? [] : [[header, text] as const];
  });
  const text = query.toString();
  return {
    target: `/${filled}${text === "" ? "" : `?${text}`}`,
    headers: Object.fromEntries(headers),
    rest: Object.fromEntries(rest),
  };
}
