import { parseMediaType } from "../contract/media-type.js";
import { receivedFault } from "../bindings/received-fault.js";
import { enterBody, enterEnvelope } from "../bindings/soap-envelope.js";
import { soapVersionOf, soapVersions } from "../contract/soap-version.js";
import { ClientError } from "../errors/client-error.js";
import type { Interceptor } from "../client/interceptor.js";
import type { TransportResponse } from "../transport/transport.js";
import { decodeXml } from "../xml/decode.js";
import { escapeAttribute } from "../xml/escape.js";
import { clientLimits } from "../xml/limits.js";
import { XmlReader } from "../xml/reader.js";
import { shortened } from "../xsd/type.js";
import { interceptExchange } from "./exchange.js";
import { orderNamespaces } from "./namespace-order.js";
import { securityHeader } from "./soap-headers.js";

/** An element of the DOM, as far as it is used here. */
export interface DomElement {
  readonly namespaceURI: string | null;
  readonly localName: string | null;
  readonly textContent: string | null;
  readonly childNodes: ArrayLike<unknown>;
  readonly attributes: ArrayLike<{ readonly name: string; readonly value: string }>;
  getAttributeNS(namespace: string, name: string): string | null;
}

/** `SignedXml` of xml-crypto, version 6. */
export interface XmlSignature {
  loadSignature(signature: never): void;
  checkSignature(document: string): boolean;
  getReferences(): readonly {
    readonly uri?: string | undefined;
    readonly signedReference?: string | undefined;
  }[];
}

/** Options of `verifyResponses`. */
export interface VerifyOptions {
  /** `SignedXml` of xml-crypto. */
  readonly SignedXml: new (options: {
    readonly publicCert: string;
    readonly getCertFromKeyInfo: () => null;
  }) => XmlSignature;
  /** `DOMParser` of @xmldom/xmldom, the parser of xml-crypto. */
  readonly DOMParser: new () => {
    parseFromString(text: string, type: string): { readonly documentElement: DomElement | null };
  };
  /** The service's certificate or public key, PEM. Keys in a message are not trusted. */
  readonly certificate: string;
  /** A signed Timestamp that is still valid is required; true when not given. */
  readonly timestamp?: boolean;
  /** Milliseconds that the clocks may differ; five minutes when not given. */
  readonly clockDifference?: number;
}

const oasis = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity";
const utility = `${oasis}-utility-1.0.xsd`;
const digitalSignature = "http://www.w3.org/2000/09/xmldsig#";
const fiveMinutes = 300_000;

/**
 * Verifies the signature of each response (WS-Security, X.509), and passes on only the signed parts: Body, and the header blocks that are
 * signed, as the text that was digested. A response without a valid signature, even a fault, is a `ClientError` `Protocol`; its text has
 * the reason of the fault, marked as unverified.
 */
export function verifyResponses(options: VerifyOptions): Interceptor {
  return interceptExchange(async (request, send) => {
    const response = await send({ ...request, streamed: false });
    const { type, charset } = parseMediaType(response.contentType);
    if (response.body.length === 0 || !/xml$/.test(type)) return unsigned(response);
    let document = "";
    try {
      document = decodeXml(response.body, charset);
      const text = signedText(withReferences(document), options);
      return { ...response, contentType: `${type}; charset=utf-8`, body: new TextEncoder().encode(text) };
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : "unknown";
      const { status } = response;
      const text = `The signature of the response is not valid: ${reason}${unverifiedFault(document)}`;
      throw new ClientError("Protocol", text, { status, cause });
    }
  });
}

const mostFaultText = 200;

/** The reason in a response that is a fault, for the error text. It is unverified: services often do not sign faults. */
function unverifiedFault(document: string): string {
  try {
    const reader = new XmlReader(document, { limits: clientLimits });
    const version = enterEnvelope(reader);
    if (version === undefined) return "";
    enterBody(reader, version, () => undefined);
    const isFault =
      reader.child() && reader.name === "Fault" && reader.namespace === soapVersions[version].namespace;
    if (!isFault) return "";
    const { code = "", message } = receivedFault(reader, {});
    return `; unverified fault: ${shortened(`${code} ${message}`.replace(/\p{Cc}+/gu, " "), mostFaultText)}`;
  } catch {
    return "";
  }
}

/** The parser of xml-crypto and node-soap replaces these characters by line ends, as only XML 1.1 does, unless they are references. */
export function withReferences(document: string): string {
  return document.replace(/[\u0085\u2028]/g, (found) => `&#${found.charCodeAt(0)};`);
}

