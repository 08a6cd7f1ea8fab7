import { headerIndicator, splitHeader } from "../../../domain/message/binary-message.js";
import {
  hasNationalTable,
  nationalLanguages,
  readConcatenation,
} from "../../../domain/text/user-data-header.js";
import { fillBits, textOfNational, textOfSeptets, textOfUcs2, unpackSeptets } from "./gsm-text.js";
import { type Alphabet, dataCodingOf } from "./data-coding.js";
import type { Concatenation, IncomingSms } from "./incoming-types.js";
import type { PartOptions } from "./part-options.js";
import { type Delivery, messageOctets } from "./payload.js";
import { tlvNumber, TlvTag } from "../codec/tlv.js";

function textOf(
  alphabet: Alphabet,
  octets: Uint8Array,
  latin: PartOptions["latin"],
  header: Uint8Array,
): string | undefined {
  if (typeof alphabet === "object") return new TextDecoder(alphabet.charset).decode(octets);
  switch (alphabet) {
    case "octets":
      return undefined;
    case "latin1":
      return latin1Text(octets);
    case "ucs2":
      return ucs2Text(octets);
    case "default":
      return defaultText(octets, latin, header);
  }
}

/** Text of the default alphabet, or of the tables that the header names; Latin-1 is the default alphabet of some SMSCs. */
function defaultText(octets: Uint8Array, latin: PartOptions["latin"], header: Uint8Array): string {
  const septets = latin === "packed" ? unpackSeptets(octets, fillBits(header.length)) : octets;
  if (hasNationalTable(header))
    return textOfNational(septets, nationalLanguages(header)) ?? latin1Text(octets);
  // An octet that is not a septet shows that this SMSC uses Latin-1.
  return (latin === "latin1" ? undefined : textOfSeptets(septets)) ?? latin1Text(octets);
}

/** UTF-16 in the order of octets that a mark at the start says, which is dropped; without one that of the specification. */
function ucs2Text(octets: Uint8Array): string {
  const isLittle = octets[0] === 0xff && octets[1] === 0xfe;
  if (isLittle) return new TextDecoder("utf-16le").decode(octets.subarray(2, octets.length & ~1));
  const text = textOfUcs2(octets);
  return text.startsWith("\ufeff") ? text.slice(1) : text;
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Latin-1; or UTF-8, as some SMSCs send it, where the octets are valid in it. */
function latin1Text(octets: Uint8Array): string {
  const text = Buffer.from(octets).toString("latin1");
  if (!octets.some((octet) => octet >= 0xc2)) return text;
  try {
    return utf8.decode(octets);
  } catch {
    return text;
  }
}

function sarNumbering({ tlvs }: Delivery): Concatenation | undefined {
  const reference = tlvNumber(tlvs, TlvTag.sar_msg_ref_num);
  const total = tlvNumber(tlvs, TlvTag.sar_total_segments);
  const part = tlvNumber(tlvs, TlvTag.sar_segment_seqnum);
  if (reference === undefined || total === undefined || part === undefined) return undefined;
  return { kind: "sar", reference, total, part };
}

function headerNumbering(header: Uint8Array): Concatenation | undefined {
  const found = readConcatenation(header);
  if (found === undefined) return undefined;
  const { size, reference, total, part } = found;
  return { kind: size === 8 ? "udh8" : "udh16", reference, total, part };
}

function isPartOfMany({ total, part }: Concatenation): boolean {
  return total >= 2 && total <= 0xff && part >= 1 && part <= total;
}

/**
 * Reads an incoming message. `latin`: whether the default alphabet of this SMSC is Latin-1. A header or numbering that
 * contradicts itself is ignored: the message then counts as a single part.
 */
export function readIncoming(pdu: Delivery, latin: PartOptions["latin"] = "gsm"): IncomingSms {
  const { octets, isCut } = messageOctets(pdu);
  const split = (pdu.esmClass & headerIndicator) === 0 ? undefined : splitHeader(octets);
  const { header, body } = split ?? { header: new Uint8Array(), body: octets };
  const numbering = headerNumbering(header) ?? sarNumbering(pdu);
  return {
    from: pdu.source.address,
    to: pdu.destination.address,
    text: textOf(dataCodingOf(pdu.dataCoding).alphabet, body, latin, header),
    isCut,
    octets: body,
    header,
    dataCoding: pdu.dataCoding,
    concatenation: numbering !== undefined && isPartOfMany(numbering) ? numbering : undefined,
  };
}
