import { trim } from "messenger-gen-runtime/xsd";
import type { Diagnostics } from "../diagnostics.js";
import { clark, wsdlNamespace, xsdNamespace } from "../read/names.js";
import { elements, type XmlElement } from "../read/xml.js";
import { isRequired, type Policies } from "./policies.js";

export const soap11Namespace = "http://schemas.xmlsoap.org/wsdl/soap/";
export const soap12Namespace = "http://schemas.xmlsoap.org/wsdl/soap12/";
export const httpNamespace = "http://schemas.xmlsoap.org/wsdl/http/";
export const mimeNamespace = "http://schemas.xmlsoap.org/wsdl/mime/";

interface Rule {
  readonly attributes: ReadonlySet<string>;
  readonly children: ReadonlySet<string>;
}

const particles = "element group choice sequence any";
const attributeUses = "attribute attributeGroup anyAttribute";
const facets =
  "enumeration pattern length minLength maxLength minInclusive minExclusive maxInclusive maxExclusive totalDigits " +
  "fractionDigits whiteSpace";

/** XSD 1.0 part 1, appendix A: attributes and children of each element, where several places share a name all of them. */
const xsd: Readonly<Record<string, readonly [attributes: string, children: string]>> = {
  schema: [
    "targetNamespace version elementFormDefault attributeFormDefault blockDefault finalDefault",
    "include import redefine override simpleType complexType group attributeGroup element attribute notation",
  ],
  include: ["schemaLocation", ""],
  import: ["namespace schemaLocation", ""],
  redefine: ["schemaLocation", "simpleType complexType group attributeGroup"],
  // Of XML Schema 1.1: replaces declarations of the included document.
  override: ["schemaLocation", "simpleType complexType group attributeGroup element attribute notation"],
  notation: ["name public system", ""],
  element: [
    "name ref type substitutionGroup minOccurs maxOccurs default fixed nillable abstract final block form",
    "simpleType complexType unique key keyref",
  ],
  attribute: ["name ref type use default fixed form", "simpleType"],
  complexType: [
    "name mixed abstract final block",
    `simpleContent complexContent group all choice sequence ${attributeUses}`,
  ],
  simpleContent: ["", "restriction extension"],
  complexContent: ["mixed", "restriction extension"],
  extension: ["base", `group all choice sequence ${attributeUses}`],
  restriction: ["base", `group all choice sequence simpleType ${attributeUses} ${facets}`],
  simpleType: ["name final", "restriction list union"],
  list: ["itemType", "simpleType"],
  union: ["memberTypes", "simpleType"],
  group: ["name ref minOccurs maxOccurs", "all choice sequence"],
  attributeGroup: ["name ref", attributeUses],
  all: ["minOccurs maxOccurs", "element"],
  choice: ["minOccurs maxOccurs", particles],
  sequence: ["minOccurs maxOccurs", particles],
  any: ["namespace processContents minOccurs maxOccurs", ""],
  anyAttribute: ["namespace processContents", ""],
  unique: ["name", "selector field"],
  key: ["name", "selector field"],
  keyref: ["name refer", "selector field"],
  selector: ["xpath", ""],
  field: ["xpath", ""],
};

/** Elements that XML Schema 1.1 adds, by the elements that they may be in. Messages are read without them. */
const added: Readonly<Record<string, string>> = {
  schema: "defaultOpenContent",
  element: "alternative",
  complexType: "assert openContent",
  extension: "assert openContent",
  restriction: "assert openContent assertion explicitTimezone",
  all: "any",
};

/** WSDL 1.1, appendix A.4. */
const wsdl: typeof xsd = {
  definitions: ["name targetNamespace", "import types message portType binding service"],
  import: ["namespace location", ""],
  types: ["", ""],
  message: ["name", "part"],
  part: ["name element type", ""],
  portType: ["name", "operation"],
  binding: ["name type", "operation"],
  operation: ["name parameterOrder", "input output fault"],
  input: ["name message", ""],
  output: ["name message", ""],
  fault: ["name message", ""],
  service: ["name", "port"],
  port: ["name binding", ""],
};

const soap: typeof xsd = {
  binding: ["transport style", ""],
  operation: ["soapAction soapActionRequired style", ""],
  body: ["parts use encodingStyle namespace", ""],
  header: ["message part use encodingStyle namespace", "headerfault"],
  headerfault: ["message part use encodingStyle namespace", ""],
  fault: ["name use encodingStyle namespace", ""],
  address: ["location", ""],
};

