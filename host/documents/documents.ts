import type { ServiceIndex } from "messenger-gen-runtime/host";
import type { FixedResponse } from "../http/fixed-response.js";
import type { Documents } from "../http/mount.js";
import type { OperationSample } from "./sample-messages.js";
import type { DocumentKind, ServedWsdl } from "./served-wsdl.js";
import { soap11Binding, soap12Binding } from "./wsdl-document.js";
import { once } from "../tasks.js";

/** Input for the documents of a mount. */
export interface DocumentSources {
  readonly index: ServiceIndex;
  readonly wsdl: ServedWsdl;
  /** An input and an output per method, for the pages. */
  readonly samples: ReadonlyMap<string, OperationSample>;
  /** Public URL of the mount. */
  readonly url: string;
  /** Target namespace as served. */
  readonly namespace: string;
  /** Whether the pages of operations have a form that calls them. */
  readonly testForm: boolean;
  /** Path of the documentation, if it is served too. */
  readonly documentation: string | undefined;
}

const xml = "text/xml; charset=utf-8";
const text = "text/plain; charset=utf-8";

/**
 * Prepares the responses to GET of a mount: the WSDL for `?wsdl`, a discovery document for `?disco`, the page of one
 * operation for `?op=NAME`, and the list of operations for anything else. Names of parameters in any letter case.
 */
export function documentsOf(sources: DocumentSources): Documents {
  const { wsdl, url } = sources;
  let description: FixedResponse | undefined;
  let discovery: FixedResponse | undefined;
  const pages = once(
    async () => new (await import("./help-page.js")).HelpPages({ ...sources, wsdl: wsdl.at(url) }),
  );
  return (query) => {
    for (const part of query === "" ? [] : query.split("&")) {
      const equals = part.indexOf("=");
      const name = (equals === -1 ? part : part.slice(0, equals)).toLowerCase();
      const value = equals === -1 ? undefined : part.slice(equals + 1);
      if (value === undefined && (name === "wsdl" || name === "singlewsdl"))
        return (description ??= document(wsdl.at(url)));
      if (value === undefined && name === "disco")
        return (discovery ??= document(discoveryDocument(sources)));
      if (value !== undefined && name === "wsdl") {
        return linked(sources, name, value) ?? refused("XML Web service description was not found.");
      }
      if (value !== undefined && name === "schema") {
        return linked(sources, name, value) ?? refused("Schema not found.");
      }
      if (value !== undefined && name === "op") {
        return pages().then((made) => page(made.operation(decoded(value))));
      }
    }
    return pages().then((made) => page(made.list()));
  };
}

function document(text: string): FixedResponse {
  return { status: 200, contentType: xml, body: Buffer.from(text) };
}

function linked({ wsdl, url }: DocumentSources, kind: DocumentKind, name: string): FixedResponse | undefined {
  const document = wsdl.linked(kind, decoded(name), url);
  return document === undefined ? undefined : { status: 200, contentType: xml, body: document };
}

/** The page at the root of a server: links to the paths of its service. */
export function homePage(name: string, paths: readonly string[]): () => Promise<FixedResponse> {
  return once(async () => page((await import("./help-page.js")).homeDocument(name, paths)));
}

function page(body: string): FixedResponse {
  const headers = [
    "Content-Security-Policy",
    "default-src 'none'; style-src 'unsafe-inline'",
    "X-Content-Type-Options",
    "nosniff",
  ];
  return { status: 200, contentType: "text/html; charset=utf-8", body, headers };
}

function refused(message: string): FixedResponse {
  return { status: 500, contentType: text, body: `${message}\n` };
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value.replaceAll("+", " "));
  } catch {
    return value;
  }
}

/** Discovery document (DISCO): location of the WSDL, and SOAP addresses. */
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
