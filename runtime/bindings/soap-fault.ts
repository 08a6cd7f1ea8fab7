import { DetailFault, faultTable, UndeclaredFault, type ServiceFault } from "../errors/fault.js";
import type { AnyFaultCodec } from "../contract/message-codecs.js";
import type { NamespaceAlias } from "../xml/namespace-alias.js";
import { soap12Namespace } from "../xml/names.js";
import { writeContent } from "../xml/write-content.js";
import { XmlWriter } from "../xml/writer.js";
import type { WireResponse } from "./binding.js";
import { soapHeaders } from "./soap-headers.js";
import { envelopeEnd, soapVersions, type SoapVersion } from "../contract/soap-version.js";

/** SOAP 1.2 part 1, section 5.4.7: the envelopes that this endpoint supports. */
const upgradeHeader =
  `<soap:Header><soap12:Upgrade xmlns:soap12="${soap12Namespace}">` +
  '<soap12:SupportedEnvelope qname="soap:Envelope" /><soap12:SupportedEnvelope qname="soap12:Envelope" />' +
  "</soap12:Upgrade></soap:Header>";

/** The faults that an operation declares, and the namespace they are served in. */
export interface Details {
  readonly declared?: readonly AnyFaultCodec[] | undefined;
  readonly alias?: NamespaceAlias | undefined;
}

/**
 * The response to a SOAP request that is refused: HTTP 500 in both versions, because several client stacks read no
 * message with another status. A request that is not a SOAP message gets status 415 and no message, one in a charset that is not
 * supported 415 with a message.
 */
export function encodeSoapFault(
  version: SoapVersion,
  fault: ServiceFault,
  details: Details = {},
): WireResponse {
  const { contentType, open } = soapVersions[version];
  if (fault.reason === "UnsupportedMediaType") return { status: 415, contentType, body: [] };
  const writer = new XmlWriter({ alias: details.alias });
  const declared = declaredFault(fault, details);
  const aboutHeader = declared?.codec.header === true;
  writer.raw(open);
  if (aboutHeader) soapHeaders.write(writer, { detail: declared.codec.detail }, { detail: declared.value });
  else if (fault.reason === "UnsupportedVersion") writer.raw(upgradeHeader);
  writer.raw("<soap:Body><soap:Fault>");
  const detail = aboutHeader || fault.reason === "NotUnderstood" ? "none" : declared;
  if (version === "soap11") writeFault11(writer, fault, detail);
  else writeFault12(writer, fault, detail);
  writer.raw(`</soap:Fault></soap:Body>${envelopeEnd}`);
  const status = fault.reason === "UnsupportedCharset" ? faultTable.UnsupportedCharset.httpStatus : 500;
  return { status, contentType, body: [writer.toString()] };
}

interface DeclaredFault {
  readonly codec: AnyFaultCodec;
  readonly value: unknown;
}

/** Content of the detail element, undefined for an empty one; a fault about a header has no such element. */
type Detail = DeclaredFault | "none" | undefined;

/** The fault as the operation declares it: in the detail if declared there. */
function declaredFault(fault: ServiceFault, { declared = [] }: Details): DeclaredFault | undefined {
  if (!(fault instanceof DetailFault)) return undefined;
  const own = declared.filter(({ error }) => fault instanceof error);
  const codec = own.find(({ header }) => header === undefined) ?? own[0];
  return codec === undefined ? undefined : { codec, value: fault.detail };
}

/** SOAP 1.1 section 4.4. */
function writeFault11(writer: XmlWriter, fault: ServiceFault, detail: Detail): void {
  writer.raw(`<faultcode>soap:${faultTable[fault.reason].soap11}</faultcode><faultstring>`);
  writer.characters(fault.message);
  writer.raw("</faultstring>");
  writeDetail(writer, "detail", fault, detail);
}

/** SOAP 1.2 part 1, section 5.4. */
function writeFault12(writer: XmlWriter, fault: ServiceFault, detail: Detail): void {
  const code = faultTable[fault.reason].soap12;
  writer.raw(`<soap:Code><soap:Value>soap:${code}</soap:Value></soap:Code>`);
  writer.raw('<soap:Reason><soap:Text xml:lang="en">');
  writer.characters(fault.message);
  writer.raw("</soap:Text></soap:Reason>");
  writer.reserved = [{ prefix: "soap", namespace: soap12Namespace }];
  writeDetail(writer, "soap:Detail", fault, detail);
}

/** Contains the element of a fault that the operation declares, or the XML of one that it does not. */
function writeDetail(writer: XmlWriter, name: string, fault: ServiceFault, declared: Detail): void {
  if (declared === "none") return;
  writer.open(name);
  const codec = declared?.codec.detail;
  if (codec?.element !== undefined) {
    const tag = writer.openElement(codec.element, codec.prefixes);
    codec.write(writer, declared?.value);
    writer.close(tag);
  } else if (fault instanceof UndeclaredFault) writeContent(writer, fault.detail);
  writer.close(name);
}
