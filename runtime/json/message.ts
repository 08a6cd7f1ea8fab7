/** Messages as JSON documents: text or bytes on one side, values on the other. */
import type { AnyFaultReader } from "../contract/message-codecs.js";
import { JsonError } from "./errors.js";
import { JsonReader, type ReadJson } from "./reader.js";
import { countMembers, duplicateIn, jsonLimits, type JsonLimits } from "./scan.js";
import { utf8 } from "../xml/decode.js";
import { finished, type Steps } from "../xml/steps.js";
import { JsonWriter, type WriteJson } from "./writer.js";

/** Functions that read and write a value. */
export interface JsonCodec<T> {
  readonly read: ReadJson<T>;
  readonly write: WriteJson<T>;
}

/** A message: its content, and its headers where the contract declares any. */
export interface JsonMessage<T, H = never> {
  readonly read: ReadJson<T>;
  readonly write: WriteJson<Exclude<T, undefined>>;
  /** Header blocks, the member `$headers`. */
  readonly headers?: JsonCodec<H>;
  /** True where the content of a message with headers is no object: it is the member `$value`. */
  readonly wrapped?: boolean;
  /** True where there may be no content: an empty document, and without a wrapper no value. */
  readonly optional?: boolean;
}

/** An operation: its messages, and the details of its declared faults by the names of their classes. */
export interface JsonOperation<In, Out, InHeaders = never, OutHeaders = never> {
  readonly input: JsonMessage<In, InHeaders>;
  /** Undefined for an operation without a response. */
  readonly output: JsonMessage<Out, OutHeaders> | undefined;
  readonly faults: Readonly<Record<string, JsonDetail>>;
}

/** A declared fault: its class, and the functions that read and write its detail. */
export interface JsonDetail {
  readonly error: AnyFaultReader["error"];
  readonly read: ReadJson<unknown>;
  readonly write: WriteJson<never>;
}

/** What a document holds. */
export interface JsonContent<T, H> {
  readonly value: T;
  readonly headers: H | undefined;
}

/**
 * Reads a message.
 * @param document text, or bytes in UTF-8
 * @throws JsonError
 */
export function parseJson<T, H = never>(
  message: JsonMessage<T, H>,
  document: string | Uint8Array,
  limits: JsonLimits = jsonLimits,
): JsonContent<T, H> {
  return finished(parseJsonInSteps(message, document, { limits }));
}

/** Options of `parseJsonInSteps`. */
export interface ParseOptions {
  readonly limits?: JsonLimits;
  /** Makes the whole of a document that lacks something: members that are elsewhere. */
  readonly complete?: ((given: unknown) => CompletedDocument) | undefined;
}

/** A document with what it lacked. */
export interface CompletedDocument {
  readonly whole: unknown;
  /** Members that were added, at every depth. */
  readonly added: number;
}

/** As `parseJson`, in steps: the text, its members, and the values. */
export function* parseJsonInSteps<T, H = never>(
  message: JsonMessage<T, H>,
  document: string | Uint8Array,
  { limits = jsonLimits, complete }: ParseOptions = {},
): Steps<JsonContent<T, H>> {
  const text = typeof document === "string" ? document : decoded(document);
  // The value of a message without content is `undefined`, which its type includes.
  if (message.optional === true && text === "") return { value: undefined as T, headers: undefined };
  yield;
  const members = countMembers(text, limits);
  yield;
  const given = parsed(text);
  const { whole, added } = complete === undefined ? { whole: given, added: 0 } : complete(given);
  yield;
  const reader = new JsonReader();
  const content = contentOf(reader, message, whole);
  if (reader.members !== members + added)
    throw new JsonError(
      "DuplicateMember",
      "The object has a member of that name already.",
      duplicateIn(text),
    );
  return content;
}

function contentOf<T, H>(
  reader: JsonReader,
  { read, headers, wrapped, optional }: JsonMessage<T, H>,
  given: unknown,
): JsonContent<T, H> {
  const block = headers === undefined ? undefined : reader.take(given, "$headers");
  const found =
    block === undefined || headers === undefined ? undefined : reader.record(headers.read, block, "$headers");
  if (wrapped === undefined) return { value: read(reader, given), headers: found };
  const content = reader.take(given, "$value");
  for (const name of reader.names(reader.object(given))) reader.unknown(name, "$value", "$headers");
  if (content === undefined && optional === true) return { value: undefined as T, headers: found };
  return { value: reader.record(read, reader.required(content, "$value"), "$value"), headers: found };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    const [, at] = /at position (\d+)/.exec(cause instanceof Error ? cause.message : "") ?? [];
    throw new JsonError(
      "NotJson",
      at === undefined ? "Not JSON." : `Not JSON at character ${Number(at) + 1}.`,
    );
  }
}

function decoded(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new JsonError("NotJson", "The bytes are not UTF-8.");
  }
}

/**
 * Writes a message.
 * @param isPartial leaves out required values that are undefined, which `lenientReading` did not find; such items of arrays are null
 * @throws LexicalError, TypeError for a value that is not of the contract
 */
export function printJson<T, H = never>(
  message: JsonMessage<T, H>,
  value: T,
  headers?: H,
  isPartial = false,
): string {
  const writer = new JsonWriter(false, isPartial);
  writeJson(writer, message, value, headers);
  return writer.toString();
}

/** False for headers none of which is there. */
function hasAny(headers: unknown): boolean {
  return Object.values(headers as object).some((each) => each !== undefined);
}

/**
 * Writes a message to a writer; nothing for a message without content.
 * @throws as `printJson`
 */
export function writeJson<T, H = never>(
  writer: JsonWriter,
  message: JsonMessage<T, H>,
  value: T,
  headers?: H,
): void {
  const isAbsent = value === undefined && (message.optional === true || writer.isPartial);
  const block = blockOf(writer, message, headers);
  if (isAbsent && message.wrapped === undefined && (block === undefined || !writer.isPartial)) return;
  if (block !== undefined) writer.first(`"$headers":${block}`);
  // A value that must be there is not undefined.
  const content = value as Exclude<T, undefined>;
  if (message.wrapped === undefined && !isAbsent) message.write(writer, content);
  else {
    writer.open();
    if (!isAbsent) writer.record('"$value":', message.write, content);
    writer.close();
  }
}

/** The header blocks as an object; undefined where there is none. */
function blockOf<T, H>(
  { replaces, isPartial }: JsonWriter,
  message: JsonMessage<T, H>,
  headers: H | undefined,
): string | undefined {
  if (message.headers === undefined || headers === undefined || !hasAny(headers)) return undefined;
  const block = new JsonWriter(replaces, isPartial);
  message.headers.write(block, headers);
  return block.toString();
}
