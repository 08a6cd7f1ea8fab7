import {
  countBinaryParts,
  headerIndicator,
  maxOctets,
  splitHeader,
} from "../domain/message/binary-message.js";
import { septetCount } from "../domain/text/gsm-alphabet.js";
import { countParts, maxParts, type SmsCoding } from "../domain/text/sms-parts.js";
import { dataCoding as codingOf, type SmsText, smsText } from "../domain/text/sms-text.js";
import { concatenationElement } from "../domain/text/user-data-header.js";
import type { BinaryBody } from "../domain/delivery/submission.js";
import type { SmppSettings } from "../domain/smpp/accounts.js";
import { textOfSeptets, textOfUcs2 } from "../gateways/smpp/message/gsm-text.js";
import { vendorParameters } from "../gateways/smpp/message/vendor-parameters.js";
import type { DataSm, MessageFields } from "../gateways/smpp/codec/pdu.js";
import { tlvNumber, tlvOctets, TlvTag } from "../gateways/smpp/codec/tlv.js";
import { status } from "./statuses.js";

/** Encoding of a text, or octets that are not one. */
type Alphabet = "default" | "latin1" | "ucs2" | "binary";

interface Meaning {
  readonly alphabet: Alphabet;
  /** Message class 0. */
  readonly flash: boolean;
}

const plain = (alphabet: Alphabet): Meaning => ({ alphabet, flash: false });

/** Values of data_coding that are accepted below 0xF0 (SMPP 3.4, section 5.2.19). */
const codings: Readonly<Record<number, Meaning>> = {
  0x00: plain("default"),
  0x01: plain("latin1"),
  0x02: plain("binary"),
  0x03: plain("latin1"),
  0x04: plain("binary"),
  0x08: plain("ucs2"),
  0x10: { alphabet: "default", flash: true },
  0x18: { alphabet: "ucs2", flash: true },
};

/** Meaning of a data_coding; from 0xF0 on it has an alphabet (bit 2) and a class (3GPP TS 23.038, section 4). */
function meaningOf(dataCoding: number): Meaning | undefined {
  if (dataCoding < 0xf0) return codings[dataCoding];
  if ((dataCoding & 0x04) !== 0) return plain("binary");
  return { alphabet: "default", flash: (dataCoding & 0x03) === 0 };
}

/** What a message consists of, as it is stored. */
export interface MessageContent {
  readonly text: string;
  readonly body: BinaryBody | undefined;
  readonly dataCoding: number;
  readonly flash: boolean;
  readonly parts: number;
  /** False for a text of the default alphabet that needs UCS-2. */
  readonly fitsAlphabet: boolean;
}

/** The content, or the command_status that refuses it. */
export type ReadContent = MessageContent | { readonly refused: number };

/** A message as a client submits it. */
export type Submitted = Omit<MessageFields, "destination"> | DataSm;

/** Octets of the user data, and its header. */
interface UserData {
  readonly header: Uint8Array;
  readonly body: Uint8Array;
}

const noHeader = new Uint8Array();

/** The header of a part that is numbered by parameters instead (sections 5.3.2.22 to 5.3.2.24). */
function headerOfParameters({ tlvs }: Submitted): Uint8Array {
  const reference = tlvNumber(tlvs, TlvTag.sar_msg_ref_num);
  const total = tlvNumber(tlvs, TlvTag.sar_total_segments);
  const part = tlvNumber(tlvs, TlvTag.sar_segment_seqnum);
  if (reference === undefined || total === undefined || part === undefined) return noHeader;
  if (total < 2 || part < 1 || part > total) return noHeader;
  const element = concatenationElement(reference > 0xff ? 16 : 8, reference, total, part);
  return Uint8Array.of(element.length, ...element);
}

function userData(pdu: Submitted, octets: Uint8Array): UserData | undefined {
  if ((pdu.esmClass & headerIndicator) !== 0) return splitHeader(octets);
  return { header: headerOfParameters(pdu), body: octets };
}

/** The text of octets; undefined if they are not one in this alphabet. A network ends a text at U+0000. */
function textOf(octets: Uint8Array, alphabet: Alphabet): string | undefined {
  const text = decoded(octets, alphabet);
  return text?.includes("\0") === true ? undefined : text;
}

function decoded(octets: Uint8Array, alphabet: Alphabet): string | undefined {
  if (alphabet === "default") return textOfSeptets(octets);
  if (alphabet === "latin1") return Buffer.from(octets).toString("latin1");
  if (alphabet === "binary" || octets.length % 2 !== 0) return undefined;
  const text = textOfUcs2(octets);
  return /\p{Surrogate}/u.test(text) ? undefined : text;
}

