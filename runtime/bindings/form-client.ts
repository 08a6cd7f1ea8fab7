import { ServiceFault, type FaultReason } from "../errors/fault.js";
import { ClientError } from "../errors/client-error.js";
import type { ResponseReader, CalledOperation, MediaResponse } from "../contract/message-codecs.js";
import type { TransportResponse } from "../transport/transport.js";
import { decodeXml } from "../xml/decode.js";
import { XmlReader } from "../xml/reader.js";
import { XmlWriter } from "../xml/writer.js";
import type { CalledService, ClientBinding, Result, ServiceForm } from "../contract/client-binding.js";
import { isXmlType, writeDocument } from "./document.js";
import { isBlank } from "./response-text.js";
import { FormWriter } from "../forms/form.js";
import { parseMediaType } from "../contract/media-type.js";
import { filledPath, locationOf, templateOf } from "./path-template.js";
import { isNothing, isSuccess, statusReasons, unreadable, withoutMessage } from "./unusable-response.js";
import { xmlDeclaration } from "../xml/markup.js";

const formHeaders = { "content-type": "application/x-www-form-urlencoded; charset=utf-8" };

/** Calls by HTTP GET. */
export const httpGet: ClientBinding = {
  request: (operation, input, service) => {
    refuseHeaders(service);
    const query = writeForm(operation, input, service);
    const location = locationOf(operation, "httpGet");
    const template = templateOf(location);
    const path = template === undefined ? location : filledPath(template, query);
    const target = query === "" || template !== undefined ? `/${path}` : `/${path}?${query}`;
    return { method: "GET", target, headers: {}, body: undefined };
  },
  result: readAnswer,
};

/** Calls by HTTP POST of a form, or of a document. */
export const httpPost: ClientBinding = {
  request: (operation, input, service) => {
    refuseHeaders(service);
    const { document } = operation;
    const request = { method: "POST", target: `/${locationOf(operation, "httpPost")}` } as const;
    if (document === undefined)
      return { ...request, headers: formHeaders, body: writeForm(operation, input, service) };
    const headers = { "content-type": `${document}; charset=utf-8` };
    const { alias, forbiddenCharacters } = service;
    const writer = new XmlWriter({ alias, forbiddenCharacters });
    writeDocument(writer, operation.input, input);
    return { ...request, headers, body: xmlDeclaration + writer.toString() };
  },
  result: readAnswer,
};

/** Refuses headers that an interceptor adds, because they cannot be sent. */
function refuseHeaders({ undeclared }: Pick<CalledService, "undeclared">): void {
  if (undeclared !== undefined) throw new RangeError("HTTP GET and POST have no SOAP headers");
}

function writeForm<I, O, HI, HO, F>(
  operation: CalledOperation<I, O, HI, HO, F>,
  input: I,
  { forbiddenCharacters }: ServiceForm,
): string {
  const form = new FormWriter(forbiddenCharacters);
  if (operation.form === undefined) throw new RangeError(`${operation.name} has no HTTP GET or POST binding`);
  operation.form.write(form, input);
  return form.toString();
}

function readAnswer<I, O, HI, HO, F>(
  operation: CalledOperation<I, O, HI, HO, F>,
  response: TransportResponse,
  service: CalledService,
): Result<O, HO> {
  const { type, charset } = parseMediaType(response.contentType);
  const { answer, media, output } = operation;
  const own = answer ?? media;
  if (own === undefined && isNothing(operation, response, service.deviating))
    return { output: undefined as O };
  const isBare = isSuccess(response) && isBlank(response.body);
  if (isBare && answer?.empty !== undefined) return { output: answer.empty };
  if (isBare && answer?.nil !== undefined) return { output: nilOf(answer) };
  if (answer?.isEmpty === true && isNothing({ output: undefined }, response, service.deviating))
    return { output: nilOf(answer) };
  if (response.status !== 200)
    throw type === "text/plain" ? textFault(response, service) : withoutMessage(response, service.deviating);
  if (media !== undefined) return { output: readMedia(media, response, charset) as O };
  const message = answer ?? output;
  if (message === undefined || !isXmlType({ type })) throw withoutMessage(response, service.deviating);
  try {
    const { Reader = XmlReader } = service;
    const text =
      service.deviating?.textOf(response.body, charset, service) ?? decodeXml(response.body, charset);
    const reader = new Reader(text, service);
    return { output: readDocument(reader, message) };
  } catch (cause) {
    throw unreadable(response, cause);
  }
}

/** Whatever its media type: a contract often names only one of those that occur. */
function readMedia(
  { text }: MediaResponse,
  { body }: TransportResponse,
  charset = "utf-8",
): string | Uint8Array {
  if (!text) return body;
  const isUtf8 = charset === "utf-8" || charset === "us-ascii";
  if (!isUtf8) throw new ClientError("Protocol", `The response has the charset ${charset} instead of UTF-8`);
  return new TextDecoder().decode(body);
}

function readDocument<O>(reader: XmlReader, answer: Pick<ResponseReader<O>, "element" | "read" | "nil">): O {
  const { element } = answer;
  reader.enterRoot();
  if (element !== undefined && !reader.isElement(element)) {
    throw new Error(`The response is not the element ${element.name} of ${element.namespace}`);
  }
  const isNil = answer.nil !== undefined && reader.isNil();
  const output = isNil ? nilOf(answer) : answer.read(reader);
  reader.finish();
  return output;
}

/** The types of such operations include undefined. */
function nilOf<O>({ nil }: Pick<ResponseReader<O>, "nil">): O {
  return (nil === "null" ? null : undefined) as O;
}

/** Prefixes of fault texts that identify the reason, as these bindings send no code. */
const textReasons: readonly (readonly [string, FaultReason])[] = [
  ["Missing parameter: ", "MissingValue"],
  ["Cannot convert ", "InvalidValue"],
  ["Parameter given more than once: ", "InvalidValue"],
  ["Request format is invalid: ", "InvalidValue"],
  ["Invalid method name ", "UnknownOperation"],
];

const maxFaultTextBytes = 4_096;

function textFault(response: TransportResponse, service: CalledService): Error {
  const byStatus = statusReasons.get(response.status);
  if (response.status !== 500 && byStatus === undefined) return withoutMessage(response, service.deviating);
  const bytes = response.body.subarray(0, maxFaultTextBytes);
  const text = decodeHtml(new TextDecoder().decode(bytes).trim());
  const byText = textReasons.find(([beginning]) => text.startsWith(beginning))?.[1];
  const unknown = text.endsWith(" Web Service method name is not valid.") ? "UnknownOperation" : "Internal";
  return new ServiceFault(byStatus ?? byText ?? unknown, text);
}

const htmlCharacters: ReadonlyMap<string, string> = new Map([
  ["&lt;", "<"],
  ["&gt;", ">"],
  ["&quot;", '"'],
  ["&#39;", "'"],
  ["&amp;", "&"],
]);

function decodeHtml(text: string): string {
  return text.replace(/&(?:lt|gt|quot|amp|#39);/g, (found) => htmlCharacters.get(found) ?? found);
}
