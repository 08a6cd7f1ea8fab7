import type { Pdu, Tlv } from "#server/networks/smpp/codec/pdu.js";
import { octetTlv, TlvTag, uint16Tlv } from "#server/networks/smpp/codec/tlv.js";
import { incoming } from "../../networks/smpp/pdus.js";
import { type Habit, type SmscConnection, wellBehaved } from "../../networks/smpp/test-smsc.js";

export type Submit = Extract<Pdu, { readonly command: "submit_sm" }>;

/** An SMSC that responds to submit_sm with `answer`, and correctly to everything else. */
export function answering(answer: (pdu: Submit, connection: SmscConnection) => void): Habit {
  const rest = wellBehaved();
  return (pdu, connection) => {
    if (pdu.command === "submit_sm") answer(pdu, connection);
    else rest(pdu, connection);
  };
}

/** Takes a message over under an id. */
export function accept(pdu: Submit, connection: SmscConnection, messageId: string): void {
  connection.send({ command: "submit_sm_resp", messageId, tlvs: [] }, 0, pdu.sequence);
}

/** Responses that refuse a message, and with which one message must not hold up others. */
export const refusals: readonly {
  readonly name: string;
  readonly refuse: (pdu: Submit, connection: SmscConnection) => void;
}[] = [
  ...[0x14, 0x58, 0x02, 0x03, 0x04, 0x05, 0x0d, 0x0f].map((status) => ({
    name: `0x${status.toString(16).padStart(2, "0")}`,
    refuse: (pdu: Submit, connection: SmscConnection) => {
      connection.refuse(pdu, status);
    },
  })),
  ...[0x00, 0x03].map((status) => ({
    name: `generic_nack 0x${status.toString(16).padStart(2, "0")}`,
    refuse: (pdu: Submit, connection: SmscConnection) => {
      connection.send({ command: "generic_nack" }, status, pdu.sequence);
    },
  })),
];

export interface ReceiptContent {
  readonly id: string;
  readonly stat?: string;
  readonly phone?: string;
}

/** Reports the outcome of a message. */
export function sendReceipt(
  connection: SmscConnection,
  { id, stat = "DELIVRD", phone }: ReceiptContent,
): void {
  const text = `id:${id} sub:001 dlvrd:001 submit date:3001151200 done date:3001151201 stat:${stat} err:000 text:`;
  connection.request({
    ...incoming,
    source: { ton: 1, npi: 1, address: phone ?? "12025550101" },
    destination: { ton: 5, npi: 0, address: "Shop" },
    esmClass: 0x04,
    shortMessage: Buffer.from(text),
  });
}

/** So many different numbers. */
export const many = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => String(12025550000 + index));

/** Place of a part; `form` is how it is written, `udh8` by default. */
export interface Place {
  readonly reference: number;
  readonly total: number;
  readonly number: number;
  readonly form?: "udh8" | "udh16" | "sar";
}

/** A message of a handset. */
export interface Delivered {
  readonly text: string;
  readonly from?: { readonly ton: number; readonly address: string };
  readonly to?: string;
  /** 0 by default: one octet a character; 8 for UCS-2. */
  readonly dataCoding?: number;
  readonly place?: Place;
  /** Puts the text into message_payload. */
  readonly payload?: boolean;
}

function headerOf({ reference, total, number, form = "udh8" }: Place): readonly number[] {
  if (form === "sar") return [];
  if (form === "udh8") return [5, 0, 3, reference, total, number];
  return [6, 8, 4, reference >> 8, reference & 0xff, total, number];
}

function placeTlvs({ reference, total, number, form }: Place): readonly Tlv[] {
  if (form !== "sar") return [];
  return [
    uint16Tlv(TlvTag.sar_msg_ref_num, reference),
    octetTlv(TlvTag.sar_total_segments, total),
    octetTlv(TlvTag.sar_segment_seqnum, number),
  ];
}

/** Sends a message of a handset. */
export function deliver(connection: SmscConnection, message: Delivered): void {
  const { text, to = "1234", dataCoding = 0, place, payload = false } = message;
  const { from = { ton: 1, address: "12025550101" } } = message;
  const octets = dataCoding === 8 ? Buffer.from(text, "utf16le").swap16() : gsm(text);
  const header = place === undefined ? [] : headerOf(place);
  const content = Buffer.from([...header, ...octets]);
  const tlvs = place === undefined ? [] : placeTlvs(place);
  connection.request({
    ...incoming,
    source: { npi: 1, ...from },
    destination: { ton: 0, npi: 1, address: to },
    esmClass: header.length === 0 ? 0 : 0x40,
    dataCoding,
    shortMessage: payload ? Buffer.alloc(0) : content,
    tlvs: payload ? [...tlvs, { tag: TlvTag.message_payload, value: content }] : tlvs,
  });
}

/** Enough of the GSM alphabet for texts of ASCII letters and the euro sign. */
function gsm(text: string): Uint8Array {
  return Uint8Array.from(
    Array.from(text).flatMap((char) => (char === "€" ? [0x1b, 0x65] : [char.charCodeAt(0)])),
  );
}
