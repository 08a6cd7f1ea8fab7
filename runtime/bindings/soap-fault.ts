import { DetailFault, faultTable, type ServiceFault } from "../fault.js";
import type { FaultCodec } from "../operation.js";
import type { NamespaceAlias } from "../xml/namespace-alias.js";
import { soap12Namespace } from "../xml/names.js";
import { XmlWriter } from "../xml/writer.js";
import type { WireResponse } from "./binding.js";
import { envelopeEnd, soapVersions, type SoapVersion } from "./soap-version.js";

/** SOAP 1.2 part 1, section 5.4.7: which envelopes this endpoint takes. */
const upgradeHeader =
  `<soap:Header><soap12:Upgrade xmlns:soap12="${soap12Namespace}">` +
  '<soap12:SupportedEnvelope qname="soap:Envelope" /><soap12:SupportedEnvelope qname="soap12:Envelope" />' +
  "</soap12:Upgrade></soap:Header>";

/** The faults that an operation declares, and the namespace they are served in. */
export interface Details {
  readonly declared?: readonly FaultCodec[] | undefined;
  readonly alias?: NamespaceAlias | undefined;
}

/**
 * The answer to a SOAP request that is refused: HTTP 500 in both versions, as several client stacks read no message
 * with another status. A request that is no SOAP message gets status 415 and no message.
 */
export function encodeSoapFault(
  version: SoapVersion,
  fault: ServiceFault,
  details: Details = {},
): WireResponse {
  const { contentType, open } = soapVersions[version];
  if (fault.reason === "UnsupportedMediaType") return { status: 415, contentType, body: [] };
  const writer = new XmlWriter({ alias: details.alias });
  writer.raw(open);
  if (fault.reason === "UnsupportedVersion") writer.raw(upgradeHeader);
  writer.raw("<soap:Body><soap:Fault>");
  if (version === "soap11") writeFault11(writer, fault, details);
  else writeFault12(writer, fault, details);
  writer.raw(`</soap:Fault></soap:Body>${envelopeEnd}`);
  return { status: 500, contentType, body: writer.pieces() };
}

/** SOAP 1.1 section 4.4; a fault about a header has no detail. */
function writeFault11(writer: XmlWriter, fault: ServiceFault, details: Details): void {
  writer.raw(`<faultcode>soap:${faultTable[fault.reason].soap11}</faultcode><faultstring>`);
  writer.characters(fault.message);
  writer.raw("</faultstring>");
  if (fault.reason !== "NotUnderstood") writeDetail(writer, "detail", fault, details);
}

/** SOAP 1.2 part 1, section 5.4. */
function writeFault12(writer: XmlWriter, fault: ServiceFault, details: Details): void {
  const code = faultTable[fault.reason].soap12;
  writer.raw(`<soap:Code><soap:Value>soap:${code}</soap:Value></soap:Code>`);
  writer.raw('<soap:Reason><soap:Text xml:lang="en">');
  writer.characters(fault.message);
  writer.raw("</soap:Text></soap:Reason>");
  if (fault.reason !== "NotUnderstood") writeDetail(writer, "soap:Detail", fault, details);
}

/** Holds the element of a fault that the operation declares; nothing for any other fault. */
function writeDetail(writer: XmlWriter, name: string, fault: ServiceFault, { declared }: Details): void {
  writer.open(name);
  const codec = declared?.find(({ error }) => fault instanceof error)?.detail;
  if (codec?.element !== undefined && fault instanceof DetailFault) {
    const tag = writer.openElement(codec.element, codec.prefixes);
    codec.write(writer, fault.detail);
    writer.close(tag);
  }
  writer.close(name);
}
