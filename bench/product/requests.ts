import { phoneOf, scattered } from "../postgres/messages.js";
import { namespace, path } from "../sample.js";

/** The bindings of the endpoint. */
export const bindings = ["soap11", "soap12", "httpGet", "httpPost"] as const;
export type Binding = (typeof bindings)[number];

const host = "Host: example.com\r\n";

/** One whole request of an operation whose parameters are simple values. */
export function requestOf(
  binding: Binding,
  operation: string,
  parameters: Readonly<Record<string, string>>,
): Buffer {
  const form = new URLSearchParams(parameters).toString();
  switch (binding) {
    case "httpGet":
      return Buffer.from(`GET ${path}/${operation}${form === "" ? "" : `?${form}`} HTTP/1.1\r\n${host}\r\n`);
    case "httpPost":
      return post(`${path}/${operation}`, "application/x-www-form-urlencoded", form);
    case "soap11":
      return post(
        path,
        "text/xml; charset=utf-8",
        envelope("http://schemas.xmlsoap.org/soap/envelope/", operation, parameters),
        `SOAPAction: "${namespace}${operation}"\r\n`,
      );
    case "soap12":
      return post(
        path,
        `application/soap+xml; charset=utf-8; action="${namespace}${operation}"`,
        envelope("http://www.w3.org/2003/05/soap-envelope", operation, parameters),
      );
  }
}

/** What `distinct` replaces, with as many characters. */
const placeholders = { phone: /12025550101/u, text: /4711/u, customer: /(?<=customerID[=>])42/u };

function placeIn(request: Buffer, placeholder: RegExp): number {
  const place = request.toString("latin1").search(placeholder);
  if (place === -1) throw new Error("the request has no placeholder");
  return place;
}

/**
 * Makes requests that differ in the phone number and in the text, out of one that has the placeholders; of customers in turn, with two
 * digits each, if any are given. 1,679,616 texts differ.
 */
export function distinct(request: Buffer, customers: readonly number[] = []): () => Buffer {
  const [phone, text] = [placeIn(request, placeholders.phone), placeIn(request, placeholders.text)];
  const customer = customers.length === 0 ? 0 : placeIn(request, placeholders.customer);
  let n = 0;
  return () => {
    n += 1;
    const other = Buffer.from(request);
    other.write(phoneOf(n), phone, "latin1");
    other.write(n.toString(36).padStart(4, "0").slice(-4), text, "latin1");
    if (customers.length > 0)
      other.write(String(customers[(n * scattered) % customers.length]), customer, "latin1");
    return other;
  };
}

function envelope(soap: string, operation: string, parameters: Readonly<Record<string, string>>): string {
  const content = Object.entries(parameters).map(([name, value]) => `<${name}>${escaped(value)}</${name}>`);
  return (
    '<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"' +
    ` xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:soap="${soap}"><soap:Body>` +
    `<${operation} xmlns="${namespace}">${content.join("")}</${operation}></soap:Body></soap:Envelope>`
  );
}

function escaped(value: string): string {
  return value.replace(/&/gu, "&amp;").replace(/</gu, "&lt;");
}

function post(target: string, contentType: string, body: string, extra = ""): Buffer {
  const head = `POST ${target} HTTP/1.1\r\n${host}Content-Type: ${contentType}\r\n${extra}`;
  return Buffer.from(`${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
}
