/** Operations over JSON and HTTP: their methods and paths, and where the members of their inputs are. */
import type { TypeNamePlan } from "./names.js";

export const jsonMethods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

/** Method of a request over JSON. */
export type JsonMethod = (typeof jsonMethods)[number];

/** Statuses that a result may have. */
export const jsonStatuses = [200, 201, 202, 204] as const;

/** True for a status that a declared fault may have; clients take the others for those of proxies and of credentials. */
export function isFaultStatus(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 400 && Number(value) < 600 && !credentials.has(value);
}

const credentials: ReadonlySet<unknown> = new Set([401, 403, 407]);

/** Statuses of `problemTable` of the runtime: with them, a problem need not be a declared fault. */
export const problemStatuses: ReadonlySet<number> = new Set([
  400, 401, 403, 404, 405, 406, 408, 413, 415, 422, 500, 501, 502, 503, 504,
]);

/** Values of members, by their names in JSON. */
export type JsonMembers = Readonly<Record<string, unknown>>;

/** How one operation is called over JSON, where that is not `POST /{operation}`. Members have their names in JSON. */
export interface RestOperation {
  /** `operationId` (default: the name of the operation). A second call of an operation needs one. */
  readonly name?: string;
  /** Default: POST. */
  readonly method?: JsonMethod;
  /** Path below that of the interface, for example `/orders/{number}`: a name in braces is a member of the input. Default: the name. */
  readonly path?: string;
  /** Members of the input that are in the query. Default: none; for GET and DELETE all that have no other place. */
  readonly query?: readonly string[];
  /** Members of the input that are HTTP headers, by the names of the headers (default: none). */
  readonly headers?: Readonly<Record<string, string>>;
  /** The member of the input that the request is instead of the whole input: path, query, headers, `fixed` and `defaults` name members of it. */
  readonly body?: string;
  /** Members whose value is always this one; callers cannot give them (default: none). */
  readonly fixed?: JsonMembers;
  /** Values of members that a request does not have (default: none). */
  readonly defaults?: JsonMembers;
  /** Members that the service refuses to be without although the contract does not require them: those of `openapi.json` (default: none). */
  readonly required?: readonly string[];
  /** Members of the input that the host supplies, for example from credentials; callers cannot give them (default: none). */
  readonly supplied?: readonly string[];
  /** Properties that the host adds to the input, where the contract has no member for them, with their types: a record, or `string`, `number` or `boolean` (default: none). */
  readonly beside?: Readonly<Record<string, string>>;
  /** HTTP status of a result: 200, 201 or 202, or 204 for one that is not sent (default: 200). */
  readonly status?: (typeof jsonStatuses)[number];
  /** HTTP statuses of declared faults, from 400, by the names of their classes (default: 500). */
  readonly faults?: Readonly<Record<string, number>>;
  /** Members of the output that are not in the response (default: none). */
  readonly omit?: readonly string[];
  /** The response is a page of items: those of this member of the output; `true` for those that the host makes. */
  readonly page?: string | true;
  /** JSON Schema of a response that the host makes of the output; with `page`, that of one of the items. */
  readonly response?: JsonMembers;
  /** The request of samples in `openapi.json` and the reference: its members, wherever they are (default: made of the types). */
  readonly example?: JsonMembers;
  /** Tag in `openapi.json` (default: none). */
  readonly tag?: string;
  /** Summary in `openapi.json` (default: the name in the WSDL). */
  readonly summary?: string;
}

/** By the names of the operations over JSON: one call, or several; false for none. */
export type RestOptions = Readonly<Record<string, RestOperation | readonly RestOperation[] | false>>;

export interface JsonCallPlan {
  /** Unique name: that in the WSDL, with a number behind it where others have the same, or that of the configuration. */
  readonly name: string;
  readonly method: JsonMethod;
  /** Without its first slash, percent-encoded, with `{member}` for parameters. */
  readonly path: string;
  /** Those of the path in its order, then those of the query, then headers. */
  readonly parameters: readonly JsonParameterPlan[];
  readonly body: string | undefined;
  readonly fixed: JsonMembers;
  readonly defaults: JsonMembers;
  readonly required: readonly string[];
  readonly supplied: readonly string[];
  readonly beside: readonly BesidePlan[];
  /** Of a response with a value. */
  readonly status: number;
  /** Of declared faults, by the names of their classes. */
  readonly faults: Readonly<Record<string, number>>;
  readonly omit: readonly string[];
  readonly page: string | true | undefined;
  readonly response: JsonMembers | undefined;
  readonly example: JsonMembers | undefined;
  readonly tag: string | undefined;
  readonly summary: string | undefined;
}

/** A property that the host adds to the input. */
export interface BesidePlan {
  readonly name: string;
  readonly type: TypeNamePlan | BesideType;
}

export const besideTypes = ["string", "number", "boolean"] as const;

/** Types of such properties besides records. */
export type BesideType = (typeof besideTypes)[number];

export interface JsonParameterPlan {
  /** Member of the input, and name in the path or query. */
  readonly name: string;
  readonly in: "path" | "query" | "header";
  /** Name of the HTTP header. */
  readonly header?: string;
}

/** True for a method whose requests have no body. */
export function isBodyless(method: JsonMethod): boolean {
  return method === "GET" || method === "DELETE";
}

/** True for a call to which the host adds something: its caller must be known. */
export function hasCaller({ supplied, beside }: Pick<JsonCallPlan, "supplied" | "beside">): boolean {
  return supplied.length + beside.length > 0;
}

/** Members of the document that a request does not have: they are elsewhere, or given by no caller. */
export function elsewhere({
  parameters,
  fixed,
  supplied,
  body,
}: Pick<JsonCallPlan, "parameters" | "fixed" | "supplied" | "body">): ReadonlySet<string> {
  const names = parameters.map(({ name }) => name);
  return new Set([...names, ...Object.keys(fixed), ...(body === undefined ? supplied : [])]);
}
