import { type BinaryMessage, countBinaryParts, maxBodyLength } from "./binary-message.js";
import type { Content } from "./compose.js";
import { incorrect } from "../refusals.js";

/** WSP Push (WAP-230, section 8.2.4.1): transaction id, PDU type, length of the headers, their content type. */
const pushHead = [
  0x01, 0x06, 0x04,
  // application/vnd.wap.sic; charset=UTF-8, in the general form: length of value, type, parameter, value.
  0x03, 0xae, 0x81, 0xea,
];

/** Information element 0x05, 16-bit ports (3GPP TS 23.040, section 9.2.3.24.4): to 2948 (WAP push), from 9200. */
const portHeader = [0x06, 0x05, 0x04, 0x0b, 0x84, 0x23, 0xf0];

/** 8-bit data of message class 1 (3GPP TS 23.038, section 4). */
const eightBitClass1 = 0xf5;

/** A service SMS: a WAP push that shows a name and offers to open an address. */
export function serviceMessage(name: string, url: string): BinaryMessage {
  return {
    body: Uint8Array.from([...pushHead, ...serviceIndication(name, url)]),
    header: Uint8Array.from(portHeader),
    esmClass: 0x40,
    protocolId: 0x00,
    dataCoding: eightBitClass1,
  };
}

/** Text and address of a service message. */
export interface ServiceSmsRequest {
  readonly serviceName?: string | undefined;
  readonly serviceUrl?: string | undefined;
}

/** A service message and the number of its parts. */
export interface ServiceSms {
  readonly message: BinaryMessage;
  readonly parts: number;
}

/** Makes the message; name and address together must fit into 255 parts. */
export function readServiceSms({
  serviceName = "",
  serviceUrl = "",
}: ServiceSmsRequest): Content<ServiceSms> {
  const longer = serviceName.length > serviceUrl.length ? "serviceName" : "serviceUrl";
  if (serviceName.length + serviceUrl.length > maxBodyLength) return incorrect(longer);
  const message = serviceMessage(serviceName, serviceUrl);
  const parts = countBinaryParts(message);
  return parts === undefined ? incorrect(longer) : { ok: true, content: { message, parts } };
}

/** Global tokens (WBXML 1.2, section 7.1). */
const end = 0x01;
const inlineString = 0x03;

/** Version 1.2, public identifier SI 1.0, charset UTF-8 (IANA MIBenum 106), empty string table. */
const documentHead = [0x02, 0x05, 0x6a, 0x00];

/** `<si>` with content, `<indication>` with attributes and content (Service Indication 1.0, section 8.3.1). */
const si = 0x45;
const indication = 0xc6;

/** Attribute starts of href with the beginning of its value (Service Indication 1.0, section 8.3.2), longest first. */
const hrefStarts: readonly (readonly [beginning: string, token: number])[] = [
  ["https://www.", 0x0f],
  ["http://www.", 0x0d],
  ["https://", 0x0e],
  ["http://", 0x0c],
  ["", 0x0b],
];

/** An inline string with its terminator; nothing for an empty one. */
function inline(text: string): readonly number[] {
  return text === "" ? [] : [inlineString, ...new TextEncoder().encode(text), 0x00];
}

function href(url: string): readonly number[] {
  const lower = url.toLowerCase();
  for (const [beginning, token] of hrefStarts) {
    if (lower.startsWith(beginning)) return [token, ...inline(url.slice(beginning.length))];
  }
  return [];
}

/**
 * A service indication in WBXML: a text the phone shows and the address it offers to open. Neither may hold U+0000. The
 * action is the default one, signal-medium.
 */
export function serviceIndication(text: string, url: string): Uint8Array {
  return Uint8Array.from([...documentHead, si, indication, ...href(url), end, ...inline(text), end, end]);
}
