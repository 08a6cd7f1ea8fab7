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

/** Phone number, number in the text, and customer of a request, which `distinct` replaces. */
const placeholders = { phone: "12025550101", text: "4711", customer: "customerID=42&" };

/** A scattered order: a multiple modulo a power of ten is another number for each below it. */
const scattered = 7_368_787;

/**
 * Makes requests that differ in the phone number and in the text, out of one that has the placeholders in its first line; of customers in turn, if
 * any are given.
 */
export function distinct(request: Buffer, customers: readonly number[] = []): () => Buffer {
  const text = request.toString("latin1");
  let n = 0;
  return () => {
    n += 1;
    const phone = `1202${String((n * scattered) % 10_000_000).padStart(7, "0")}`;
    const customer = customers[(n * scattered) % customers.length];
    const other = text.replace(placeholders.phone, phone).replace(placeholders.text, String(n));
    return Buffer.from(
      customer === undefined ? other : other.replace(placeholders.customer, `customerID=${customer}&`),
      "latin1",
    );
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
