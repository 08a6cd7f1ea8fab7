/** Single changes of the documents of a contract, each of which messages, or the declarations of a contract, show. */
import { splitName, wsdlNamespace, xsdNamespace } from "#generator/read/names.js";
import { elements, type XmlElement } from "#generator/read/xml.js";

export interface Edit {
  readonly what: string;
  /** The element that is replaced. */
  readonly element: XmlElement;
  readonly replacement: XmlElement;
}

/** Edits of one element; `path` are the elements around it, the nearest last. */
type Kind = (element: XmlElement, path: readonly XmlElement[]) => readonly XmlElement[];

const is = (element: XmlElement | undefined, name: string, namespace = xsdNamespace): boolean =>
  element?.name.name === name && element.name.namespace === namespace;

const isLocal = (element: XmlElement, path: readonly XmlElement[]): boolean =>
  is(element, "element") && !is(path.at(-1), "schema");

const set = (element: XmlElement, name: string, value: string): XmlElement => ({
  ...element,
  attributes: new Map(element.attributes).set(name, value),
});

const withChildren = (element: XmlElement, children: XmlElement["children"]): XmlElement => ({
  ...element,
  children,
});

/** Each child of some names in turn is left out. */
const without =
  (name: string, parents: readonly string[], least = 0, namespace = xsdNamespace): Kind =>
  (element) => {
    const own = elements(element).filter((child) => is(child, name, namespace));
    if (!parents.includes(element.name.name) || own.length <= least) return [];
    return own.map((gone) =>
      withChildren(
        element,
        element.children.filter((child) => child !== gone),
      ),
    );
  };

/** An attribute that has one of two values. */
const toggled = (element: XmlElement, name: string, standard: string, other: string): XmlElement =>
  set(element, name, (element.attributes.get(name) ?? standard) === standard ? other : standard);

const kinds: Readonly<Record<string, Kind>> = {
  minOccurs: (element, path) =>
    isLocal(element, path) && (element.attributes.get("maxOccurs") ?? "1") !== "0"
      ? [toggled(element, "minOccurs", "1", "0")]
      : [],
  maxOccurs: (element, path) =>
    isLocal(element, path) && !is(path.at(-1), "all")
      ? [toggled(element, "maxOccurs", "unbounded", "7")]
      : [],
  nillable: (element) =>
    is(element, "element") && !element.attributes.has("ref")
      ? [toggled(element, "nillable", "false", "true")]
      : [],
  "renamed element": (element, path) =>
    isLocal(element, path) && element.attributes.has("name")
      ? [set(element, "name", `${element.attributes.get("name") ?? ""}Renamed`)]
      : [],
  "removed element": without("element", ["sequence", "choice", "all"], 1),
  "added element": (element) => {
    const [first] = elements(element).filter((child) => is(child, "element"));
    if (!is(element, "sequence") || first === undefined) return [];
    const attributes = new Map([["name", "addedElement"]]);
    return [withChildren(element, [...element.children, { ...first, attributes, children: [] }])];
  },
  "exchanged elements": (element) => {
    const own = elements(element);
    const names = own.map((child) => child.attributes.get("name") ?? child.attributes.get("ref"));
    const at = own.findIndex(
      (_, index) =>
        names[index] !== undefined && names[index + 1] !== undefined && names[index] !== names[index + 1],
    );
    const [one, other] = [own[at], own[at + 1]];
    if (!is(element, "sequence") || one === undefined || other === undefined) return [];
    return [withChildren(element, [...own.slice(0, at), other, one, ...own.slice(at + 2)])];
  },
  type: (element) => {
    const { prefix, local } = splitName(element.attributes.get("type") ?? "");
    const isBuiltIn = element.scope.get(prefix) === xsdNamespace && local !== "";
    if (!isBuiltIn || !["element", "attribute", "part"].includes(element.name.name)) return [];
    return [
      set(
        element,
        "type",
        `${prefix === "" ? "" : `${prefix}:`}${local === "string" ? "boolean" : "string"}`,
      ),
    ];
  },
  "use of an attribute": (element, path) =>
    is(element, "attribute") && !is(path.at(-1), "schema") && element.attributes.get("use") !== "prohibited"
      ? [toggled(element, "use", "optional", "required")]
      : [],
  "removed attribute": without("attribute", ["complexType", "extension", "attributeGroup"]),
  "removed value": without("enumeration", ["restriction"], 1),
  "added value": (element) => {
    const [first] = elements(element).filter((child) => is(child, "enumeration"));
    return first === undefined
      ? []
      : [withChildren(element, [...element.children, set(first, "value", "77")])];
  },
  facet: (element) =>
    ["maxLength", "minLength", "length", "totalDigits"].includes(element.name.name) &&
    element.name.namespace === xsdNamespace
      ? [set(element, "value", String(Number(element.attributes.get("value")) + 1))]
      : [],
  "removed pattern": without("pattern", ["restriction"]),
  mixed: (element) =>
    is(element, "complexType") && elements(element).some((child) => is(child, "sequence"))
      ? [toggled(element, "mixed", "false", "true")]
      : [],
  "SOAP action": (element) =>
    element.name.name === "operation" && element.attributes.has("soapAction")
      ? [set(element, "soapAction", `${element.attributes.get("soapAction") ?? ""}-2`)]
      : [],
  address: (element) =>
    element.name.name === "address" ? [set(element, "location", "http://localhost/other")] : [],
  "removed operation": without("operation", ["binding"], 1, wsdlNamespace),
  "removed port": without("port", ["service"], 1, wsdlNamespace),
};

/** Edits without a meaning in SOAP-encoded messages, where every element may be nil or absent. */
const ofLiteral: readonly string[] = ["minOccurs", "nillable"];

/** All edits of a document. Those without a meaning are left out: of SOAP-encoded arrays, and of groups that no type uses. */
export function editsOf(root: XmlElement, isEncoded: boolean): readonly Edit[] {
  const used = new Set<string>();
  const note = (element: XmlElement): void => {
    const ref = element.attributes.get("ref");
    if (["group", "attributeGroup"].includes(element.name.name) && ref !== undefined)
      used.add(splitName(ref).local);
    for (const child of elements(element)) note(child);
  };
  note(root);
  const isMeaningless = (element: XmlElement): boolean =>
    (["group", "attributeGroup"].includes(element.name.name) &&
      element.attributes.has("name") &&
      !used.has(element.attributes.get("name") ?? "")) ||
    splitName(element.attributes.get("base") ?? "").local === "Array";
  const found: Edit[] = [];
  const visit = (element: XmlElement, path: readonly XmlElement[]): void => {
    if (isMeaningless(element)) return;
    for (const [what, kind] of Object.entries(kinds))
      if (!isEncoded || !ofLiteral.includes(what))
        for (const replacement of kind(element, path)) found.push({ what, element, replacement });
    for (const child of elements(element)) visit(child, [...path, element]);
  };
  visit(root, []);
  return found;
}

export const editKinds: readonly string[] = Object.keys(kinds);