/** A text that the client has encoded as UCS-2 stays as it is; others are what SendSms would send as Latin. */
function preparedText(text: string, alphabet: Alphabet): SmsText | undefined {
  if (alphabet !== "ucs2") return smsText(text, "Latin");
  const parts = countParts(text, "ucs2");
  return parts > maxParts ? undefined : { text, coding: "ucs2", parts };
}

/** Options of the PDU that a body keeps. */
type Options = Pick<BinaryBody, "esmClass" | "protocolId" | "parameters">;

/** Octets of all parameters of vendors that a message may have. */
const mostParameters = 1_024;

function wholeText(octets: Uint8Array, { alphabet, flash }: Meaning, options: Options): ReadContent {
  const text = textOf(octets, alphabet);
  if (text === undefined) return { refused: status.submitFailed };
  const sms = preparedText(text, alphabet);
  if (sms === undefined) return { refused: status.messageLength };
  return {
    text: sms.text,
    body: options.parameters && { kind: "binary", header: noHeader, body: noHeader, ...options },
    dataCoding: codingOf(sms.coding, flash),
    flash,
    parts: sms.parts,
    fitsAlphabet: alphabet === "ucs2" || isGsm(sms.coding),
  };
}

const isGsm = (coding: SmsCoding): boolean => coding === "gsm7";

/** Septets that fit beside a header. */
function septetsBeside(header: Uint8Array): number {
  return Math.floor((8 * (maxOctets - header.length)) / 7);
}

/** A part of a text in the default alphabet: each link encodes it in its own way. Undefined if it is not one. */
function textPart(
  { header, body }: UserData,
  { alphabet, flash }: Meaning,
  options: Options,
): ReadContent | undefined {
  if (alphabet !== "default" && alphabet !== "latin1") return undefined;
  const text = textOf(body, alphabet);
  const septets = text === undefined || text === "" ? undefined : septetCount(text);
  if (text === undefined || septets === undefined) return undefined;
  if (septets > septetsBeside(header)) return { refused: status.messageLength };
  const headed = { kind: "binary", header, body: noHeader, ...options } as const;
  return { text, body: headed, dataCoding: codingOf("gsm7", flash), flash, parts: 1, fitsAlphabet: true };
}

function octetContent(data: UserData, dataCoding: number, options: Options): ReadContent {
  const parts = countBinaryParts(data);
  if (parts === undefined) return { refused: status.messageLength };
  const body = { kind: "binary", ...data, ...options } as const;
  return { text: "", body, dataCoding, flash: false, parts, fitsAlphabet: true };
}

/**
 * Reads what a client submits. A message with a header, or numbered by parameters, is a part that the client has made: it is never split.
 * Any other one is split if it is too long for one part.
 */
export function readContent(pdu: Submitted, settings: Pick<SmppSettings, "alphabet">): ReadContent {
  const short = "shortMessage" in pdu ? pdu.shortMessage : noHeader;
  const payload = tlvOctets(pdu.tlvs, TlvTag.message_payload);
  if (payload !== undefined && short.length > 0) return { refused: status.messageLength };
  const octets = payload ?? short;
  if (octets.length === 0) return { refused: status.messageLength };
  const known = meaningOf(pdu.dataCoding);
  const data = userData(pdu, octets);
  if (known === undefined || data === undefined) return { refused: status.submitFailed };
  const isLatin = known.alphabet === "default" && settings.alphabet === "latin1" && !known.flash;
  const meaning: Meaning = isLatin ? plain("latin1") : known;
  const parameters = vendorParameters(pdu.tlvs);
  if (parameters.length > mostParameters) return { refused: status.optionalParameters };
  const options = {
    esmClass: (pdu.esmClass & ~headerIndicator) | (data.header.length === 0 ? 0 : headerIndicator),
    protocolId: "protocolId" in pdu ? pdu.protocolId : 0,
    ...(parameters.length > 0 && { parameters }),
  };
  if (data.header.length === 0 && meaning.alphabet !== "binary") return wholeText(octets, meaning, options);
  const part = data.header.length === 0 ? undefined : textPart(data, meaning, options);
  if (part !== undefined) return part;
  if (data.header.length > 0 && data.header.length + data.body.length > maxOctets)
    return { refused: status.messageLength };
  return octetContent(data, pdu.dataCoding, options);
}
