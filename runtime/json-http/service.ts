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

/** One operation over JSON. */
export interface JsonCall {
  /** After the path of the interface and a slash: the name in the WSDL, unique and percent-encoded. */
  readonly path: string;
  /** The operation as clients call it. */
  readonly operation: InterceptedOperation;
  readonly messages: AnyJsonOperation;
}

/** Operations by the methods that implement them. Generated as a constant of `json.ts`. */
export type JsonService = Readonly<Record<string, JsonCall>>;

/** A message as the bindings read and write it: the operation has the types of its values. */
export function messageOf(message: AnyJsonMessage): JsonMessage<unknown, HeaderValues> {
  return message as JsonMessage<unknown, HeaderValues>;
}
