import {
  type AnyOperation,
  bindings,
  bindingsOf,
  joinedBytes,
  sentPieces,
  type ServiceIndex,
} from "messenger-gen-runtime/host";
import type { BindingName } from "messenger-gen-runtime";
import { markupOf, type MarkupElement } from "./markup.js";

/** An input and an output of an operation, as the generator writes them. */
export interface OperationSample {
  readonly input: unknown;
  readonly output: unknown;
}

/** A request and its response in one binding, as sent on the wire. */
export interface SampleExchange {
  /** Such as `SOAP 1.1`. */
  readonly name: string;
  readonly request: string;
  readonly answer: string;
}

const bindingNames: Readonly<Record<BindingName, string>> = {
  soap11: "SOAP 1.1",
  soap12: "SOAP 1.2",
  httpGet: "HTTP GET",
  httpPost: "HTTP POST",
};

/** The samples of an operation in each of its bindings; `url` is that of the mount. */
export function sampleExchanges(
  operation: AnyOperation,
  { input, output }: OperationSample,
  service: ServiceIndex,
  url: string,
): readonly SampleExchange[] {
  const { host, pathname } = new URL(url);
  return bindingsOf(operation).map(([binding, client]) => {
    const { method, target, headers, body } = client.request(operation, input, service, undefined);
    const lines = Object.entries(headers).map(([name, value]) => `${headerName(name)}: ${value}`);
    const length = body === undefined ? [] : ["Content-Length: length"];
    const request = [`${method} ${pathname}${target} HTTP/1.1`, `Host: ${host}`, ...lines, ...length];
    return {
      name: bindingNames[binding],
      request: [...request, "", pretty(textOf(body))].join("\n"),
      answer: sampleAnswer(operation, binding, output, service),
    };
  });
}

/** Bytes of binary parts are shown as dots. */
function textOf(body: string | Uint8Array | undefined): string {
  if (typeof body === "string") return body;
  return new TextDecoder().decode(body).replace(/[^\P{Cc}\r\n]/gu, ".");
}

function sampleAnswer(
  operation: AnyOperation,
  binding: BindingName,
  output: unknown,
  service: ServiceIndex,
): string {
  const response = bindings[binding].encode(operation, output, service);
  const { status, around } = response;
  const contentType = around?.contentType ?? response.contentType;
  if (response.body.length === 0) return `HTTP/1.1 ${status} Accepted\n`;
  const head = ["HTTP/1.1 200 OK", `Content-Type: ${contentType}`, "Content-Length: length"];
  return [...head, "", pretty(textOf(joinedBytes(sentPieces(response))))].join("\n");
}

/** `soapaction` is `SOAPAction`, `content-type` is `Content-Type`. */
function headerName(name: string): string {
  if (name === "soapaction") return "SOAPAction";
  return name.replace(/(?:^|-)[a-z]/g, (start) => start.toUpperCase());
}

const declaration = /^<\?xml[^>]*\?>/;

/** An XML document with an element a line; any other text as it is. */
function pretty(text: string): string {
  if (!text.startsWith("<")) return text;
  const [head = ""] = declaration.exec(text) ?? [];
  const lines = linesOf(text, markupOf(text).root, "");
  return [...(head === "" ? [] : [head]), ...lines].join("\n");
}

function linesOf(text: string, element: MarkupElement, indent: string): readonly string[] {
  const { children, start, contentStart, contentEnd, end } = element;
  if (children.length === 0) return [indent + text.slice(start, end)];
  return [
    indent + text.slice(start, contentStart),
    ...children.flatMap((child) => linesOf(text, child, `${indent}  `)),
    indent + text.slice(contentEnd, end),
  ];
}
