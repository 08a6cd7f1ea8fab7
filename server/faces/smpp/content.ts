import {
  countBinaryParts,
  headerIndicator,
  maxOctets,
  splitHeader,
} from "../../domain/message/binary-message.js";
import { septetCount } from "../../domain/text/gsm-alphabet.js";
import { countParts, maxParts, type SmsCoding } from "../../domain/text/sms-parts.js";
import { dataCoding as codingOf, type SmsText, smsText } from "../../domain/text/sms-text.js";
import { concatenationElement, hasNationalTable } from "../../domain/text/user-data-header.js";
import type { BinaryBody } from "../../domain/delivery/submitting/submission.js";
import type { SmppSettings } from "../../domain/smpp/accounts.js";
import { dataCodingOf } from "../../networks/smpp/message/data-coding.js";
import { textOfSeptets, textOfUcs2 } from "../../networks/smpp/message/gsm-text.js";
import { vendorParameters } from "../../networks/smpp/message/vendor-parameters.js";
import type { DataSm, MessageFields } from "../../networks/smpp/codec/pdu.js";
import { tlvNumber, tlvOctets, TlvTag } from "../../networks/smpp/codec/tlv.js";
import { status } from "./statuses.js";

/** Encoding of a text, or octets that are not one. */
type Alphabet = "default" | "latin1" | "ucs2" | "binary";

interface Meaning {
  readonly alphabet: Alphabet;
  /** Message class 0. */
  readonly flash: boolean;
  /** data_coding with which a text in this alphabet is stored. */
  readonly stored: (coding: SmsCoding) => number;
}

/** Meaning of a data_coding that clients may use; `initial`: the alphabet of data_coding 0. */
function meaningOf(dataCoding: number, initial: SmppSettings["alphabet"]): Meaning | undefined {
  const { alphabet, messageClass, isWaiting, isValid } = dataCodingOf(dataCoding);
  if (!isValid || typeof alphabet === "object") return undefined;
  const ofDefault = dataCoding === 0 && initial === "latin1" ? "latin1" : alphabet;
  return {
    alphabet: ofDefault === "octets" ? "binary" : ofDefault,
    flash: messageClass === 0,
    stored: (coding) => (isWaiting === true ? dataCoding : codingOf(coding, messageClass)),
  };
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

function wholeText(octets: Uint8Array, { alphabet, flash, stored }: Meaning, options: Options): ReadContent {
  const text = textOf(octets, alphabet);
  if (text === undefined) return { refused: status.submitFailed };
  const sms = preparedText(text, alphabet);
  if (sms === undefined) return { refused: status.messageLength };
  return {
    text: sms.text,
    body: options.parameters && { kind: "binary", header: noHeader, body: noHeader, ...options },
    dataCoding: stored(sms.coding),
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

/**
 * A part of a text in the default alphabet: each link encodes it in its own way. One in a national table stays as the client has encoded it:
 * the handset decodes it. Undefined if it is not a part of a text.
 */
function textPart(
  { header, body }: UserData,
  { alphabet, flash, stored }: Meaning,
  options: Options,
): ReadContent | undefined {
  if (alphabet !== "default" && alphabet !== "latin1") return undefined;
  const dataCoding = stored("gsm7");
  if (alphabet === "default" && hasNationalTable(header)) {
    if (body.some(isNoSeptet)) return { refused: status.submitFailed };
    if (body.length > septetsBeside(header)) return { refused: status.messageLength };
    const coded = { kind: "binary", header, body, ...options } as const;
    return { text: "", body: coded, dataCoding, flash, parts: 1, fitsAlphabet: true };
  }
  const text = textOf(body, alphabet);
  const septets = text === undefined || text === "" ? undefined : septetCount(text);
  if (text === undefined || septets === undefined) return undefined;
  if (septets > septetsBeside(header)) return { refused: status.messageLength };
  const headed = { kind: "binary", header, body: noHeader, ...options } as const;
  return { text, body: headed, dataCoding, flash, parts: 1, fitsAlphabet: true };
}

const isNoSeptet = (octet: number): boolean => octet > 0x7f;

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
  const meaning = meaningOf(pdu.dataCoding, settings.alphabet);
  const data = userData(pdu, octets);
  if (meaning === undefined || data === undefined) return { refused: status.submitFailed };
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
