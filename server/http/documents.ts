import type { ServiceDescriptor } from "../../runtime/operation.js";
import type { FixedAnswer } from "./answer.js";
import { soap11Binding, soap12Binding, type WsdlDocument } from "./wsdl-document.js";
import { helpPage, missingOperationPage, operationPage } from "./help-page.js";

/** The answers of one mount to GET of its bare path. */
export type Documents = (query: string) => FixedAnswer;

/** What the documents of a mount are made of. */
export interface DocumentSources {
  readonly service: ServiceDescriptor;
  readonly wsdl: WsdlDocument;
  /** Public URL of the mount. */
  readonly url: string;
  /** Target namespace as served. */
  readonly namespace: string;
}

const xml = "text/xml; charset=utf-8";
const text = "text/plain; charset=utf-8";

/**
 * Prepares what GET of a mount answers: the WSDL for `?wsdl`, a discovery document for `?disco`, the page of one
 * operation for `?op=NAME`, and the list of operations for anything else. Names of parameters in any letter case.
 */
export function documentsOf(sources: DocumentSources): Documents {
  const { service, wsdl, url } = sources;
  const description = { status: 200, contentType: xml, body: Buffer.from(wsdl.at(url)) };
  const discovery = { status: 200, contentType: xml, body: Buffer.from(discoveryDocument(sources)) };
  const list = page(helpPage(service));
  const operations = new Map(
    service.operations.map((each) => [each.name, page(operationPage(service, each))]),
  );
  return (query) => {
    for (const part of query === "" ? [] : query.split("&")) {
      const equals = part.indexOf("=");
      const name = (equals === -1 ? part : part.slice(0, equals)).toLowerCase();
      const value = equals === -1 ? undefined : part.slice(equals + 1);
      if (value === undefined && (name === "wsdl" || name === "singlewsdl")) return description;
      if (value === undefined && name === "disco") return discovery;
      if (value !== undefined && name === "wsdl")
        return refused("XML Web service description was not found.");
      if (value !== undefined && name === "schema") return refused("Schema not found.");
      if (value !== undefined && name === "op") {
        const operation = decoded(value);
        return operations.get(operation) ?? page(missingOperationPage(service, operation));
      }
    }
    return list;
  };
}

function page(body: string): FixedAnswer {
  const headers = [
    "Content-Security-Policy",
    "default-src 'none'; style-src 'unsafe-inline'",
    "X-Content-Type-Options",
    "nosniff",
  ];
  return { status: 200, contentType: "text/html; charset=utf-8", body, headers };
}

function refused(message: string): FixedAnswer {
  return { status: 500, contentType: text, body: `${message}\n` };
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value.replaceAll("+", " "));
  } catch {
    return value;
  }
}

/** Discovery of XML web services: where the description is, and which addresses speak SOAP. */
function discoveryDocument({ wsdl, url, namespace }: DocumentSources): string {
  const address = escapeXml(url);
  const ports = [...wsdl.ports(soap11Binding), ...wsdl.ports(soap12Binding)];
  const soap = ports.map(
    ({ binding }) =>
      `<soap address="${address}" xmlns:tns="${escapeXml(namespace)}" binding="tns:${binding}"` +
      ' xmlns="http://schemas.xmlsoap.org/disco/soap/" />',
  );
  return (
    '<?xml version="1.0" encoding="utf-8"?>\n' +
    '<discovery xmlns="http://schemas.xmlsoap.org/disco/">' +
    `<contractRef ref="${address}?wsdl" docRef="${address}" xmlns="http://schemas.xmlsoap.org/disco/scl/" />` +
    `${soap.join("")}</discovery>\n`
  );
}

function escapeXml(value: string): string {
  return value.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
