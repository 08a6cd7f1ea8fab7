import type { MarkupElement } from "./markup.js";

export const wsdlNamespace = "http://schemas.xmlsoap.org/wsdl/";

/** A port of a service (WSDL 1.1 section 2.6). */
export interface WsdlPort {
  /** Name of its service. */
  readonly service: string;
  readonly name: string;
  /** Local name of its binding. */
  readonly binding: string;
  /** Namespace of its address, which says for which protocol it is. */
  readonly address: string;
}

/** An operation of a port type (WSDL 1.1 section 2.4). */
export interface WsdlOperation {
  readonly portType: string;
  readonly name: string;
  /** Local names of its messages; undefined where it has none. */
  readonly input: string | undefined;
  readonly output: string | undefined;
}

/** Names in the description of a service that its messages do not have. */
export interface WsdlNames {
  readonly ports: readonly WsdlPort[];
  /** Local name of the port type of each binding. */
  readonly portTypes: ReadonlyMap<string, string>;
  readonly operations: readonly WsdlOperation[];
}

/** The names in the elements of a WSDL document. */
export function namesIn(elements: readonly MarkupElement[]): WsdlNames {
  const named = (name: string) => elements.filter((element) => isWsdl(element, name));
  return {
    ports: named("service").flatMap(portsOf),
    portTypes: new Map(named("binding").map((each) => [valueOf(each, "name"), local(each, "type")])),
    operations: named("portType").flatMap(operationsOf),
  };
}

/** The names in several documents of one description. */
export function joinedNames(all: readonly WsdlNames[]): WsdlNames {
  return {
    ports: all.flatMap(({ ports }) => ports),
    portTypes: new Map(all.flatMap(({ portTypes }) => [...portTypes])),
    operations: all.flatMap(({ operations }) => operations),
  };
}

function portsOf(service: MarkupElement): readonly WsdlPort[] {
  return childrenOf(service, "port").map((port) => ({
    service: valueOf(service, "name"),
    name: valueOf(port, "name"),
    binding: local(port, "binding"),
    address: port.children.find(({ name }) => name === "address")?.namespace ?? "",
  }));
}

function operationsOf(portType: MarkupElement): readonly WsdlOperation[] {
  return childrenOf(portType, "operation").map((operation) => ({
    portType: valueOf(portType, "name"),
    name: valueOf(operation, "name"),
    input: messageOf(operation, "input"),
    output: messageOf(operation, "output"),
  }));
}

function messageOf(operation: MarkupElement, direction: string): string | undefined {
  const [message] = childrenOf(operation, direction);
  return message && local(message, "message");
}

function childrenOf({ children }: MarkupElement, name: string): readonly MarkupElement[] {
  return children.filter((child) => isWsdl(child, name));
}

function isWsdl(element: MarkupElement, name: string): boolean {
  return element.name === name && element.namespace === wsdlNamespace;
}

function valueOf(element: MarkupElement, name: string): string {
  return element.attributes.find((attribute) => attribute.name === name)?.value ?? "";
}

/** Without its prefix. */
function local(element: MarkupElement, name: string): string {
  const value = valueOf(element, name);
  return value.slice(value.indexOf(":") + 1);
}
