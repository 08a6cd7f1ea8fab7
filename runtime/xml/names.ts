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

// XML 1.0, 5th edition, productions 4 and 4a, without the colon.
const startRanges = [
  ["A", "Z"],
  ["_", "_"],
  ["a", "z"],
  ["\\u{C0}", "\\u{D6}"],
  ["\\u{D8}", "\\u{F6}"],
  ["\\u{F8}", "\\u{2FF}"],
  ["\\u{370}", "\\u{37D}"],
  ["\\u{37F}", "\\u{1FFF}"],
  ["\\u{200C}", "\\u{200D}"],
  ["\\u{2070}", "\\u{218F}"],
  ["\\u{2C00}", "\\u{2FEF}"],
  ["\\u{3001}", "\\u{D7FF}"],
  ["\\u{F900}", "\\u{FDCF}"],
  ["\\u{FDF0}", "\\u{FFFD}"],
  ["\\u{10000}", "\\u{EFFFF}"],
];
const furtherRanges = [
  ["\\-", "."],
  ["0", "9"],
  ["\\u{B7}", "\\u{B7}"],
  ["\\u{300}", "\\u{36F}"],
  ["\\u{203F}", "\\u{2040}"],
];
const start = classOf(startRanges);
const rest = start + classOf(furtherRanges);

function classOf(ranges: readonly (readonly string[])[]): string {
  return ranges.map((range) => range.join("-")).join("");
}

const ncName = new RegExp(`^[${start}][${rest}]*$`, "u");
const anyName = new RegExp(`^[:${start}][:${rest}]*$`, "u");
const nameToken = new RegExp(`^[:${rest}]+$`, "u");

/** True for a name without colon (Namespaces in XML 1.0, production 4). */
export function isNCName(text: string): boolean {
  return ncName.test(text);
}

/** True for a name, colons included (XML 1.0, production 5). */
export function isName(text: string): boolean {
  return anyName.test(text);
}

/** True for a name token (XML 1.0, production 7). */
export function isNmtoken(text: string): boolean {
  return nameToken.test(text);
}

/** True for a name with at most one colon, names on both sides of it (Namespaces in XML 1.0, production 7). */
export function isQName(text: string): boolean {
  const colon = text.indexOf(":");
  return colon === -1 ? isNCName(text) : isNCName(text.slice(0, colon)) && isNCName(text.slice(colon + 1));
}

/**
 * The name, for markup.
 * @throws RangeError when it is no XML name without colon
 */
export function checkedName(name: string): string {
  if (!isNCName(name)) throw new RangeError("Not an XML name without colon.");
  return name;
}
