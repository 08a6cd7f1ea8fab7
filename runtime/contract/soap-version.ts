import { xmlDeclaration } from "../xml/markup.js";
import {
  soap11Namespace,
  soap12EncodingNamespace,
  soap12Namespace,
  soapEncodingNamespace,
  xsdNamespace,
  xsiNamespace,
} from "../xml/names.js";

/** SOAP 1.1 or SOAP 1.2. */
export type SoapVersion = "soap11" | "soap12";

/** Differences between the SOAP versions in every message. */
export interface SoapVersionForm {
  /** Namespace of the envelope (SOAP 1.1 section 3, SOAP 1.2 part 1 section 5). */
  readonly namespace: string;
  /** Of SOAP-encoded messages (SOAP 1.1 section 5, SOAP 1.2 part 2 section 3). */
  readonly encoding: string;
  readonly mediaType: string;
  readonly contentType: string;
  /** XML declaration and start tag of Envelope. */
  readonly open: string;
}

/** The end tag of Envelope. */
export const envelopeEnd = "</soap:Envelope>";

/** One row per version. */
export const soapVersions: Readonly<Record<SoapVersion, SoapVersionForm>> = {
  soap11: versionForm(soap11Namespace, soapEncodingNamespace, "text/xml"),
  soap12: versionForm(soap12Namespace, soap12EncodingNamespace, "application/soap+xml"),
};

function versionForm(namespace: string, encoding: string, mediaType: string): SoapVersionForm {
  const others = `xmlns:xsi="${xsiNamespace}" xmlns:xsd="${xsdNamespace}"`;
  return {
    namespace,
    encoding,
    mediaType,
    contentType: `${mediaType}; charset=utf-8`,
    open: `${xmlDeclaration}<soap:Envelope xmlns:soap="${namespace}" ${others}>`,
  };
}

/** The version of an envelope namespace; undefined for any other namespace. */
export function soapVersionOf(namespace: string): SoapVersion | undefined {
  if (namespace === soap11Namespace) return "soap11";
  if (namespace === soap12Namespace) return "soap12";
  return undefined;
}