const http: typeof xsd = {
  binding: ["verb", ""],
  operation: ["location", ""],
  address: ["location", ""],
  urlEncoded: ["", ""],
  urlReplacement: ["", ""],
};

const mime: typeof xsd = {
  content: ["part type name", ""],
  mimeXml: ["part", ""],
  multipartRelated: ["", "part"],
  part: ["name", "content mimeXml"],
};

const rules: ReadonlyMap<string, Rule> = new Map([
  ...ruleEntries(xsdNamespace, xsd, "annotation"),
  ...facets
    .split(" ")
    .map((name): [string, Rule] => [
      `{${xsdNamespace}}${name}`,
      { attributes: words("id value fixed"), children: words("annotation") },
    ]),
  ...ruleEntries(wsdlNamespace, wsdl, "documentation"),
  ...[soap11Namespace, soap12Namespace].flatMap((namespace) => ruleEntries(namespace, soap, "")),
  ...ruleEntries(httpNamespace, http, ""),
  ...ruleEntries(mimeNamespace, mime, ""),
]);

function ruleEntries(namespace: string, table: typeof xsd, documented: string): [string, Rule][] {
  return Object.entries(table).map(([name, [attributes, children]]) => [
    `{${namespace}}${name}`,
    { attributes: words(`id ${attributes}`), children: words(`${documented} ${children}`) },
  ]);
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(" ").filter((word) => word !== ""));
}

/**
 * Compares a document with the vocabulary of its specifications. Elements of other namespaces are allowed in WSDL as
 * extensions; one with `wsdl:required` must not be ignored.
 */
export function checkGrammar(root: XmlElement, diagnostics: Diagnostics, policies: Policies): void {
  const rule = rules.get(clark(root.name));
  if (rule === undefined) return;
  const shown = show(root);
  for (const attribute of root.attributes.keys()) {
    if (attribute.startsWith("{") || rule.attributes.has(attribute)) continue;
    diagnostics.report("MG2011", root.origin, { attribute, element: shown });
  }
  if (root.children.some((child) => typeof child === "string" && trim(child) !== "")) {
    diagnostics.report("MG2032", root.origin, { parent: shown });
  }
  policies.report(root, diagnostics);
  for (const child of elements(root)) {
    if (child.name.namespace === root.name.namespace) {
      if (!rule.children.has(child.name.name)) {
        const isAdded = root.name.namespace === xsdNamespace && isAddedIn(root.name.name, child.name.name);
        if (isAdded) diagnostics.report("MG2022", child.origin, { element: show(child) });
        else diagnostics.report("MG2010", child.origin, { child: show(child), parent: shown });
        continue;
      }
    } else if (!checkExtension(root, child, diagnostics, policies)) continue;
    checkGrammar(child, diagnostics, policies);
  }
}

function isAddedIn(parent: string, child: string): boolean {
  return Object.hasOwn(added, parent) && words(added[parent] ?? "").has(child);
}

/** True if the element is allowed here. */
function checkExtension(
  parent: XmlElement,
  child: XmlElement,
  diagnostics: Diagnostics,
  policies: Policies,
): boolean {
  if (parent.name.namespace === xsdNamespace) {
    diagnostics.report("MG2010", child.origin, { child: clark(child.name), parent: show(parent) });
    return false;
  }
  if (
    isRequired(child) &&
    !rules.has(clark(child.name)) &&
    !policies.reportRequired(parent, child, diagnostics)
  )
    diagnostics.report("MG2024", child.origin, { name: clark(child.name) });
  return true;
}

const prefixes: ReadonlyMap<string, string> = new Map([
  [xsdNamespace, "xsd"],
  [wsdlNamespace, "wsdl"],
  [soap11Namespace, "soap"],
  [soap12Namespace, "soap12"],
  [httpNamespace, "http"],
  [mimeNamespace, "mime"],
]);

/** True for an element of one of the specifications; any other is an extension that is not understood. */
export function isSpecified({ name }: XmlElement): boolean {
  return prefixes.has(name.namespace);
}

/** An element with the prefix of the specifications, such as `xsd:complexType`. */
export function show(element: XmlElement): string {
  const prefix = prefixes.get(element.name.namespace);
  return prefix === undefined ? clark(element.name) : `${prefix}:${element.name.name}`;
}
