import {
  type BinaryMessage,
  countBinaryParts,
  headerIndicator,
  maxBodyLength,
  maxOctets,
  splitHeader,
} from "./binary-message.js";
import type { Content } from "./compose.js";
import { decodeSeptets } from "../text/gsm-alphabet.js";
import { parseHex } from "../text/hex.js";
import { incorrect } from "../refusals.js";
import { countParts, maxParts } from "../text/sms-parts.js";
import { type SmsText, smsText } from "../text/sms-text.js";

/** The content of a binary message as the caller gave it. */
export interface BinarySmsRequest {
  /** Hexadecimal, two digits for each octet. */
  readonly binaryBody?: string | undefined;
  /** SMPP data_coding, esm_class and protocol_id as decimal numbers of 0 to 255; absent or empty is 0. */
  readonly data_coding?: string | undefined;
  readonly esm_class?: string | undefined;
  readonly PID?: string | undefined;
  /** The octets are never read as text. */
  readonly avoidConvertToText: boolean;
}

/** Encoded binary message. */
export type BinarySms =
  | { readonly kind: "text"; readonly text: SmsText }
  | { readonly kind: "binary"; readonly message: BinaryMessage; readonly parts: number };

/** Bits 5 to 2 of esm_class: the type of the message (SMPP 3.4, section 5.2.12). */
const typeBits = 0x3c;

/** Types of receipts, acknowledgements and notifications; a message and the reserved types are not among them. */
const reportTypes: ReadonlySet<number> = new Set([0x04, 0x08, 0x10, 0x18, 0x20]);

/** SIM data download (3GPP TS 23.040, section 9.2.3.9): it changes data on the SIM card of the recipient. */
const simDataDownload = 0x7f;

/** Reads a decimal number of 0 to 255; 0 when absent or empty, undefined for anything else. */
function parseOctet(text = ""): number | undefined {
  const digits = text.trim();
  if (!/^[0-9]{0,3}$/.test(digits)) return undefined;
  const value = Number(digits);
  return value <= 255 ? value : undefined;
}

/** Text in UCS-2, big-endian, sent as it is: no digit and no form changes. */
function ucs2Text(octets: Uint8Array): SmsText | undefined {
  if (octets.length % 2 !== 0) return undefined;
  const units = new DataView(octets.buffer, octets.byteOffset, octets.length);
  let text = "";
  for (let at = 0; at < octets.length; at += 2) text += String.fromCharCode(units.getUint16(at));
  if (/\p{Surrogate}/u.test(text)) return undefined;
  const parts = countParts(text, "ucs2");
  return parts > maxParts ? undefined : { text, coding: "ucs2", parts };
}

function latin1Text(octets: Uint8Array): SmsText | undefined {
  let text = "";
  for (const octet of octets) text += String.fromCharCode(octet);
  return smsText(text, "Latin");
}

function gsmText(octets: Uint8Array): SmsText | undefined {
  const text = decodeSeptets(octets);
  return text === undefined ? undefined : smsText(text, "Latin");
}

/**
 * How the octets of a data_coding are read as text. Octets with a user data header or for another protocol are not
 * text, whatever their data_coding.
 */
const textCodings: ReadonlyMap<number, (octets: Uint8Array) => SmsText | undefined> = new Map([
  [0x00, gsmText],
  [0x03, latin1Text],
  [0x08, ucs2Text],
]);

/** Reads body and numbers. An empty or invalid body is refused. */
export function readBinarySms(request: BinarySmsRequest): Content<BinarySms> {
  const { binaryBody = "", data_coding, esm_class, PID, avoidConvertToText } = request;
  const octets = binaryBody.length > 2 * maxBodyLength ? undefined : parseHex(binaryBody);
  if (octets === undefined) return incorrect("binaryBody");
  const dataCoding = parseOctet(data_coding);
  if (dataCoding === undefined) return incorrect("dataCoding");
  const esmClass = parseOctet(esm_class);
  if (esmClass === undefined) return incorrect("esmClass");
  const protocolId = parseOctet(PID);
  if (protocolId === undefined) return incorrect("protocolId");

  const maybeText = !avoidConvertToText && (esmClass & headerIndicator) === 0 && protocolId === 0;
  const toText = maybeText ? textCodings.get(dataCoding) : undefined;
  if (toText !== undefined) {
    const text = toText(octets);
    // The database and the handset both end a text at the first NUL.
    if (text === undefined || text.text.includes("\0")) return incorrect("binaryBody");
    return { ok: true, content: { kind: "text", text } };
  }
  if (reportTypes.has(esmClass & typeBits)) return incorrect("esmClass");
  if (protocolId === simDataDownload) return incorrect("protocolId");
  return binaryContent(octets, { esmClass, protocolId, dataCoding });
}

function binaryContent(
  octets: Uint8Array,
  fields: Pick<BinaryMessage, "esmClass" | "protocolId" | "dataCoding">,
): Content<BinarySms> {
  const hasHeader = (fields.esmClass & headerIndicator) !== 0;
  if (hasHeader && octets.length > maxOctets) return incorrect("binaryBody");
  const data = hasHeader ? splitHeader(octets) : { header: new Uint8Array(), body: octets };
  const parts = data === undefined ? undefined : countBinaryParts(data);
  if (data === undefined || parts === undefined) return incorrect("binaryBody");
  return { ok: true, content: { kind: "binary", message: { ...data, ...fields }, parts } };
}
