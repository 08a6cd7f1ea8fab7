import { headerIndicator, splitHeader } from "../../../domain/message/binary-message.js";
import { readConcatenation } from "../../../domain/text/user-data-header.js";
import { fillBits, textOfSeptets, textOfUcs2, unpackSeptets } from "./gsm-text.js";
import type { Concatenation, IncomingSms } from "./incoming-types.js";
import type { DataSm, DeliverSm } from "../codec/pdu.js";
import type { PartOptions } from "./part-options.js";
import { tlvNumber, tlvOctets, TlvTag } from "../codec/tlv.js";

/** Encoding of a message: septets of the default alphabet, octets, or text of a charset that Node supports. */
type Alphabet = "default" | "octets" | "latin1" | "ucs2" | { readonly charset: string };

/** data_coding values of SMPP (section 5.2.19). */
const smppAlphabets: Readonly<Record<number, Alphabet>> = {
  0x00: "default",
  0x01: "latin1",
  0x02: "octets",
  0x03: "latin1",
  0x04: "octets",
  0x05: { charset: "shift_jis" },
  0x06: { charset: "iso-8859-5" },
  0x07: { charset: "iso-8859-8" },
  0x08: "ucs2",
  0x0a: { charset: "iso-2022-jp" },
  0x0d: { charset: "euc-jp" },
  0x0e: { charset: "euc-kr" },
};

const byBits = ["default", "octets", "ucs2", "octets"] as const;
const compressed = 0x20;

/** The alphabet of a data_coding: SMPP's own values, above them those of GSM (3GPP TS 23.038, section 4). */
function alphabetOf(dataCoding: number): Alphabet {
  const own = smppAlphabets[dataCoding];
  if (own !== undefined) return own;
  const group = dataCoding >> 4;
  if (group <= 0x7)
    return (dataCoding & compressed) === 0 ? (byBits[(dataCoding >> 2) & 3] ?? "octets") : "octets";
  if (group === 0xc || group === 0xd) return "default";
  if (group === 0xe) return "ucs2";
  if (group === 0xf) return (dataCoding & 0x04) === 0 ? "default" : "octets";
  return "octets";
}

function textOf(
  alphabet: Alphabet,
  octets: Uint8Array,
  latin: PartOptions["latin"],
  headerOctets: number,
): string | undefined {
  if (typeof alphabet === "object") return new TextDecoder(alphabet.charset).decode(octets);
  switch (alphabet) {
    case "octets":
      return undefined;
    case "latin1":
      return latin1Text(octets);
    case "ucs2":
      return textOfUcs2(octets);
    case "default":
      if (latin === "packed") return textOfSeptets(unpackSeptets(octets, fillBits(headerOctets)));
      // An octet that is not a septet shows that this SMSC uses Latin-1.
      return (latin === "gsm" ? textOfSeptets(octets) : undefined) ?? latin1Text(octets);
  }
}

function latin1Text(octets: Uint8Array): string {
  return Buffer.from(octets).toString("latin1");
}

/** The octets of a message, from short_message or message_payload. */
export function messageOctets(pdu: DeliverSm | DataSm): Uint8Array {
  const payload = tlvOctets(pdu.tlvs, TlvTag.message_payload);
  return payload ?? (pdu.command === "deliver_sm" ? pdu.shortMessage : new Uint8Array());
}

function sarNumbering({ tlvs }: DeliverSm | DataSm): Concatenation | undefined {
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
export function readIncoming(pdu: DeliverSm | DataSm, latin: PartOptions["latin"] = "gsm"): IncomingSms {
  const data = messageOctets(pdu);
  const split = (pdu.esmClass & headerIndicator) === 0 ? undefined : splitHeader(data);
  const { header, body } = split ?? { header: new Uint8Array(), body: data };
  const numbering = headerNumbering(header) ?? sarNumbering(pdu);
  return {
    from: pdu.source.address,
    to: pdu.destination.address,
    text: textOf(alphabetOf(pdu.dataCoding), body, latin, header.length),
    octets: body,
    header,
    dataCoding: pdu.dataCoding,
    concatenation: numbering !== undefined && isPartOfMany(numbering) ? numbering : undefined,
  };
}
