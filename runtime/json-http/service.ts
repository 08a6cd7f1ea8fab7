/** A service as JSON, as generated code describes it. */
import type { WireRequest } from "../bindings/binding.js";
import type { InterceptedOperation } from "../client/interceptor.js";
import type { AnyOperation } from "../contract/operation.js";
import type { Rows } from "../xml/rows.js";
import type { PlacedItem } from "./pages.js";
import type { ProblemForm } from "./problems.js";
import type { HeaderValues } from "../service/header-call.js";
import type { JsonDetail, JsonMessage } from "../json/message.js";
import type { ReadJson } from "../json/reader.js";
import type { WriteJson } from "../json/writer.js";

/** A message of a type that is not known here: every `JsonMessage` is one. */
export interface AnyJsonMessage {
  readonly read: ReadJson<unknown>;
  readonly write: WriteJson<never>;
  readonly headers?: { readonly read: ReadJson<unknown>; readonly write: WriteJson<never> };
  readonly wrapped?: boolean;
  readonly optional?: boolean;
}

/** An operation of such messages. */
export interface AnyJsonOperation {
  readonly input: AnyJsonMessage;
  readonly output: AnyJsonMessage | undefined;
  readonly faults: Readonly<Record<string, JsonDetail>>;
}

/** A member of an input that is in the path, the query or a header of a request. */
export interface JsonParameter {
  readonly in: "path" | "query" | "header";
  /** Name of the HTTP header, in lower case. */
  readonly header?: string;
  /** What its text is in JSON; decimals and large integers are strings there, and so texts. */
  readonly kind: "text" | "number" | "boolean";
  /** True for a parameter that may be there several times: an array. */
  readonly list?: boolean;
}

/** Parameters by the names of their members. */
export type JsonParameters = Readonly<Record<string, JsonParameter>>;

/** Values of members, as a document has them. */
export type JsonMembers = Readonly<Record<string, unknown>>;

/** A response that is not the output of the operation. */
export type JsonResponse =
  /** The output without some of its members. */
  | { readonly kind: "members"; readonly write: WriteJson<never> }
  /** A page of the items of a member. */
  | { readonly kind: "page"; readonly member: string; readonly write: WriteJson<never> }
  /** What the host makes of the output; a page of it where `page` is true. */
  | { readonly kind: "own"; readonly page?: boolean };

/** One way to call an operation over JSON. */
export interface JsonCall {
  /** Unique in the interface: `operationId` in `openapi.json`. */
  readonly name: string;
  /** After the path of the interface and a slash, percent-encoded: the unique name in the WSDL, or a path with `{member}`. */
  readonly path: string;
  /** Default: POST. GET and DELETE have no body. */
  readonly method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Members that are not in the document. Default: none. */
  readonly parameters?: JsonParameters;
  /** The member of the input that the document is. Default: it is the input. */
  readonly body?: string;
  /** Members of the document that always have these values. Default: none. */
  readonly fixed?: JsonMembers;
  /** Values of members that a request does not have. Default: none. */
  readonly defaults?: JsonMembers;
  /** Members of the input that the host supplies. Default: none. */
  readonly supplied?: readonly string[];
  /** Properties that the host adds to the input, where the contract has no member for them. Default: none. */
  readonly beside?: readonly string[];
  /** Of a response with a value; with 204 it is not sent. Default: 200. */
  readonly status?: number;
  /** Of declared faults, by the names of their classes. Default: that of the reason, in `problemTable`. */
  readonly faults?: Readonly<Record<string, number>>;
  /** Default: the output. */
  readonly answer?: JsonResponse;
  /** The operation as clients call it. */
  readonly operation: InterceptedOperation;
  readonly messages: AnyJsonOperation;
}

/** Calls by the methods that implement them. Generated as a constant of `json.ts`. */
export type JsonService = Readonly<Record<string, readonly JsonCall[]>>;

/** A call with the operation of a service. */
export interface ServedJsonCall extends JsonCall {
  readonly served: AnyOperation;
}

/** A response that a host makes of an output. */
export interface HostResponse {
  /** JSON of the response, for a call whose `answer` is `own`. */
  readonly value?: unknown;
  /** JSON of its items: all of them while it is sent; for a page, those before it are read and dropped. */
  readonly items?: Rows<unknown>;
  /**
   * The items behind a cursor, the first ones without one, for a list that can be read from any place. Their values are JSON; for a call with a page
   * of a member, they are items of that member.
   * @throws ProblemFault (`wrongCursor`)
   */
  readonly page?: (cursor: string | undefined) => AsyncIterable<PlacedItem>;
  /** HTTP headers, names and values in turn. */
  readonly headers?: readonly string[];
}

/** What a host knows about a call. */
export interface HostedRequest {
  /** Path of the interface. */
  readonly path: string;
  readonly request: WireRequest;
}

/** What a host gives a call, besides what its request has. */
export interface Supplied {
  /** JSON of the members in `supplied`. */
  readonly members?: JsonMembers;
  /** Values of the properties in `beside`, as the implementation takes them. */
  readonly beside?: Readonly<Record<string, unknown>>;
}

/** A request whose body has not been read. */
export interface ArrivingRequest extends Pick<WireRequest, "headers"> {
  readonly remoteAddress: string;
  /** Adds fields to the log line of a request that is refused. */
  readonly note: (fields: Readonly<Record<string, string | number>>) => void;
}

/** What a host adds to the calls of a JSON interface. */
export interface JsonHost {
  /** Leaves out required members of results that are undefined: for a gateway whose client has `lenientReading`. */
  readonly partial?: boolean | undefined;
  /**
   * Called for each request of a call that leaves something to the host (`supplied`, `beside`), for example credentials out of headers.
   * @throws ServiceFault, such as a `HostProblem`, to refuse the request
   */
  readonly supply?: (call: JsonCall, request: WireRequest) => Supplied;
  /**
   * Called for each request of such a call that has a body, before the body is read, for example to check the credentials.
   * @throws ServiceFault, such as a `HostProblem`, to refuse the request
   */
  readonly admit?: (call: ServedJsonCall, request: ArrivingRequest) => Promise<void>;
  /**
   * Called with each output: headers, the response of a call whose `answer` is `own`, or undefined.
   * @throws ServiceFault, such as a `HostProblem`, for an output that reports a failure
   */
  readonly respond?: (
    call: JsonCall,
    output: unknown,
    request: HostedRequest,
  ) => HostResponse | undefined | Promise<HostResponse | undefined>;
  /** Rows of the codes of `HostProblem`, for their pages. */
  readonly problems?: Readonly<Record<string, ProblemForm>>;
}

/** True for a call whose requests have no document. */
export function isBodyless({ method }: JsonCall): boolean {
  return method === "GET" || method === "DELETE";
}

/** A message as the bindings read and write it: the operation has the types of its values. */
export function messageOf(message: AnyJsonMessage): JsonMessage<unknown, HeaderValues> {
  return message as JsonMessage<unknown, HeaderValues>;
}
