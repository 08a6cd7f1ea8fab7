import { trim } from "messenger-gen-runtime/xsd";
import type { Origin } from "../origin.js";
import type { QName, Scope } from "./names.js";

/** An element of a WSDL or XSD document; immutable. */
export interface XmlElement {
  readonly name: QName;
  /** By local name, or `{namespace}local` for one in a namespace. Declarations of namespaces are not among them. */
  readonly attributes: ReadonlyMap<string, string>;
  /** Elements and pieces of text, in order, without comments. */
  readonly children: readonly (XmlElement | string)[];
  /** For names in values, such as `type="tns:SoapUser"`. */
  readonly scope: Scope;
  readonly origin: Origin;
}

/** The child elements. */
export function elements(parent: XmlElement): XmlElement[] {
  return parent.children.filter((child) => typeof child !== "string");
}

/** The value of an attribute without white space at its ends (`String.trim` removes more than XML calls white space). */
export function attributeOf(element: XmlElement, name: string): string | undefined {
  const value = element.attributes.get(name);
  return value === undefined ? undefined : trim(value);
}

/** All text inside an element. */
export function textOf(element: XmlElement): string {
  return element.children.map((child) => (typeof child === "string" ? child : textOf(child))).join("");
}
