import type { EventEmitter } from "node:events";
import type { ISoapServiceMethod } from "soap";
// Not the index of the package: its client loads an HTTP library, a tenth of the time until the first response.
import { Server } from "soap/lib/server.js";
import { WSDL } from "soap/lib/wsdl/index.js";
import { endRows, envelopeEnd, soapVersions } from "messenger-gen-runtime/host";
import {
  type DecodedCall,
  type WireResponse,
  bindings,
  type SoapVersion,
  type CallContext,
  type CallLog,
  ServiceFault,
  type AnyService,
  faultOf,
  type AnswerCall,
} from "messenger-gen-runtime";
import { xsdNamespace, xsiNamespace } from "messenger-gen-runtime/xml";
import { describeSoap, type SoapDescription } from "./description.js";

/**
 * Called with the node-soap server of each SOAP version before its first call: the place to set `authenticate`, to
 * call `addSoapHeader`, and to listen to `request` and `response`.
 */
export type SoapServerHook = (server: Server, version: SoapVersion) => void;

/** Options of the host of one SOAP version. */
export interface SoapHostOptions {
  readonly version: SoapVersion;
  readonly service: AnyService;
  /** Name of the port of this version in the services object. */
  readonly port: string;
  /** Runs the operation and encodes its result or fault; never rejects. */
  readonly answer: AnswerCall;
  readonly log: CallLog;
  readonly onSoapServer?: SoapServerHook | undefined;
}

/** A call in flight through node-soap, and its response. node-soap treats it as the connection. */
class HostedCall {
  readonly decoded: DecodedCall;
  readonly context: CallContext;
  response: WireResponse | undefined;

  constructor(decoded: DecodedCall, context: CallContext) {
    this.decoded = decoded;
    this.context = context;
  }

  get remoteAddress(): string | undefined {
    return this.context.remoteAddress;
  }
}

/** Of each call: node-soap resolves it against an address, which takes twice as long for a path. */
const url = "soap:/";

/**
 * Placeholder in node-soap's envelope for the content of Body, which stays in the `HostedCall`. No XML document contains
 * it.
 */
const placeholder = "\u0000";
const bodyStart = "<soap:Body>";
const bodyEnd = `</soap:Body>${envelopeEnd}`;

/**
 * Describes the service to node-soap and passes the calls of one SOAP version through its `Server`. node-soap gets
 * decoded input and an encoded response; it never gets bytes of a request.
 *
 * @throws Error when node-soap cannot read the description
 */
export async function soapHost(options: SoapHostOptions): Promise<AnswerCall> {
  const { version, service, port } = options;
  const description = describeSoap(service, version, port);
  const wsdl = await loadWsdl(description.wsdl, version);
  const path = "/";
  const services = { [description.service]: { [description.port]: serviceMethods(options, description) } };
  const server = new Server(null, path, services, wsdl, { path, services, enableChunkedEncoding: false });
  const handOver = replaceCodecs(wsdl, server, description);
  guardAnswers(server, options.log);
  options.onSoapServer?.(server, version);
  const ownEnvelope = `${soapVersions[version].open}${bodyStart}${placeholder}${bodyEnd}`;

  return (decoded, context) => {
    const hosted = new HostedCall(decoded, context);
    handOver(hosted);
    return server.processRequest("", { url, headers: {}, connection: hosted }).then((result) => {
      const { response } = hosted;
      if (response === undefined) return bindings[version].encodeFault(refusalOf(result, context));
      const own = isPlain(server, server.getSoapHeaders()) || result.body === ownEnvelope;
      return own ? response : inEnvelope(response, result.body, version);
    });
  };
}

/** True if nothing changes an envelope of node-soap: comparing it takes longer. */
function isPlain(server: EventEmitter, headers: readonly string[] | null | undefined): boolean {
  return (headers ?? []).length === 0 && server.listenerCount("response") === 0;
}

function loadWsdl(text: string, version: SoapVersion): Promise<WSDL> {
  return new Promise((resolve, reject) => {
    const wsdl = new WSDL(text, "", { forceSoap12Headers: version === "soap12" });
    wsdl.onReady((error: Error | null | undefined) => {
      if (error) reject(error);
      else resolve(wsdl);
    });
  });
}

function serviceMethods(
  { answer }: SoapHostOptions,
  { operations }: SoapDescription,
): Record<string, ISoapServiceMethod> {
  const method = async (
    input: unknown,
    _done: unknown,
    _headers: unknown,
    request: unknown,
  ): Promise<HostedCall> => {
    const hosted = hostedCallOf(request);
    const { decoded, context } = hosted;
    hosted.response = await answer(input === decoded.input ? decoded : { ...decoded, input }, context);
    return hosted;
  };
  return Object.fromEntries(operations.map(({ name }) => [name, method]));
}

