import type { Decoder } from "../text/native-decoder.js";
import { faultTable, ServiceFault } from "../errors/fault.js";
import type { ResponseCodec, FormCodec, MediaResponse } from "../contract/message-codecs.js";
import type { AnyOperation } from "../contract/operation.js";
import { finished } from "../xml/steps.js";
import { xsiNamespace } from "../xml/names.js";
import { StreamWriter } from "../xml/stream-writer.js";
import type { XmlWriter } from "../xml/writer.js";
import { shortened } from "../xsd/type.js";
import { bodyOf } from "./begun-response.js";
import type { Binding, DecodeOptions, WireRequest, WireResponse } from "./binding.js";
import { readCall, writeDocument } from "./document.js";
import { parseForm } from "../forms/form-text.js";
import { FormReader } from "../forms/form.js";
import { readFault } from "./read-fault.js";
import { formOfPath, locationOf, type FormBinding } from "./path-template.js";
import type { IndexedOperation, ServiceIndex } from "./service-index.js";
import { xmlDeclaration } from "../xml/markup.js";

/** Where the parameters of a call are written. */
export interface FormSource {
  /** Parameters that are still percent-encoded. */
  readonly text: string;
  /** Of their `%XX` escapes; UTF-8 when not given. */
  readonly decoder?: Decoder | undefined;
}

/** HTTP GET or HTTP POST (WSDL 1.1 section 4): they differ in where the parameters are. */
export function formBinding(
  name: FormBinding,
  sourceOf: (request: WireRequest, options: DecodeOptions) => FormSource,
): Binding {
  const decode: Binding["decodeInSteps"] = function* (request, service, options) {
    let operation: AnyOperation | undefined;
    try {
      const addressed = operationOfPath(request.path, name, service);
      const documents = name === "httpPost" ? addressed.candidates.filter(takesDocument) : [];
      if (documents.length > 0) {
        if (documents.length === 1) operation = documents[0]?.operation;
        const { operation: called, input } = yield* readCall(request, documents, service, options);
        return { binding: name, operation: called, input };
      }
      operation = addressed.candidates[0]?.operation;
      if (operation === undefined) throw new RangeError("A location without an operation");
      const { parameters } = addressed;
      const source = parameters === undefined ? sourceOf(request, options) : { text: parameters };
      const input = readInput(formOf(operation), source, options);
      return { binding: name, operation, input };
    } catch (error) {
      return { binding: name, operation, fault: readFault(error) };
    }
  };
  return {
    decode: (...request) => finished(decode(...request)),
    decodeInSteps: decode,
    encode: encodeOwnResponse,
    encodeFault: encodeTextFault,
  };
}

function readInput(
  form: FormCodec<unknown>,
  source: FormSource,
  { lenient = false }: DecodeOptions,
): unknown {
  const { text, decoder } = source;
  return form.read(new FormReader(parseForm(text, { lenient, decoder }), { lenient }));
}

function formOf(operation: AnyOperation): FormCodec<unknown> {
  if (operation.form === undefined) throw new RangeError(`${operation.name} has a form binding and no form`);
  return operation.form;
}

function takesDocument({ operation }: IndexedOperation): boolean {
  return operation.document !== undefined;
}

/** The operations of a location, and parameters from the path. */
interface Addressed {
  readonly candidates: readonly IndexedOperation[];
  readonly parameters?: string;
}

function operationOfPath(path: string, binding: FormBinding, service: ServiceIndex): Addressed {
  const name = path.slice(1);
  const { exact, lower, templates } = service.byPath[binding];
  const found = exact.get(name);
  if (found !== undefined) return { candidates: found };
  for (const { template, indexed } of templates) {
    const parameters = formOfPath(template, name);
    if (parameters !== undefined) return { candidates: [indexed], parameters };
  }
  const similar = lower.get(name.toLowerCase());
  if (similar === undefined) {
    throw new ServiceFault("UnknownOperation", `${shortened(name)} Web Service method name is not valid.`);
  }
  const text =
    `Invalid method name '${name}',  method names are case sensitive.   The method name ` +
    `'${locationOf(similar.operation, binding)}' with the same name but different casing was found.\nParameter name: methodName`;
  throw new ServiceFault("UnknownOperation", text);
}

/** A document; without any element the body is empty. */
function encodeOwnResponse(operation: AnyOperation, output: unknown, service: ServiceIndex): WireResponse {
  const contentType = "text/xml; charset=utf-8";
  const { answer, media } = operation;
  if (media !== undefined) return encodeMedia(media, output);
  const { alias, forbiddenCharacters } = service;
  const writer = new StreamWriter({ alias, forbiddenCharacters });
  if (answer === undefined) {
    if (operation.output === undefined) return { status: 202, contentType, body: [] };
    writeDocument(writer, operation.output, output);
  } else if (answer.nil !== undefined && (output === undefined || output === null)) writeNil(writer, answer);
  else answer.write(writer, output);
  const { body, rest } = bodyOf(writer);
  if (rest !== undefined) return { status: 200, contentType, body: [xmlDeclaration], rest };
  return { status: 200, contentType, body: body.length === 0 ? [] : [xmlDeclaration, ...body] };
}

const instanceNamespace = ` xmlns:xsi="${xsiNamespace}"`;

/** The root element without a value; undefined if the response may be any element. */
function writeNil(writer: XmlWriter, { element }: ResponseCodec<unknown>): void {
  if (element === undefined) return;
  writer.openRoot(element.name, element.namespace, instanceNamespace);
  writer.attribute("xsi:nil", "true");
  writer.close(element.name);
}

function encodeMedia({ type, text }: MediaResponse, output: unknown): WireResponse {
  if (text)
    return {
      status: 200,
      contentType: `${type}; charset=utf-8`,
      body: [typeof output === "string" ? output : ""],
    };
  if (!(output instanceof Uint8Array)) throw new TypeError("The result is not a Uint8Array.");
  return { status: 200, contentType: type, body: [], bytes: output };
}

function encodeTextFault(fault: ServiceFault): WireResponse {
  const { httpStatus } = faultTable[fault.reason];
  const body = [`${encodeHtml(fault.message)}\n`];
  return { status: httpStatus, contentType: "text/plain; charset=utf-8", body };
}

const htmlEscapes: ReadonlyMap<string, string> = new Map([
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
  ['"', "&quot;"],
  ["'", "&#39;"],
]);

function encodeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (found) => htmlEscapes.get(found) ?? found);
}
