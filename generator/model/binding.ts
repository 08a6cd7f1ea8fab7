import { attributeOf, elements, type XmlElement } from "../read/xml.js";
import type { Declaration } from "./declaration.js";
import type { ModelDraft } from "./draft.js";
import { httpNamespace, mimeNamespace, show, soap11Namespace, soap12Namespace } from "./grammar.js";
import type {
  BindingMessageModel,
  BindingModel,
  BindingOperationModel,
  BindingProtocol,
  HeaderBlockModel,
  Id,
} from "./types.js";
import { named, overloadKey, reportTwice, signatureOf, wsdlChildren } from "./wsdl.js";

type Content = BindingMessageModel["content"];

/** Undefined for a binding of a protocol that is not ours, with a warning. */
export function buildBinding(draft: ModelDraft, declaration: Declaration): BindingModel | undefined {
  const { element, name } = declaration;
  if (draft.required(element, "type") === undefined) return undefined;
  const type = draft.qname(element, "type");
  if (type === undefined) return undefined;
  const portType = draft.refer("port type", type, element.origin);
  const extensions = elements(element).filter((child) => child.name.name === "binding");
  const extension = extensions.find((child) => protocolOf(child) !== undefined);
  const protocol = extension === undefined ? undefined : protocolOf(extension);
  if (extension === undefined || protocol === undefined) {
    draft.diagnostics.report("MG2019", element.origin, { binding: name });
    return undefined;
  }
  const style = draft.oneOf(extension, "style", ["document", "rpc"], "document");
  const operations = new Map<string, BindingOperationModel>();
  for (const child of wsdlChildren(element, "operation")) {
    const operation = buildOperation(draft, child, protocol, style);
    if (operation === undefined) continue;
    const first = operations.get(overloadKey(operation));
    if (first === undefined) operations.set(overloadKey(operation), operation);
    else reportTwice(draft, `operation of the binding ${name}`, operation, first);
  }
  return {
    ...named(declaration),
    protocol,
    portType,
    transport: extension.attributes.get("transport"),
    requires: draft.policies.requirementsOf(element),
    operations: [...operations.values()],
  };
}

function protocolOf(extension: XmlElement): BindingProtocol | undefined {
  const { namespace } = extension.name;
  if (namespace === soap11Namespace) return "soap11";
  if (namespace === soap12Namespace) return "soap12";
  if (namespace !== httpNamespace) return undefined;
  const verb = attributeOf(extension, "verb")?.toUpperCase();
  return verb === "GET" ? "httpGet" : verb === "POST" ? "httpPost" : undefined;
}

function isSoap(protocol: BindingProtocol): boolean {
  return protocol === "soap11" || protocol === "soap12";
}

function buildOperation(
  draft: ModelDraft,
  element: XmlElement,
  protocol: BindingProtocol,
  inherited: "document" | "rpc",
): BindingOperationModel | undefined {
  const name = draft.ncName(element);
  if (name === undefined) return undefined;
  const extension = elements(element).find((child) => child.name.name === "operation" && isExtension(child));
  if (!isSoap(protocol) && extension === undefined) {
    draft.diagnostics.report("MG2007", element.origin, {
      element: show(element),
      attribute: "http:operation",
    });
  } else if (!isSoap(protocol) && extension !== undefined) draft.required(extension, "location");
  const [input] = wsdlChildren(element, "input");
  const [output] = wsdlChildren(element, "output");
  return {
    name,
    signature: signatureOf(element),
    style:
      extension === undefined ? inherited : draft.oneOf(extension, "style", ["document", "rpc"], inherited),
    action: extension?.attributes.get("soapAction"),
    location: extension?.attributes.get("location"),
    input: input === undefined ? silent : buildMessage(draft, input, protocol),
    output: output === undefined ? undefined : buildMessage(draft, output, protocol),
    faults: wsdlChildren(element, "fault").flatMap((fault) => buildFault(draft, fault)),
    origin: element.origin,
  };
}

/** The input of an operation that has none. */
const silent: BindingMessageModel = {
  use: "literal",
  parts: undefined,
  namespace: undefined,
  headers: [],
  attachments: [],
  content: { kind: "empty" },
};

function isExtension(element: XmlElement): boolean {
  const { namespace } = element.name;
  return namespace === soap11Namespace || namespace === soap12Namespace || namespace === httpNamespace;
}

function buildFault(draft: ModelDraft, element: XmlElement): BindingOperationModel["faults"] {
  if (!element.attributes.has("name")) {
    draft.diagnostics.report("MG2041", element.origin, { what: show(element), reason: "it has no name" });
    return [];
  }
  const name = draft.ncName(element);
  const [body] = elements(element).filter((child) => child.name.name === "fault");
  return name === undefined ? [] : [{ name, use: body === undefined ? "literal" : useOf(draft, body) }];
}

function useOf(draft: ModelDraft, element: XmlElement): "literal" | "encoded" {
  return draft.oneOf(element, "use", ["literal", "encoded"], "literal");
}

