import { countBinaryParts, headerIndicator, splitBinary } from "../../../domain/message/binary-message.js";
import { splitParts } from "../../../domain/text/sms-parts.js";
import {
  concatenationElement,
  hasNationalTable,
  type ReferenceSize,
} from "../../../domain/text/user-data-header.js";
import type { BinaryBody } from "../../../domain/delivery/submitting/submission.js";
import { dataCodingOf } from "./data-coding.js";
import { markingOf, septetOctets, writingOf } from "./text-writing.js";
import { octetTlv, TlvTag, uint16Tlv } from "../codec/tlv.js";
import { septetsOfText } from "./gsm-text.js";
import {
  defaultPartOptions,
  type Numbering,
  type OutgoingMessage,
  type PartOptions,
} from "./part-options.js";
import type { Address, SubmitSm } from "../codec/pdu.js";
import { readParameters } from "./vendor-parameters.js";

/** Fields that differ between the parts of a message, and between kinds of messages. */
type Content = Pick<SubmitSm, "esmClass" | "protocolId" | "dataCoding" | "shortMessage" | "tlvs">;

/** A part with the fields of a single message, without its octets. */
type Part = Omit<Content, "shortMessage">;

const modeBits = 0x03;

/**
 * The submit_sm PDUs of a message, in the order of its parts. Every part asks for a receipt. `reference` (0 to 65535)
 * is the same in all parts and differs between messages to one number. With a 16-bit reference, and if Latin-1 lacks a
 * character, there may be more parts than were charged.
 */
export function submitsOf(
  message: OutgoingMessage,
  options: PartOptions,
  reference: number,
): readonly SubmitSm[] {
  const { validUntil, phone, originator } = message;
  const parameters = options.vendorParameters ? readParameters(message.body?.parameters ?? none) : [];
  const contents = contentsOf(message, options, reference);
  const source = sourceAddress(originator, options);
  const { ton, npi } = options.destination;
  return contents.map(({ esmClass, protocolId, dataCoding, tlvs, shortMessage }) => ({
    command: "submit_sm",
    serviceType: options.serviceType,
    source,
    destination: { address: phone, ton, npi },
    esmClass,
    protocolId,
    priority: options.priority,
    scheduleDeliveryTime: "",
    validityPeriod: validUntil === undefined ? "" : absoluteTime(validUntil),
    registeredDelivery: options.registeredDelivery,
    replaceIfPresent: 0,
    dataCoding,
    defaultMessageId: 0,
    shortMessage,
    tlvs: [...tlvs, ...parameters],
  }));
}

const none = new Uint8Array();

function contentsOf(message: OutgoingMessage, options: PartOptions, reference: number): readonly Content[] {
  const { body, text, dataCoding } = message;
  if (body === undefined) return textContents(message, options, reference);
  if (text === "" && hasNationalTable(body.header) && dataCodingOf(dataCoding).alphabet === "default")
    return [nationalText(body, dataCoding, options)];
  if (text === "") return binaryContents(body, dataCoding, options, reference);
  if (body.header.length === 0) return textContents(message, options, reference);
  return [headedText(message, body, options)];
}

/** A text in a national table of its header, as its sender has encoded it: one septet an octet. */
function nationalText(
  { header, body, esmClass, protocolId }: BinaryBody,
  dataCoding: number,
  options: PartOptions,
): Content {
  const mode = (esmClass & modeBits) === 0 ? options.mode : 0;
  const shortMessage = Uint8Array.of(...header, ...septetOctets(body, header.length, options));
  const marking = markingOf(dataCoding, "gsm7", options);
  return { esmClass: esmClass | mode | headerIndicator, protocolId, shortMessage, ...marking };
}

/** A text with a header of its own, which makes it a part of a longer one: the encoding is that of the link. */
function headedText(
  message: OutgoingMessage,
  { header, esmClass, protocolId }: BinaryBody,
  options: PartOptions,
): Content {
  const { encode, dataCoding, tlvs } = writingOf(message, options);
  const mode = (esmClass & modeBits) === 0 ? options.mode : 0;
  const shortMessage = Uint8Array.of(...header, ...encode(message.text, header.length));
  return { esmClass: esmClass | mode | headerIndicator, protocolId, dataCoding, tlvs, shortMessage };
}

function referenceSize({ split }: PartOptions): ReferenceSize {
  return split === "udh16" ? 16 : 8;
}

function textContents(message: OutgoingMessage, options: PartOptions, reference: number): readonly Content[] {
  const { coding, encode, dataCoding, tlvs } = writingOf(message, options);
  const part = { esmClass: options.mode, protocolId: 0, dataCoding, tlvs };
  const texts = splitParts(message.text, coding, referenceSize(options));
  if (texts.length === 1) return [{ shortMessage: encode(message.text, 0), ...part }];
  switch (options.split) {
    case "payload":
      return [inPayload(part, encode(message.text, 0))];
    case "sar":
      return texts.map((text, index) => withTlvs(part, encode(text, 0), reference, texts.length, index));
    case "udh8":
    case "udh16":
      return texts.map((text, index) => {
        const element = concatenationElement(referenceSize(options), reference, texts.length, index + 1);
        const octets = encode(text, element.length + 1);
        const shortMessage = Uint8Array.of(element.length, ...element, ...octets);
        return { ...part, esmClass: part.esmClass | headerIndicator, shortMessage };
      });
  }
}

