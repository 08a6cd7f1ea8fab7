/** Operations over JSON and HTTP: their methods and paths, and where the members of their inputs are. */

export const jsonMethods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

/** Method of a request over JSON. */
export type JsonMethod = (typeof jsonMethods)[number];

/** How one operation is called over JSON, where that is not `POST /{operation}`. */
export interface RestOperation {
  /** Default: POST. */
  readonly method?: JsonMethod;
  /** Path below that of the interface, for example `/orders/{number}`: a name in braces is a member of the input. Default: the name. */
  readonly path?: string;
  /** Members of the input that are in the query. Default: none; for GET and DELETE all that are not in the path. */
  readonly query?: readonly string[];
  /** HTTP status of a result: 200, 201 or 202 (default: 200). */
  readonly status?: 200 | 201 | 202;
  /** Tag in `openapi.json` (default: none). */
  readonly tag?: string;
  /** Summary in `openapi.json` (default: the name in the WSDL). */
  readonly summary?: string;
}

/** By the names of the operations over JSON. */
export type RestOptions = Readonly<Record<string, RestOperation>>;

export interface JsonCallPlan {
  /** Unique name: that in the WSDL, with a number behind it where others have the same. */
  readonly name: string;
  readonly method: JsonMethod;
  /** Without its first slash, percent-encoded, with `{member}` for parameters. */
  readonly path: string;
  /** Those of the path in its order, then those of the query. */
  readonly parameters: readonly JsonParameterPlan[];
  /** Of a response with a value. */
  readonly status: number;
  readonly tag: string | undefined;
  readonly summary: string | undefined;
}

export interface JsonParameterPlan {
  /** Member of the input, and name in the path or query. */
  readonly property: string;
  readonly in: "path" | "query";
}

/** True for a method whose requests have no body. */
export function isBodyless(method: JsonMethod): boolean {
  return method === "GET" || method === "DELETE";
}