function buildMessage(
  draft: ModelDraft,
  element: XmlElement,
  protocol: BindingProtocol,
): BindingMessageModel {
  const { root, attached } = isSoap(protocol) ? mimeParts(element) : { root: element, attached: [] };
  const body = elements(root).find((child) => child.name.name === "body" && isExtension(child));
  const content = contentOf(element, protocol, body);
  return {
    use: body === undefined ? "literal" : useOf(draft, body),
    parts: body?.attributes
      .get("parts")
      ?.split(/[ \t\n\r]+/)
      .filter((part) => part !== ""),
    namespace: body?.attributes.get("namespace"),
    headers: elements(root)
      .filter((child) => child.name.name === "header" && isExtension(child))
      .flatMap((header) => buildHeader(draft, header)),
    attachments: attached.flatMap((part) => buildAttachment(draft, part)),
    content,
  };
}

/** The element that contains `soap:body`, and the other parts of an enclosing `mime:multipartRelated`. */
function mimeParts(element: XmlElement): {
  readonly root: XmlElement;
  readonly attached: readonly XmlElement[];
} {
  const related = elements(element).find((child) => isMime(child, "multipartRelated"));
  const parts = related === undefined ? [] : elements(related).filter((child) => isMime(child, "part"));
  const root = parts.find((part) =>
    elements(part).some((child) => child.name.name === "body" && isExtension(child)),
  );
  if (root === undefined) return { root: element, attached: [] };
  return { root, attached: parts.filter((part) => part !== root) };
}

function isMime({ name }: XmlElement, wanted: string): boolean {
  return name.namespace === mimeNamespace && name.name === wanted;
}

/** Several `mime:content` of one part are media types it may have. */
function buildAttachment(draft: ModelDraft, element: XmlElement): BindingMessageModel["attachments"] {
  const [content] = elements(element).filter((child) => isMime(child, "content") || isMime(child, "mimeXml"));
  if (content === undefined) {
    draft.diagnostics.report("MG2007", element.origin, { element: show(element), attribute: "mime:content" });
  }
  const part = content === undefined ? undefined : draft.required(content, "part");
  if (content === undefined || part === undefined) return [];
  const standard = isMime(content, "mimeXml") ? "text/xml" : "*/*";
  const type = attributeOf(content, "type") ?? standard;
  return [{ part, type, origin: content.origin }];
}

function contentOf(element: XmlElement, protocol: BindingProtocol, body: XmlElement | undefined): Content {
  if (isSoap(protocol) && body !== undefined) return { kind: "soapBody" };
  for (const { name, attributes } of elements(element)) {
    if (name.namespace === httpNamespace && name.name === "urlEncoded") return { kind: "urlEncoded" };
    if (name.namespace === httpNamespace && name.name === "urlReplacement") return { kind: "urlReplacement" };
    if (name.namespace !== mimeNamespace) continue;
    const part = attributes.get("part");
    const type = attributes.get("type")?.trim() ?? "*/*";
    if (name.name === "multipartRelated") return { kind: "multipartRelated" };
    if (name.name === "mimeXml") return { kind: "mimeXml", part };
    if (name.name !== "content") continue;
    if (type.toLowerCase() === "application/x-www-form-urlencoded") return { kind: "form" };
    return { kind: "mimeContent", part, type };
  }
  return { kind: "empty" };
}

function buildHeader(draft: ModelDraft, element: XmlElement): BindingMessageModel["headers"] {
  const message = messageOfBlock(draft, element);
  if (message === undefined) return [];
  const faults = elements(element)
    .filter((child) => child.name.name === "headerfault" && isExtension(child))
    .flatMap((fault) => buildHeaderFault(draft, fault));
  return [{ ...buildBlock(draft, element, message), faults }];
}

/** Calls and responses do not depend on a fault without a declaration. */
function buildHeaderFault(draft: ModelDraft, element: XmlElement): readonly HeaderBlockModel[] {
  const message = messageOfBlock(draft, element);
  if (message === undefined) return [];
  if (draft.declared("message", draft.meant("message", message)) === undefined) {
    const reason = `the message ${message} is not declared`;
    draft.diagnostics.report("MG2041", element.origin, { what: show(element), reason });
    return [];
  }
  return [buildBlock(draft, element, message)];
}

/** Undefined for a block that names no message and part. */
function messageOfBlock(draft: ModelDraft, element: XmlElement): Id | undefined {
  const { attributes, origin } = element;
  if (attributes.has("part") && attributes.has("message")) return draft.qname(element, "message");
  const reason = "it has no message and part attributes";
  draft.diagnostics.report("MG2041", origin, { what: show(element), reason });
  return undefined;
}

function buildBlock(draft: ModelDraft, element: XmlElement, message: Id): HeaderBlockModel {
  return {
    message: draft.refer("message", message, element.origin),
    part: attributeOf(element, "part") ?? "",
    use: useOf(draft, element),
    origin: element.origin,
  };
}
