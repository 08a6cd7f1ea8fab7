import type { SmsCoding } from "../../../domain/text/sms-parts.js";
import { fillBits, latin1OfText, packSeptets, septetsOfText, ucs2OfText } from "./gsm-text.js";
import type { OutgoingMessage, PartOptions } from "./part-options.js";
import type { Tlv } from "../codec/pdu.js";
import { octetTlv, TlvTag } from "../codec/tlv.js";

/** Encoding of the text of a message. */
export interface Writing {
  readonly coding: SmsCoding;
  /** Octets of a text behind a header of some octets. */
  readonly encode: (text: string, headerOctets: number) => Uint8Array;
  readonly dataCoding: number;
  readonly tlvs: readonly Tlv[];
}

/** Bits of the data_coding of a claim: message class 0, and UCS-2. */
const classBit = 0x10;
const ucs2Bit = 0x08;

const defaultAlphabet = 0x00;
const latin1 = 0x03;
const ucs2 = 0x08;

/** data_coding of a flash message of the default alphabet. */
const flashCodings = { class: 0xf0, general: 0x10, subunit: defaultAlphabet } as const;

/** The display of the handset. */
const display: Tlv = octetTlv(TlvTag.dest_addr_subunit, 1);

/** Chooses the encoding of a text for one SMSC: the default alphabet or Latin-1 if they cover it, else UCS-2. */
export function writingOf({ text, dataCoding }: OutgoingMessage, options: PartOptions): Writing {
  const flash = (dataCoding & classBit) !== 0;
  const septets = (dataCoding & ucs2Bit) === 0 ? septetsOfText(text) : undefined;
  if (septets === undefined) return ucs2Writing(flash, options);
  if (options.latin === "latin1") return latin1Writing(text, flash, options);
  const encode = (part: string, headerOctets: number): Uint8Array => {
    const unpacked = septetsOfText(part) ?? new Uint8Array();
    return options.latin === "packed" ? packSeptets(unpacked, fillBits(headerOctets)) : unpacked;
  };
  const flashCoding = flashCodings[options.flash];
  return { coding: "gsm7", encode, ...flashed(flash, options, flashCoding, defaultAlphabet) };
}

function ucs2Writing(flash: boolean, options: PartOptions): Writing {
  const flashCoding = options.flash === "subunit" ? ucs2 : ucs2 | classBit;
  return { coding: "ucs2", encode: ucs2OfText, ...flashed(flash, options, flashCoding, ucs2) };
}

function latin1Writing(text: string, flash: boolean, options: PartOptions): Writing {
  if (latin1OfText(text) === undefined) return ucs2Writing(flash, options);
  return {
    coding: "gsm7",
    encode: (part) => latin1OfText(part) ?? new Uint8Array(),
    dataCoding: latin1,
    tlvs: flash ? [display] : [],
  };
}

function flashed(
  flash: boolean,
  options: PartOptions,
  flashCoding: number,
  plainCoding: number,
): Pick<Writing, "dataCoding" | "tlvs"> {
  if (!flash) return { dataCoding: plainCoding, tlvs: [] };
  return { dataCoding: flashCoding, tlvs: options.flash === "subunit" ? [display] : [] };
}
