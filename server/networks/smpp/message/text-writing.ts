import type { SmsCoding } from "../../../domain/text/sms-parts.js";
import { dataCodingOf } from "./data-coding.js";
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

const defaultAlphabet = 0x00;
const latin1 = 0x03;
const ucs2 = 0x08;

/** data_coding of class 0 in the default alphabet and in UCS-2. */
const classCodings = {
  class: { gsm7: 0xf0, ucs2: 0x18 },
  general: { gsm7: 0x10, ucs2: 0x18 },
  subunit: undefined,
} as const;

/** How an SMSC is told the message class. */
type Marking = Pick<Writing, "dataCoding" | "tlvs">;

const noTlvs: readonly Tlv[] = [];

/** dest_addr_subunit of a class: the display, the equipment, the card, an external unit (SMPP 3.4, section 5.3.2.1). */
function subunit(messageClass: number): readonly Tlv[] {
  return [octetTlv(TlvTag.dest_addr_subunit, messageClass + 1)];
}

function marking(
  messageClass: number | undefined,
  coding: SmsCoding,
  { flash }: Pick<PartOptions, "flash">,
): Marking {
  const plain = coding === "ucs2" ? ucs2 : defaultAlphabet;
  if (messageClass === undefined) return { dataCoding: plain, tlvs: noTlvs };
  const first = classCodings[flash]?.[coding];
  if (first === undefined) return { dataCoding: plain, tlvs: subunit(messageClass) };
  return { dataCoding: first | messageClass, tlvs: noTlvs };
}

/** The octets of septets for one SMSC. */
export function septetOctets(
  septets: Uint8Array,
  headerOctets: number,
  { latin }: Pick<PartOptions, "latin">,
): Uint8Array {
  return latin === "packed" ? packSeptets(septets, fillBits(headerOctets)) : septets;
}

/** data_coding and parameters of a text; a coding that indicates waiting messages stays. */
export function markingOf(dataCoding: number, coding: SmsCoding, options: PartOptions): Marking {
  const { messageClass, isWaiting } = dataCodingOf(dataCoding);
  return isWaiting === true ? { dataCoding, tlvs: noTlvs } : marking(messageClass, coding, options);
}

/** Chooses the encoding of a text for one SMSC: the default alphabet or Latin-1 if they cover it, else UCS-2. */
export function writingOf({ text, dataCoding }: OutgoingMessage, options: PartOptions): Writing {
  const { alphabet, messageClass, isWaiting } = dataCodingOf(dataCoding);
  const septets = alphabet === "ucs2" ? undefined : septetsOfText(text);
  if (septets === undefined) return ucs2Writing(dataCoding, options);
  if (options.latin === "latin1" && isWaiting !== true)
    return latin1OfText(text) === undefined ? ucs2Writing(dataCoding, options) : latin1Writing(messageClass);
  const encode = (part: string, headerOctets: number): Uint8Array =>
    septetOctets(septetsOfText(part) ?? new Uint8Array(), headerOctets, options);
  return { coding: "gsm7", encode, ...markingOf(dataCoding, "gsm7", options) };
}

function ucs2Writing(dataCoding: number, options: PartOptions): Writing {
  return { coding: "ucs2", encode: ucs2OfText, ...markingOf(dataCoding, "ucs2", options) };
}

function latin1Writing(messageClass: number | undefined): Writing {
  return {
    coding: "gsm7",
    encode: (part) => latin1OfText(part) ?? new Uint8Array(),
    dataCoding: latin1,
    tlvs: messageClass === undefined ? noTlvs : subunit(messageClass),
  };
}
