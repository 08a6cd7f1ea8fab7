import { trim } from "messenger-gen-runtime/xsd";
import { splitName, xsdNamespace } from "../read/names.js";
import { elements, type XmlElement } from "../read/xml.js";
import type { Context } from "./declaration.js";
import { isSpecified } from "./grammar.js";

interface Placed {
  readonly element: XmlElement;
  readonly context: Context;
}

/** True if two declarations of one name mean the same: documents of one contract may repeat declarations, each in its own way. */
export function isSameDeclaration(one: Placed, other: Placed): boolean {
  return meaningOf(one.element, one.context, true) === meaningOf(other.element, other.context, true);
}

/** True if two bindings differ only in their transport. */
export function isSameBindingElsewhere(one: Placed, other: Placed): boolean {
  return isSameDeclaration(withoutTransport(one), withoutTransport(other));
}

function withoutTransport({ element, context }: Placed): Placed {
  const children = elements(element).map((child) => {
    if (child.name.name !== "binding") return child;
    const attributes = new Map([...child.attributes].filter(([name]) => name !== "transport"));
    return { ...child, attributes };
  });
  return { element: { ...element, children }, context };
}

/** Attributes whose values are names of declarations, or lists of them. */
const names = words("type base ref itemType memberTypes substitutionGroup refer message element binding");
const counts = words("minOccurs maxOccurs");
const flags = words("nillable abstract mixed");
/** Facets whose values are integers. */
const sizes = words("length minLength maxLength totalDigits fractionDigits");
const otherFacets = words(
  "enumeration pattern whiteSpace minInclusive minExclusive maxInclusive maxExclusive",
);
const facets = new Set([...sizes, ...otherFacets]);
/** Children whose order has no meaning. */
const unordered = new Set([...facets, "attribute", "attributeGroup"]);

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(" "));
}

/** Values of attributes that are not written. */
type Defaults = Readonly<Record<string, string>>;

const once: Defaults = { minOccurs: "1", maxOccurs: "1" };
const wildcard: Defaults = { namespace: "##any", processContents: "strict" };
const ofFacets: Defaults = { fixed: "false" };

/** By element of XML Schema. */
const defaults: ReadonlyMap<string, Defaults> = new Map([
  ["element", { ...once, abstract: "false", nillable: "false" }],
  ["group", once],
  ["all", once],
  ["choice", once],
  ["sequence", once],
  ["any", { ...once, ...wildcard }],
  ["anyAttribute", wildcard],
  ["attribute", { use: "optional" }],
  ["complexType", { abstract: "false", mixed: "false" }],
]);

/** A text that is equal for elements of equal meaning. */
function meaningOf(element: XmlElement, context: Context, isTop: boolean): string {
  const attributes = attributesOf(element, context);
  const isXsd = element.name.namespace === xsdNamespace;
  for (const [name, value] of Object.entries(isXsd ? missingOf(element, context, isTop) : {}))
    if (!attributes.has(name)) attributes.set(name, value);
  const children = content(element).map((child) => [child, meaningOf(child, context, false)] as const);
  const isUnordered = ({ name }: XmlElement): boolean =>
    name.namespace === xsdNamespace && unordered.has(name.name);
  const texts = (wanted: boolean): readonly string[] =>
    children.filter(([child]) => isUnordered(child) === wanted).map(([, text]) => text);
  return JSON.stringify([
    element.name,
    [...attributes].toSorted(([a], [b]) => (a < b ? -1 : 1)),
    texts(false),
    texts(true).toSorted(),
  ]);
}

function attributesOf(element: XmlElement, context: Context): Map<string, string> {
  const written = [...element.attributes].filter(([name]) => name !== "id");
  return new Map(written.map(([name, value]) => [name, valueOf(element, name, trim(value), context)]));
}

function valueOf(element: XmlElement, name: string, value: string, context: Context): string {
  const { name: local } = element.name;
  if (names.has(name)) {
    return value
      .split(/\s+/)
      .map((each) => expanded(element, each, context))
      .join(" ");
  }
  if (name === "xpath") {
    return value.replace(/([\w.-]+):(?!:)/g, (text, prefix: string) => {
      const namespace = element.scope.get(prefix);
      return namespace === undefined ? text : `{${namespace}}`;
    });
  }
  if (flags.has(name) || (name === "fixed" && facets.has(local))) return flagOf(value);
  if (counts.has(name) || (name === "value" && sizes.has(local))) return value.replace(/^\+?0*(?=\d)/, "");
  // May be a name too, which only its type tells.
  const namespace = element.scope.get(splitName(value).prefix || "-");
  return namespace === undefined ? value : `${value} {${namespace}}`;
}

function expanded({ scope }: XmlElement, name: string, { adopted, targetNamespace }: Context): string {
  const { prefix, local } = splitName(name);
  const namespace = scope.get(prefix);
  if (namespace === undefined) return name;
  return `{${prefix === "" && namespace === "" && adopted ? targetNamespace : namespace}}${local}`;
}

function flagOf(value: string): string {
  if (value === "1") return "true";
  return value === "0" ? "false" : value;
}

/** What attributes that are not written stand for. */
function missingOf(element: XmlElement, context: Context, isTop: boolean): Defaults {
  const { name } = element.name;
  const known = facets.has(name) ? ofFacets : (defaults.get(name) ?? {});
  const isElement = name === "element";
  if ((!isElement && name !== "attribute") || element.attributes.has("ref")) return known;
  const isQualified = isElement ? context.elementsQualified : context.attributesQualified;
  const isTyped =
    element.attributes.has("substitutionGroup") ||
    content(element).some((child) => ["simpleType", "complexType"].includes(child.name.name));
  const type = `{${xsdNamespace}}${isElement ? "anyType" : "anySimpleType"}`;
  const form = isQualified ? "qualified" : "unqualified";
  return { ...known, ...(isTop ? {} : { form }), ...(isTyped ? {} : { type }) };
}

/** Neither documentation nor an extension that is not understood makes a difference. */
function content(element: XmlElement): readonly XmlElement[] {
  return elements(element).filter(
    (child) => isSpecified(child) && child.name.name !== "annotation" && child.name.name !== "documentation",
  );
}
