/** Responses of the JSON binding: outputs, pages and problems. */
import { header, type EncodeOptions, type WireRequest, type WireResponse } from "../bindings/binding.js";
import { DetailFault, UndeclaredFault, type ServiceFault } from "../errors/fault.js";
import { writeJson } from "../json/message.js";
import { writeXmlContent } from "../json/open-content.js";
import { JsonStreamWriter } from "../json/stream-writer.js";
import { JsonWriter, type WriteJson } from "../json/writer.js";
import type { Rows } from "../xml/rows.js";
import type { Piece } from "../xml/written-part.js";
import { countedItems, writtenPage, type PlacedItem, type WantedPage } from "./pages.js";
import {
  HostProblem,
  type HostProblemOptions,
  ProblemFault,
  problemOf,
  problemTable,
  problemType,
} from "./problems.js";
import { isBodyless, messageOf, type HostResponse, type JsonCall, type ServedJsonCall } from "./service.js";

export const contentType = "application/json";

const empty: WireResponse = { status: 204, contentType: "", body: [] };

/** An output to be sent. */
export interface SentOutput extends Pick<EncodeOptions, "headers"> {
  readonly output: unknown;
  /** True if U+FFFD takes the place of characters that XML does not allow. */
  readonly replaces: boolean;
  /** As in `JsonHost`. */
  readonly partial?: boolean | undefined;
}

/** The response with the output of the operation. */
export function encodeOutput(
  { messages: { output: message }, served, status = 200, answer }: ServedJsonCall,
  { output, headers, replaces, partial }: SentOutput,
): WireResponse {
  if (served.output === undefined) return { ...empty, status: 202 };
  if (message === undefined || status === 204) return empty;
  const writer = new JsonStreamWriter(replaces, partial);
  // The operation has the types of its output.
  if (answer?.kind === "members") answer.write(writer, output as never);
  else writeJson(writer, messageOf(message), output, headers);
  if (writer.waits) return { status, contentType, body: [], rest: writer.stream() };
  const text = writer.toString();
  return text === "" ? empty : { status, contentType, body: [text] };
}

/** What a response depends on besides the output. */
export interface Asked {
  readonly call: ServedJsonCall;
  readonly request: WireRequest;
  /** Path of the interface. */
  readonly path: string;
  /** Undefined for a response that is no page. */
  readonly page: WantedPage | undefined;
}

/** The response with what a host has made of an output, or with a page of items. */
export async function encodeOwnResponse(
  asked: Asked,
  answer: SentOutput,
  made: HostResponse | undefined | Promise<HostResponse | undefined>,
): Promise<WireResponse> {
  const known = await made;
  const { headers: more = [] } = known ?? {};
  const response = await contentOf(asked, answer, known);
  const headers = [...(response.headers ?? []), ...more];
  return conditional(asked, headers.length === 0 ? response : { ...response, headers });
}

async function contentOf(
  asked: Asked,
  answer: SentOutput,
  made: HostResponse | undefined,
): Promise<WireResponse> {
  const { call, page } = asked;
  const { status = 200, answer: form } = call;
  const { replaces, partial } = answer;
  const writer = new JsonStreamWriter(replaces, partial);
  if (form?.kind === "page") {
    const items =
      made?.page?.(page?.cursor) ?? countedItems(itemsIn(answer.output, form.member), page?.cursor);
    return pageResponse(asked, items, form.write, writer);
  }
  if (form?.kind !== "own" || status === 204) return encodeOutput(call, answer);
  if (made === undefined) throw new TypeError(`The host gives no response to ${call.name}.`);
  if (made.page !== undefined) return pageResponse(asked, made.page(page?.cursor), writeAny, writer);
  if (made.items !== undefined) {
    if (page !== undefined)
      return pageResponse(asked, countedItems(made.items, page.cursor), writeAny, writer);
    writer.open();
    writer.array('"items":', made.items, writeAny);
    writer.close();
    if (writer.waits) return { status, contentType, body: [], rest: writer.stream() };
    return { status, contentType, body: [writer.toString()] };
  }
  return { status, contentType, body: [JSON.stringify(made.value)] };
}

/** JSON that a host has made. */
const writeAny: WriteJson<unknown> = (writer, value) => {
  writer.raw(JSON.stringify(value));
};

/** The items of a member of an output; none where it is absent. */
function itemsIn(output: unknown, member: string): Rows<unknown> {
  const items = (output as Readonly<Record<string, unknown>> | undefined)?.[member];
  return (items ?? []) as Rows<unknown>;
}

async function pageResponse(
  { call, request, path, page }: Asked,
  items: AsyncIterable<PlacedItem>,
  write: WriteJson<never>,
  writer: JsonWriter,
): Promise<WireResponse> {
  const { text, next } = await writtenPage(items, write, page?.limit ?? 1, writer);
  const response = { status: call.status ?? 200, contentType, body: [text] };
  if (next === undefined) return response;
  const query = new URLSearchParams(request.query);
  query.set("cursor", next);
  return { ...response, headers: ["Link", `<${path}${request.path}?${query.toString()}>; rel="next"`] };
}

