import { headerIndicator } from "../../../domain/message/binary-message.js";
import { decodeSeptets } from "../../../domain/text/gsm-alphabet.js";
import { dataCodingOf } from "./data-coding.js";
import { textOfUcs2 } from "./gsm-text.js";
import { type Delivery, messageOctets } from "./payload.js";

/** Octets that are no printable ASCII or Latin-1. */
const control = /[^\t\n\r -\xff]/u;
const escape = 0x1b;
const firstPrintable = 0x20;
const lineSpace: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0d]);

/**
 * Text of single octets. Ids are made of ASCII, and so are most receipts; an SMSC that codes them in the GSM alphabet sends the characters
 * that this has elsewhere as controls: `_` is 0x11. Zeros behind a value fill a field of fixed length.
 */
function singleOctets(octets: Uint8Array): string {
  const latin1 = Buffer.from(octets).toString("latin1");
  if (!control.test(latin1)) return latin1;
  const filled = Buffer.from(latin1.replaceAll(/\0+(?=\s|$)/gu, ""), "latin1");
  let text = "";
  for (let at = 0; at < filled.length; at++) {
    const octet = filled[at] ?? 0;
    const isGsm = octet < firstPrintable && !lineSpace.has(octet);
    const end = at + (octet === escape ? 2 : 1);
    text += (isGsm ? decodeSeptets(filled.subarray(at, end)) : undefined) ?? String.fromCharCode(octet);
    if (isGsm) at = end - 1;
  }
  return text;
}

const keyOfState = /stat/iu;

/** The text of octets; one that is declared as UCS-2 and is not, as the data_coding of the message was copied, is read by its octets. */
function textOf(octets: Uint8Array, dataCoding: number): string {
  if (dataCodingOf(dataCoding).alphabet !== "ucs2") return singleOctets(octets);
  const text = textOfUcs2(octets);
  const single = singleOctets(octets);
  return !keyOfState.test(text) && keyOfState.test(single) ? single : text;
}

/** The user data behind a header, whatever is in it; undefined if there is none. */
function behindHeader(octets: Uint8Array): Uint8Array | undefined {
  const start = 1 + (octets[0] ?? octets.length);
  return start <= octets.length ? octets.subarray(start) : undefined;
}

/**
 * The texts that a receipt may have, the likelier first: that behind its user data header, and all of it, because some SMSCs copy the
 * esm_class of the message. Of a message_payload that is cut, the last word is not whole.
 */
export function receiptTexts(pdu: Delivery): readonly string[] {
  const { octets, isCut } = messageOctets(pdu);
  const data = (pdu.esmClass & headerIndicator) === 0 ? undefined : behindHeader(octets);
  const texts = [...(data === undefined ? [] : [data]), octets].map((each) => textOf(each, pdu.dataCoding));
  return isCut ? texts.map((text) => text.replace(/\S*$/u, "")) : texts;
}
