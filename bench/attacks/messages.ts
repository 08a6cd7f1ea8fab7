import { randomBytes } from "node:crypto";
import { gzipSync } from "node:zlib";
import { namespace, path } from "../sample.js";

const mebibyte = 1_048_576;

const soapHead = '<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body>';

function soap(operation: string, inside: string): string {
  return `${soapHead}<${operation} xmlns="${namespace}">${inside}</${operation}></soap:Body></soap:Envelope>`;
}

function filled(unit: string, size: number): string {
  return unit.repeat(Math.floor(size / unit.length));
}

function request(target: string, headers: readonly string[], body: string | Buffer): Buffer {
  const head = [`POST ${target} HTTP/1.1`, "Host: example.com", ...headers];
  const length = `Content-Length: ${Buffer.byteLength(body)}`;
  return Buffer.concat([Buffer.from([...head, length, "", ""].join("\r\n")), Buffer.from(body)]);
}

const type = "Content-Type: text/xml; charset=utf-8";
const xml = [type, `SOAPAction: "${namespace}HTTP_SendSms"`] as const;
const form = "Content-Type: application/x-www-form-urlencoded";
const usual = 4 * mebibyte - 1_000;
const large = 32 * mebibyte - 1_000;

const ofElements = (unit: string, count: number): Buffer =>
  request(path, xml, soap("HTTP_SendSms", unit.repeat(count)));
const ofText = (unit: string): Buffer =>
  request(path, xml, soap("HTTP_SendSms", `<smsText>${filled(unit, usual)}</smsText>`));
const ofForm = (unit: string): Buffer =>
  request(`${path}/HTTP_SendSms`, [form], `smsText=${filled(unit, usual)}`);
const ofFile = (unit: string): Buffer =>
  request(
    path,
    [type, `SOAPAction: "${namespace}SendSms2"`],
    soap("SendSms2", `<fileData>${filled(unit, large)}</fileData>`),
  );
const attributes = (print: (index: number) => string): string =>
  Array.from({ length: 58 }, (_, index) => print(index)).join(" ");

/** Requests of an unauthenticated caller that take much work for their size, by name. */
export const messages: Readonly<Record<string, () => Buffer>> = {
  "60 KB of gzip that inflate to 4 MiB": () => {
    const element = `<a ${attributes((index) => `a${index}="${"-".repeat(14)}"`)}/>`;
    // Random bytes keep the compression ratio below its limit.
    const noise = `<!--${randomBytes(24_000).toString("hex")}-->`;
    const body = soap("HTTP_SendSms", element.repeat(3_250) + noise);
    return request(path, [...xml, "Content-Encoding: gzip"], gzipSync(body));
  },
  elements: () => ofElements("<a/>", 199_000),
  "elements of many attributes": () => ofElements(`<a ${attributes((index) => `a${index}=""`)}/>`, 3_300),
  "elements of many namespaces": () =>
    ofElements(`<a ${attributes((index) => `xmlns:p${index}="u"`)}/>`, 3_300),
  "nested elements": () => ofElements("<a>".repeat(60) + "</a>".repeat(60), 3_300),
  references: () => request(path, xml, soap("HTTP_SendSms", `<smsText>${"&amp;".repeat(199_000)}</smsText>`)),
  "line ends": () => ofText("\r"),
  "tabs in an attribute": () => request(path, xml, soap("HTTP_SendSms", `<a b="${filled("\t", usual)}"/>`)),
  "a form of %uXXXX": () => ofForm("%u0436a"),
  "a form of plus signs": () => ofForm("+"),
  "a form of many values": () => ofForm("&x=%41"),
  "32 MiB of base64": () => ofFile("QUJD"),
  "32 MiB of base64 in lines": () => ofFile(`${"QUJD".repeat(19)}\r\n`),
  "32 MiB of line ends": () => ofFile("\r"),
};

/** Announces a body and holds all of it but the end. */
export function unfinished(): Buffer {
  return request(path, xml, soap("HTTP_SendSms", filled(" ", usual))).subarray(0, -1_000);
}
