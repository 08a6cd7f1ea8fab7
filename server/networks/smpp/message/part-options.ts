import type { BinaryBody } from "../../../domain/delivery/submitting/submission.js";

/** Type of number and numbering plan. */
export interface Numbering {
  readonly ton: number;
  readonly npi: number;
}

/** Encoding options of one SMSC. */
export interface PartOptions {
  /** How a text of the GSM alphabet is coded: one septet an octet (default), packed septets, or Latin-1. */
  readonly latin: "gsm" | "packed" | "latin1";
  /** How the parts of a message are joined: header with an 8-bit (default) or 16-bit reference, TLVs, or one PDU. */
  readonly split: "udh8" | "udh16" | "sar" | "payload";
  /** How a message class is marked, 0 (flash) to 3: data_coding from 0xF0 and 0x18 on (default), from 0x10 and 0x18 on, or dest_addr_subunit. */
  readonly flash: "class" | "general" | "subunit";
  /** Bits 1 and 0 of esm_class: SMSC default (0), datagram (1), transaction (2), store and forward (3). */
  readonly mode: 0 | 1 | 2 | 3;
  readonly serviceType: string;
  /** For every originator, instead of the one derived from it. */
  readonly source: Numbering | undefined;
  /** Of originators of at most 8 digits. */
  readonly shortCode: Numbering;
  readonly destination: Numbering;
  /** 0 to 3. */
  readonly priority: number;
  /** Requested receipts: 1 for every final state. */
  readonly registeredDelivery: number;
  /** Whether optional parameters of vendors are passed on. */
  readonly vendorParameters: boolean;
}

export const defaultPartOptions: PartOptions = {
  latin: "gsm",
  split: "udh8",
  flash: "class",
  mode: 0,
  serviceType: "",
  source: undefined,
  shortCode: { ton: 3, npi: 0 },
  destination: { ton: 1, npi: 1 },
  priority: 0,
  registeredDelivery: 1,
  vendorParameters: false,
};

/** A message to one recipient, as a claim of the outbox gives it. */
export interface OutgoingMessage {
  /** Digits of an international number. */
  readonly phone: string;
  /** Name, or digits with or without `+`. */
  readonly originator: string;
  readonly text: string;
  /** Octets instead of a text, or the header of one. */
  readonly body?: BinaryBody | undefined;
  /** Of a text: 0 GSM 03.38, 8 UCS-2; from 0x10 and 0x18 on the same with a class; 0xC0 to 0xEF, which indicate waiting messages. */
  readonly dataCoding: number;
  /** Milliseconds since the epoch after which the SMSC gives up; undefined for its own limit. */
  readonly validUntil?: number | undefined;
}
