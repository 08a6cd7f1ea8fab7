import { WSDL } from "soap";
import { wsdlNamespace } from "#host/documents/wsdl-names.js";
import {
  soapBindings,
  type DescribedMessage,
  type DescribedOperation,
  type SoapDescription,
} from "#host/soap/description.js";
import { xsdNamespace } from "#runtime/xml.js";

const transport = "http://schemas.xmlsoap.org/soap/http";
const target = "tns";

/** A description as a WSDL. Its elements have no types, and every operation has the style `document`: both are for codecs. */
export function wsdlOf(description: SoapDescription): string {
  const { version, service, port, binding, portType, namespace, operations } = description;
  const messages = [...new Set(operations.flatMap(({ input, output }) => [input, output]))];
  const namespaces = [...new Set(messages.map((message) => message.namespace))];
  const prefixes = new Map(namespaces.map((uri, at) => [uri, `n${at}`]));
  const declared = { w: wsdlNamespace, s: soapBindings[version], x: xsdNamespace, [target]: namespace };
  const all = [
    ...Object.entries(declared),
    ...Array.from(prefixes, ([uri, prefix]) => [prefix, uri] as const),
  ];
  const xmlns = Object.fromEntries(all.map(([prefix, uri]) => [`xmlns:${prefix}`, uri]));
  return tag("w:definitions", { ...xmlns, targetNamespace: namespace }, [
    tag(
      "w:types",
      {},
      namespaces.map((uri) => schemaOf(uri, messages)),
    ),
    ...messages.map((message) => messageOf(message, prefixes.get(message.namespace) ?? target)),
    tag("w:portType", { name: portType }, operations.map(operationOf)),
    tag("w:binding", { name: binding, type: `${target}:${portType}` }, [
      tag("s:binding", { transport, style: "document" }),
      ...operations.map(boundOf),
    ]),
    tag("w:service", { name: service }, [
      tag("w:port", { name: port, binding: `${target}:${binding}` }, [
        tag("s:address", { location: "http://localhost/" }),
      ]),
    ]),
  ]);
}

function schemaOf(namespace: string, messages: readonly DescribedMessage[]): string {
  const own = messages.filter((message) => message.namespace === namespace);
  const names = new Set(own.map(({ element }) => element));
  const elements = Array.from(names, (name) => tag("x:element", { name }));
  return tag("x:schema", { targetNamespace: namespace, elementFormDefault: "qualified" }, elements);
}

function messageOf({ name, element }: DescribedMessage, prefix: string): string {
  return tag("w:message", { name }, [tag("w:part", { name: "parameters", element: `${prefix}:${element}` })]);
}

function operationOf({ name, input, output }: DescribedOperation): string {
  return tag("w:operation", { name }, [
    tag("w:input", { message: `${target}:${input.name}` }),
    tag("w:output", { message: `${target}:${output.name}` }),
  ]);
}

function boundOf({ name, action }: DescribedOperation): string {
  const literal = tag("s:body", { use: "literal" });
  return tag("w:operation", { name }, [
    tag("s:operation", { soapAction: action }),
    tag("w:input", {}, [literal]),
    tag("w:output", {}, [literal]),
  ]);
}

function tag(
  name: string,
  attributes: Readonly<Record<string, string>>,
  children: readonly string[] = [],
): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
  return `<${name}${written.join("")}>${children.join("")}</${name}>`;
}

function escaped(value: string): string {
  return value
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll('"', "&quot;")
    .replace(/[\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Reads a description by node-soap's class for WSDLs. */
export function readByNodeSoap(description: SoapDescription): Promise<WSDL> {
  return new Promise((resolve, reject) => {
    const wsdl = new WSDL(wsdlOf(description), "", { forceSoap12Headers: description.version === "soap12" });
    wsdl.onReady((error: Error | null | undefined) => {
      if (error) reject(error);
      else resolve(wsdl);
    });
  });
}