/** With an entity tag (RFC 9110, section 8.8.3); 304 where the caller has the response already. */
function conditional({ call, request }: Asked, response: WireResponse): WireResponse {
  const { status, body, rest, headers = [] } = response;
  if (call.method !== "GET" || status !== 200 || rest !== undefined) return response;
  const tag = entityTag(body);
  const tagged = [...headers, "ETag", tag];
  if (isCurrent(tag, header(request, "if-none-match")))
    return { status: 304, contentType: "", body: [], headers: tagged };
  return { ...response, headers: tagged };
}

/** A weak tag of the text: equal texts have equal tags, in every process. */
function entityTag(pieces: readonly Piece[]): string {
  let one = 0x811c9dc5;
  let other = 0x9e3779b9;
  const add = (code: number): void => {
    one = Math.imul(one ^ code, 0x01000193);
    other = Math.imul(other ^ (code + 1), 0x85ebca6b);
    other ^= other >>> 13;
  };
  let length = 0;
  for (const piece of pieces) {
    length += piece.length;
    if (typeof piece === "string") for (let at = 0; at < piece.length; at++) add(piece.charCodeAt(at));
    else for (const byte of piece) add(byte);
  }
  return `W/"${length.toString(36)}-${hex(one)}${hex(other)}"`;
}

function hex(word: number): string {
  return (word >>> 0).toString(16).padStart(8, "0");
}

/** Whether `If-None-Match` names the tag; weak and strong ones are compared alike. */
function isCurrent(tag: string, given: string | undefined): boolean {
  if (given === undefined) return false;
  if (given.trim() === "*") return true;
  const plain = (each: string): string => each.trim().replace(/^W\//, "");
  return given.split(",").some((each) => plain(each) === plain(tag));
}

/** True for a call whose response only depends on its output. */
export function isPlain(call: JsonCall): boolean {
  return !isBodyless(call) && (call.answer === undefined || call.answer.kind === "members");
}

/** The response to a call that failed. */
export function encodeProblem(
  path: string,
  fault: ServiceFault,
  call: JsonCall | undefined,
  partial?: boolean,
): WireResponse {
  if (fault instanceof HostProblem) {
    const { problem } = fault;
    const { status, headers } = problem;
    const content = hostContent(path, problem);
    return { status, contentType: problemType, ...content, ...(headers === undefined ? {} : { headers }) };
  }
  const { code, errors } =
    fault instanceof ProblemFault
      ? { code: fault.problem, errors: fault.errors }
      : { code: fault.reason, errors: undefined };
  const declared = declaredParts(fault, call, partial);
  const { status: usual, title } = problemTable[code];
  const status = call?.faults?.[declared.faultName ?? ""] ?? usual;
  const text = problemOf(path, { code, status, title }, { detail: fault.message, errors, ...declared });
  const response = { status, contentType: problemType, body: [text] };
  return code === "Unavailable" ? { ...response, headers: ["Retry-After", "1"] } : response;
}

/** The document of a problem of a host; items of its members are written while it is sent. */
function hostContent(path: string, problem: HostProblemOptions): Pick<WireResponse, "body" | "rest"> {
  const { detail, members = {} } = problem;
  const all = Object.entries(members);
  const whole = all.filter(([, value]) => !isStreamed(value));
  const text = problemOf(path, problem, { detail, ...Object.fromEntries(whole) });
  if (whole.length === all.length) return { body: [text] };
  const writer = new JsonStreamWriter(true);
  writer.raw(text.slice(0, -1));
  for (const [name, value] of all)
    if (isStreamed(value)) writer.array(`${JSON.stringify(name)}:`, value, writeAny);
  writer.close();
  return { body: [], rest: writer.stream() };
}

function isStreamed(value: unknown): value is Rows<unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  return Symbol.iterator in value || Symbol.asyncIterator in value;
}

/** Name and detail of a fault that the operation declares; of another, its detail as XML. */
function declaredParts(
  given: ServiceFault,
  call: JsonCall | undefined,
  partial: boolean | undefined,
): { readonly faultName?: string; readonly fault?: string } {
  const fault = given instanceof ProblemFault ? given.cause : given;
  if (fault instanceof UndeclaredFault) {
    const writer = new JsonWriter(true);
    writeXmlContent(writer, fault.detail);
    return { fault: writer.toString() };
  }
  if (!(fault instanceof DetailFault) || call === undefined) return {};
  const found = Object.entries(call.messages.faults).find(([, { error }]) => fault instanceof error);
  if (found === undefined) return {};
  const [faultName, { write }] = found;
  const writer = new JsonWriter(true, partial);
  write(writer, fault.detail as never);
  return { faultName, fault: writer.toString() };
}