/**
 * Replaces node-soap's codecs by ours. The result sets the call for the next `processRequest`, which reads it before it
 * returns.
 *
 * The encoder of a response must not throw: node-soap calls it where nothing would catch the error.
 */
function replaceCodecs(
  wsdl: WSDL,
  server: Server,
  { operations }: SoapDescription,
): (hosted: HostedCall) => void {
  const names = new Map(operations.map(({ operation, name }) => [operation, name]));
  let next: HostedCall | undefined;
  wsdl.xmlnsInEnvelope = `xmlns:xsi="${xsiNamespace}" xmlns:xsd="${xsdNamespace}"`;
  wsdl.xmlToObject = () => {
    const hosted = next;
    next = undefined;
    if (hosted === undefined) throw new Error("There is no call to hand over.");
    const { operation, input } = hosted.decoded;
    return { Body: { [names.get(operation) ?? ""]: input } };
  };
  wsdl.objectToDocumentXML = (_name: string, answered: unknown) => {
    if (!(answered instanceof HostedCall) || server.listenerCount("response") === 0) return placeholder;
    return bodyContent(answered);
  };
  return (hosted) => {
    next = hosted;
  };
}

/** An error in a listener of `response` would end the process, because responses are sent where nothing would catch it. */
function guardAnswers(server: EventEmitter, log: CallLog): void {
  const emit = server.emit.bind(server);
  server.on("newListener", (added) => {
    if (added !== "response") return;
    server.emit = (event: string | symbol, ...args: unknown[]) => {
      if (event !== "response") return emit(event, ...args);
      try {
        return emit(event, ...args);
      } catch (error) {
        log.error({ err: error }, "listener of SOAP responses failed");
        return true;
      }
    };
  });
}

/** Response of node-soap if no method has run: `authenticate` refused, or node-soap failed. */
function refusalOf(
  result: { readonly statusCode: number; readonly body: string },
  context: CallContext,
): ServiceFault {
  if (result.statusCode === 401) return new ServiceFault("InvalidValue", "The caller is not authenticated.");
  return faultOf(new Error(`node-soap did not run the call: ${result.body}`), context);
}

/** The response in an envelope that headers or a listener have changed; headers of the response come before those. */
function inEnvelope(response: WireResponse, envelope: string, version: SoapVersion): WireResponse {
  const at = envelope.indexOf(placeholder);
  if (at === -1) return inPlaceOf(response, envelope);
  const [first = "", ...others] = response.body;
  const { header, content } = afterOpening(textOf([first]), version);
  const before = envelope.slice(0, at);
  const open = header === "" ? before : withHeader(before, header);
  return { ...response, body: [open + content, ...others] };
}

/** A listener has put an envelope of its own in place of the response. */
function inPlaceOf(response: WireResponse, envelope: string): WireResponse {
  endRows(response);
  const { status, contentType } = response;
  return { status, contentType, body: [envelope] };
}

const utf8 = new TextDecoder();

const headerStart = "<soap:Header>";
const headerEnd = "</soap:Header>";

/** Content of Header, and start of the content of Body, in the first piece of a message. */
function afterOpening(
  piece: string,
  version: SoapVersion,
): { readonly header: string; readonly content: string } {
  const rest = piece.slice(soapVersions[version].open.length);
  const end = rest.startsWith(headerStart) ? rest.indexOf(headerEnd) : -1;
  if (end === -1) return { header: "", content: rest.slice(bodyStart.length) };
  const content = rest.slice(end + headerEnd.length + bodyStart.length);
  return { header: rest.slice(headerStart.length, end), content };
}

function withHeader(envelope: string, header: string): string {
  const at = envelope.indexOf(headerStart);
  if (at === -1) return envelope.replace(bodyStart, () => headerStart + header + headerEnd + bodyStart);
  return envelope.slice(0, at + headerStart.length) + header + envelope.slice(at + headerStart.length);
}

/** Content of Body as one text for listeners of responses; only the start for a streamed response. */
function bodyContent({ response, decoded }: HostedCall): string {
  const text = textOf(response?.body ?? []);
  const { content } = afterOpening(text, decoded.binding === "soap12" ? "soap12" : "soap11");
  return response?.rest === undefined ? content.slice(0, -bodyEnd.length) : content;
}

function textOf(body: WireResponse["body"]): string {
  return body.map((piece) => (typeof piece === "string" ? piece : utf8.decode(piece))).join("");
}

function hostedCallOf(request: unknown): HostedCall {
  if (typeof request === "object" && request !== null && "connection" in request) {
    if (request.connection instanceof HostedCall) return request.connection;
  }
  throw new Error("The request does not belong to this host.");
}
