import { wsdlNamespace } from "../read/names.js";
import { attributeOf, elements, type XmlElement } from "../read/xml.js";
import { isBuiltIn } from "./built-in.js";
import { docOf } from "./docs.js";
import type { Declaration } from "./declaration.js";
import type { ModelDraft } from "./draft.js";
import { referToType } from "./element.js";
import { show } from "./grammar.js";
import type {
  Id,
  MessageModel,
  OperationModel,
  OperationStyle,
  PartModel,
  PortTypeModel,
  ServiceModel,
  SignatureModel,
} from "./types.js";

export function wsdlChildren(parent: XmlElement, ...names: readonly string[]): XmlElement[] {
  return elements(parent).filter(
    (child) => child.name.namespace === wsdlNamespace && names.includes(child.name.name),
  );
}

/** Properties of every declaration. */
export function named({
  id,
  name,
  element,
  context,
}: Declaration): Pick<MessageModel, "id" | "name" | "namespace" | "doc" | "origin"> {
  return { id, name, namespace: context.targetNamespace, doc: docOf(element), origin: element.origin };
}

export function buildMessage(draft: ModelDraft, declaration: Declaration): MessageModel {
  const parts = new Map<string, PartModel>();
  for (const element of wsdlChildren(declaration.element, "part")) {
    const part = draft.buildMember(element, () => buildPart(draft, element));
    if (part === undefined) continue;
    const first = parts.get(part.name);
    if (first === undefined) parts.set(part.name, part);
    else reportTwice(draft, "part", part, first);
  }
  return { ...named(declaration), parts: [...parts.values()] };
}

function buildPart(draft: ModelDraft, element: XmlElement): PartModel | undefined {
  const { attributes, origin } = element;
  const name = draft.ncName(element);
  if (name === undefined) return undefined;
  draft.exclusive(element, { element: attributes.has("element"), type: attributes.has("type") });
  const byElement = draft.qname(element, "element");
  const byType = draft.qname(element, "type");
  if (byElement !== undefined && isBuiltIn(byElement) && byType === undefined) {
    const taken = "the type of that name";
    draft.diagnostics.report("MG2037", origin, { kind: "element", name: byElement, taken });
    return { name, element: undefined, type: byElement, origin };
  }
  return {
    name,
    element: byElement === undefined ? undefined : draft.refer("element", byElement, origin),
    type: byType === undefined ? undefined : referToType(draft, byType, origin),
    origin,
  };
}

export function buildPortType(draft: ModelDraft, declaration: Declaration): PortTypeModel {
  const operations = new Map<string, OperationModel>();
  for (const element of wsdlChildren(declaration.element, "operation")) {
    for (const operation of draft.buildMember(element, () => buildOperation(draft, element))) {
      const key = overloadKey(operation);
      const first = operations.get(key);
      if (first === undefined) operations.set(key, operation);
      else reportTwice(draft, `operation of the port type ${declaration.name}`, operation, first);
    }
  }
  return { ...named(declaration), operations: [...operations.values()] };
}

/** Operations of one name are distinguished by the names of their input and output. */
export function overloadKey({ name, signature }: Pick<OperationModel, "name" | "signature">): string {
  return [name, signature.input ?? "", signature.output ?? ""].join(" ");
}

/** Names of input and output of an operation of a port type or of a binding. */
export function signatureOf(element: XmlElement): SignatureModel {
  const [input] = wsdlChildren(element, "input");
  const [output] = wsdlChildren(element, "output");
  return {
    input: input && attributeOf(input, "name"),
    output: output && attributeOf(output, "name"),
  };
}

/** The attribute Action of WS-Addressing Metadata, and of the candidate before. */
const actionAttributes = [
  "{http://www.w3.org/2007/05/addressing/metadata}Action",
  "{http://www.w3.org/2006/05/addressing/wsdl}Action",
] as const;

function buildOperation(draft: ModelDraft, element: XmlElement): OperationModel[] {
  const name = draft.ncName(element);
  if (name === undefined) return [];
  const [input] = wsdlChildren(element, "input");
  const [output] = wsdlChildren(element, "output");
  const operation = {
    name,
    doc: docOf(element),
    style: styleOf(element),
    input: messageOf(draft, input),
    output: messageOf(draft, output),
    signature: signatureOf(element),
    action:
      input && actionAttributes.map((each) => attributeOf(input, each)).find((each) => each !== undefined),
    faults: wsdlChildren(element, "fault").flatMap((fault) => buildFault(draft, fault)),
    origin: element.origin,
  };
  if (input !== undefined || output !== undefined) return [operation];
  draft.diagnostics.report("MG2007", element.origin, {
    element: show(element),
    attribute: "wsdl:input or wsdl:output",
  });
  return [];
}

/** The name identifies the fault in a binding; no message depends on it. */
function buildFault(draft: ModelDraft, element: XmlElement): OperationModel["faults"] {
  const message = messageOf(draft, element);
  if (message === undefined) return [];
  const { origin } = element;
  if (element.attributes.has("name")) {
    const name = draft.ncName(element);
    return name === undefined ? [] : [{ name, message, origin }];
  }
  const name = message.slice(message.indexOf("}") + 1);
  draft.takeFor(element, "wsdl:fault without a name", `one with the name ${name}`);
  return [{ name, message, origin }];
}

/** WSDL 1.1, section 2.4: determined by the order of input and output. */
function styleOf(element: XmlElement): OperationStyle {
  const order = wsdlChildren(element, "input", "output").map((child) => child.name.name);
  if (order.length > 1) return order[0] === "input" ? "request-response" : "solicit-response";
  return order[0] === "input" ? "one-way" : "notification";
}

function messageOf(draft: ModelDraft, element: XmlElement | undefined): Id | undefined {
  if (element === undefined || draft.required(element, "message") === undefined) return undefined;
  const id = draft.qname(element, "message");
  return id === undefined ? undefined : draft.refer("message", id, element.origin);
}

/** `offered`: ids of the bindings that remain; ports of the others are omitted too. */
export function buildService(
  draft: ModelDraft,
  declaration: Declaration,
  offered: ReadonlySet<Id>,
): ServiceModel {
  const ports = wsdlChildren(declaration.element, "port").flatMap((element) => {
    const name = draft.ncName(element);
    if (draft.required(element, "binding") === undefined || name === undefined) return [];
    const id = draft.qname(element, "binding");
    if (id === undefined) return [];
    if (draft.declared("binding", draft.meant("binding", id)) === undefined) {
      const reason = `the binding ${id} is not declared`;
      draft.diagnostics.report("MG2041", element.origin, { what: `the port ${name}`, reason });
      return [];
    }
    const binding = draft.refer("binding", id, element.origin);
    const address = elements(element)
      .find((child) => child.name.name === "address")
      ?.attributes.get("location");
    if (!offered.has(binding)) return [];
    const requires = draft.policies.requirementsOf(element);
    return [{ name, binding, address, requires, doc: docOf(element), origin: element.origin }];
  });
  return { ...named(declaration), ports };
}

export function reportTwice(
  draft: ModelDraft,
  kind: string,
  second: Pick<PartModel, "name" | "origin">,
  first: Pick<PartModel, "origin">,
): void {
  const { file, line, column } = first.origin;
  const place = `${draft.diagnostics.place(file)}:${line}:${column}`;
  draft.diagnostics.report("MG2009", second.origin, { kind, name: second.name, first: place });
}
