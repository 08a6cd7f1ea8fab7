/** A service as JSON, as generated code describes it. */
import type { InterceptedOperation } from "../client/interceptor.js";
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

/** A member of an input that is in the path or the query of a request. */
export interface JsonParameter {
  readonly in: "path" | "query";
  /** What its text is in JSON; decimals and large integers are strings there, and so texts. */
  readonly kind: "text" | "number" | "boolean";
  /** True for a parameter that may be there several times: an array. */
  readonly list?: boolean;
}

/** Parameters by the names of their members. */
export type JsonParameters = Readonly<Record<string, JsonParameter>>;

/** One operation over JSON. */
export interface JsonCall {
  /** After the path of the interface and a slash, percent-encoded: the unique name in the WSDL, or a path with `{member}`. */
  readonly path: string;
  /** Default: POST. GET and DELETE have no body. */
  readonly method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Members that are not in the document. Default: none. */
  readonly parameters?: JsonParameters;
  /** Of a response with a value. Default: 200. */
  readonly status?: number;
  /** The operation as clients call it. */
  readonly operation: InterceptedOperation;
  readonly messages: AnyJsonOperation;
}

/** Operations by the methods that implement them. Generated as a constant of `json.ts`. */
export type JsonService = Readonly<Record<string, JsonCall>>;

/** True for a call whose requests have no document. */
export function isBodyless({ method }: JsonCall): boolean {
  return method === "GET" || method === "DELETE";
}

/** A message as the bindings read and write it: the operation has the types of its values. */
export function messageOf(message: AnyJsonMessage): JsonMessage<unknown, HeaderValues> {
  return message as JsonMessage<unknown, HeaderValues>;
}