function binaryContents(
  body: BinaryBody,
  dataCoding: number,
  options: PartOptions,
  reference: number,
): readonly Content[] {
  const mode = (body.esmClass & modeBits) === 0 ? options.mode : 0;
  const part = { esmClass: body.esmClass | mode, protocolId: body.protocolId, dataCoding, tlvs: [] };
  const total = countBinaryParts(body, referenceSize(options)) ?? 0;
  const whole = splitBinary(body, reference, referenceSize(options));
  if (total === 1) return whole.map((shortMessage) => ({ shortMessage, ...part }));
  // A message with its own header carries the concatenation there, and not in TLVs as well.
  if (body.header.length === 0 && options.split === "payload") return [inPayload(part, body.body)];
  if (body.header.length === 0 && options.split === "sar")
    return whole.map((data, index) => withTlvs(part, withoutHeader(data), reference, total, index));
  const esmClass = part.esmClass | headerIndicator;
  return whole.map((shortMessage) => ({ ...part, esmClass, shortMessage }));
}

function withoutHeader(data: Uint8Array): Uint8Array {
  return data.subarray(1 + (data[0] ?? 0));
}

function inPayload(part: Part, octets: Uint8Array): Content {
  const tlvs = [...part.tlvs, { tag: TlvTag.message_payload, value: octets }];
  return { ...part, tlvs, shortMessage: new Uint8Array() };
}

function withTlvs(part: Part, octets: Uint8Array, reference: number, total: number, index: number): Content {
  const numbering = [
    uint16Tlv(TlvTag.sar_msg_ref_num, reference & 0xffff),
    octetTlv(TlvTag.sar_total_segments, total),
    octetTlv(TlvTag.sar_segment_seqnum, index + 1),
  ];
  return { ...part, tlvs: [...part.tlvs, ...numbering], shortMessage: octets };
}

const twoDigits = (number: number): string => (number < 10 ? `0${number}` : String(number));

/** `YYMMDDhhmmss` in UTC. `at` is milliseconds since the epoch. */
export function timeDigits(at: number): string {
  const date = new Date(at);
  const day = [date.getUTCFullYear() % 100, date.getUTCMonth() + 1, date.getUTCDate()];
  const time = [date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()];
  return [...day, ...time].map(twoDigits).join("");
}

/**
 * An absolute time in UTC, `YYMMDDhhmmsst00+` (SMPP 3.4, section 7.1.1.1). `at` is milliseconds since the epoch; a time after 2099, of which
 * two digits of the year would be in the past, is the end of 2099.
 */
export function absoluteTime(at: number): string {
  const time = Math.min(at, latest);
  const tenths = Math.trunc(new Date(time).getUTCMilliseconds() / 100);
  return `${timeDigits(time)}${tenths}00+`;
}

const latest = Date.UTC(2099, 11, 31, 23, 59, 59);

/** Alphanumeric (SMPP 3.4, section 5.2.5) and unknown plan. */
const named: Numbering = { ton: 5, npi: 0 };

/** International number of the ISDN plan. */
const international: Numbering = { ton: 1, npi: 1 };

const shortCodeDigits = 8;

function numberingOf(originator: string, digits: string, shortCode: Numbering): Numbering {
  if (!/^[0-9]+$/.test(digits)) return named;
  const short = digits.length <= shortCodeDigits && digits === originator;
  return short ? shortCode : international;
}

/** A name in the Latin-1 of an address; Greek capitals, which that lacks, as their septets. */
function addressText(name: string): string {
  return name.replace(/[^\0-\xff]/gu, (character) =>
    String.fromCharCode(...(septetsOfText(character) ?? Uint8Array.of(0x3f))),
  );
}

/** A number inside a country, with the 0 that is dialed before it. */
const national: Numbering = { ton: 2, npi: 1 };
const dialed = /^0[1-9][0-9]+$/;

/** A sender or an addressee of an incoming message as SMPP names it: as an originator, or a number in national form. */
export function partyAddress(party: string): Address {
  const address = party.replace(/^00(?=[1-9])/, "+");
  return sourceAddress(address, {
    source: dialed.test(address) ? national : undefined,
    shortCode: defaultPartOptions.shortCode,
  });
}

/**
 * The originator as SMPP names it: letters are a name, up to 8 digits a short code, more digits or a `+` before them an
 * international number.
 */
function sourceAddress(
  originator: string,
  { source, shortCode }: Pick<PartOptions, "source" | "shortCode">,
): Address {
  const digits = originator.startsWith("+") ? originator.slice(1) : originator;
  const numbering = numberingOf(originator, digits, shortCode);
  const address = numbering === named ? addressText(originator) : digits;
  const { ton, npi } = source ?? numbering;
  return { address, ton, npi };
}