/** A response without an envelope has no result: the binding reports it. MIME parts could hide an envelope. */
function unsigned(response: TransportResponse): TransportResponse {
  if (parseMediaType(response.contentType).type.startsWith("multipart/"))
    throw new ClientError("Protocol", "A response with MIME parts cannot be verified", {
      status: response.status,
    });
  return { ...response, body: new Uint8Array() };
}

/** The envelope, reduced to its signed parts. */
function signedText(text: string, options: VerifyOptions): string {
  if (text.includes("<!DOCTYPE")) throw new Error("it has a document type declaration");
  const { documentElement: envelope } = new options.DOMParser().parseFromString(text, "text/xml");
  if (envelope === null || soapVersionOf(envelope.namespaceURI ?? "") === undefined)
    throw new Error("no envelope");
  const soap = envelope.namespaceURI ?? "";
  const body = onlyChild(envelope, soap, "Body");
  const header = onlyChild(envelope, soap, "Header");
  const security = onlyChild(header, securityHeader.namespace, securityHeader.name);
  const covered = coveredBy(onlyChild(security, digitalSignature, "Signature"), text, options);
  const signedBody = covered.get(idOf(body));
  if (signedBody === undefined) throw new Error("it does not cover the Body");
  if (options.timestamp !== false)
    checkTimestamp(onlyChild(security, utility, "Timestamp"), covered, options);
  const blocks = children(header).flatMap((block) =>
    block === security ? [] : (covered.get(idOf(block)) ?? []),
  );
  const declared = [...prefixesOf(envelope), ...prefixesOf(body)];
  const prefixes = [...new Map(declared)].map(([name, uri]) => ` ${name}="${escapeAttribute(uri)}"`);
  const prefix = "signed-envelope";
  const inHeader = blocks.length === 0 ? "" : `<${prefix}:Header>${blocks.join("")}</${prefix}:Header>`;
  return `<${prefix}:Envelope xmlns:${prefix}="${soap}"${prefixes.join("")}>${inHeader}${signedBody}</${prefix}:Envelope>`;
}

/** Texts that a valid signature covers, by the id of their elements, which is unique in the document. */
function coveredBy(signature: DomElement, text: string, { SignedXml, certificate }: VerifyOptions) {
  const signed = new SignedXml({ publicCert: certificate, getCertFromKeyInfo: () => null });
  orderNamespaces(signed);
  // The signature is a node of the document that the same parser has made.
  signed.loadSignature(signature as never);
  if (!signed.checkSignature(text)) throw new Error("the content was changed");
  const covered = new Map<string, string>();
  for (const { uri, signedReference } of signed.getReferences()) {
    if (uri?.startsWith("#") === true && uri.length > 1 && signedReference !== undefined)
      covered.set(uri.slice(1), signedReference);
  }
  return covered;
}

function checkTimestamp(
  timestamp: DomElement,
  covered: ReadonlyMap<string, string>,
  { clockDifference = fiveMinutes }: VerifyOptions,
): void {
  if (!covered.has(idOf(timestamp))) throw new Error("it does not cover the Timestamp");
  const at = (name: string): number => Date.parse(onlyChild(timestamp, utility, name).textContent ?? "");
  const now = Date.now();
  if (!(at("Created") <= now + clockDifference)) throw new Error("its Timestamp is in the future");
  if (!(at("Expires") > now - clockDifference)) throw new Error("its Timestamp has expired");
}

function onlyChild(parent: DomElement, namespace: string, name: string): DomElement {
  const found = children(parent).filter(
    ({ namespaceURI, localName }) => namespaceURI === namespace && localName === name,
  );
  const [only] = found;
  if (only === undefined || found.length > 1)
    throw new Error(`${parent.localName ?? ""} has ${found.length} ${name}`);
  return only;
}

function children(parent: DomElement): readonly DomElement[] {
  return Array.from(parent.childNodes).filter((node): node is DomElement => isElement(node));
}

function isElement(node: unknown): boolean {
  return typeof node === "object" && node !== null && "nodeType" in node && node.nodeType === 1;
}

/** The prefixes in force for names in values. A default namespace is declared in the signed text where it applies. */
function prefixesOf({ attributes }: DomElement): readonly (readonly [string, string])[] {
  return Array.from(attributes)
    .filter(({ name }) => name.startsWith("xmlns:"))
    .map(({ name, value }) => [name, value] as const);
}

function idOf(element: DomElement): string {
  return element.getAttributeNS(utility, "Id") ?? "";
}
