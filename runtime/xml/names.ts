/** Namespace bound to the prefix `xml`. */
export const xmlNamespace = "http://www.w3.org/XML/1998/namespace";
/** Namespace bound to the prefix `xmlns`. */
export const xmlnsNamespace = "http://www.w3.org/2000/xmlns/";
/** Namespace of `xsi:nil` and `xsi:type`. */
export const xsiNamespace = "http://www.w3.org/2001/XMLSchema-instance";
/** Namespace of the built-in types. */
export const xsdNamespace = "http://www.w3.org/2001/XMLSchema";
/** Namespace of the SOAP 1.1 envelope. */
export const soap11Namespace = "http://schemas.xmlsoap.org/soap/envelope/";
/** Namespace of the SOAP 1.1 encoding. */
export const soapEncodingNamespace = "http://schemas.xmlsoap.org/soap/encoding/";
/** Namespace of the SOAP 1.2 encoding. */
export const soap12EncodingNamespace = "http://www.w3.org/2003/05/soap-encoding";
/** Namespace of the SOAP 1.2 envelope. */
export const soap12Namespace = "http://www.w3.org/2003/05/soap-envelope";

/** A namespace and a local name (Namespaces in XML 1.0, section 4). */
export interface QName {
  readonly namespace: string;
  readonly name: string;
}

export function isSameName(one: QName, other: QName): boolean {
  return one.name === other.name && one.namespace === other.namespace;
}

/** Name of a type derived from soapenc:Array; values have soapenc:Array itself instead (SOAP 1.1, section 5.4.2). */
export interface SoapArrayName extends QName {
  /** Names of types derived from it in turn, whose values are the same. */
  readonly soapArray: readonly QName[];
}

/** A prefix that generated codecs write before names of a namespace. */
export interface NamespacePrefix {
  readonly prefix: string;
  readonly namespace: string;
}
