import type { BinaryMessage } from "../../message/binary-message.js";
import type { MmsPart, MmsOptions } from "../../message/mms-message.js";
import type { UncertainPolicy } from "../route.js";
import type { RecipientState } from "../../recipient-state.js";
import type { CreditKind } from "../../credit/balance.js";
import type { Spending } from "../../credit/country-credits.js";
import type { ReceiptRequest } from "../../smpp/deliveries.js";

/** Phone numbers without prefix: as digits, or, for a long list, as numbers (15 digits fit into a double). */
export type PhoneNumbers = readonly string[] | Float64Array;

/** A recipient that is not sent to. */
export interface RefusedRecipient {
  /** The number; of an entry that is none, the number that it holds, by which it is found and erased, or else the entry. */
  readonly phone: string;
  /** Gives the reason. */
  readonly state: RecipientState;
  /** What the response lists; absent for the phone. */
  readonly given?: string;
}

/**
 * The fields of a message that few senders set, with the values of one that sets none. Each is the column of its name, and what stores,
 * passes on, copies and reads messages follows this list: a new field is one more.
 */
export const plainFields = {
  /** SMPP data_coding of the parts: 0 GSM 03.38, 8 UCS-2; from 0x10 and 0x18 on with a class, 0 for flash; 0xC0 to 0xEF indicate waiting messages. */
  dataCoding: 0,
  flash: false,
  blink: false,
  /** The caller's `Private`: text is shown nowhere and erased after the final state. */
  hidden: false,
  /** When delivery is given up; undefined for the time that the configuration sets. */
  validUntil: undefined as number | undefined,
  /** Id of the API key that the caller has used; undefined for a password, and for the portal and SMPP. */
  apiKey: undefined as string | undefined,
  /** Hours in which it is held, with the zone of numbers without a country: `21:00-08:00 Europe/Paris`; undefined for none. */
  quietHours: undefined as string | undefined,
};
export type PlainFields = Readonly<typeof plainFields>;

/** The fields of a text message that sets none; other tables hold what is added. */
export const plainMessage = {
  ...plainFields,
  /** Body besides the text; undefined for a text message. */
  body: undefined as MessageBody | undefined,
  /** Receipts for a client of the SMPP server. */
  receipts: undefined as ReceiptRequest | undefined,
};

/** What the sender of a message says about it. */
export interface MessageFields extends Partial<Readonly<typeof plainMessage>> {
  readonly originator: string;
  /** Text of a text message, subject of an MMS, empty for a binary message unless that is the header of a text. */
  readonly text: string;
  readonly parts: number;
  /** When to send: the time of acceptance or later. */
  readonly dueAt: number;
}

/** One accepted call, ready to be stored: transaction, charge and recipients become durable together or not at all. */
export interface Submission extends Required<MessageFields> {
  readonly transactionId: string;
  readonly customerId: number;
  readonly userName: string;
  /** Operation that was called, for example `SendSms`. */
  readonly operation: string;
  readonly at: number;
  readonly clientTransaction: ClientTransaction | undefined;
  /** Accepted numbers, no duplicates. */
  readonly recipients: PhoneNumbers;
  readonly refused: readonly RefusedRecipient[];
  readonly charge: { readonly kind: CreditKind; readonly amount: number };
  /** What the charge takes of the limits of its customer; absent without limits. */
  readonly spending?: Spending | undefined;
  /** Whether the caller sends the message if it is stored as claimed. Default: false. */
  readonly mayLeave?: boolean;
}

/** A message that was stored as claimed by the owner of delivery. */
export interface HandedOver {
  /** Of the recipient. */
  readonly id: number;
  readonly linkId: number;
  /** Policy of its route if the response is lost. */
  readonly policy: UncertainPolicy;
}

/** Octets in place of a text, or what a text has besides it; erased as a hidden text is. */
export interface BinaryBody extends Omit<BinaryMessage, "dataCoding"> {
  readonly kind: "binary";
  /** Optional parameters of vendors, as SMPP writes them; absent for none. */
  readonly parameters?: Uint8Array | undefined;
}

/** An MMS without its parts. */
export interface MmsBody {
  readonly kind: "mms";
  readonly wishes: MmsOptions;
}

export type MessageBody = BinaryBody | (MmsBody & { readonly parts: readonly MmsPart[] });

/** As `MessageBody`; the parts of an MMS, which may be large, are read with `mmsParts`. */
export type ClaimedBody = BinaryBody | MmsBody;

/** Idempotency key of a call (SendSmsTransaction, SendSmsXml, campaigns, `/v1`): unique per customer for 24 hours. */
export interface ClientTransaction {
  readonly id: string;
  /** Hash of the content that the caller sent; another hash under the same id is a conflict. */
  readonly contentHash: string;
  /** Milliseconds for which the id is stored. */
  readonly keepFor: number;
}

/** Response to an accepted submission. */
interface Accepted {
  readonly transactionId: string;
  readonly refused: readonly string[];
  readonly balanceAfter: number;
}

/** Result of a client transaction that is stored already. */
export type EarlierOutcome =
  /** Repetition: the response of the first submission; nothing was written. */
  | ({ readonly kind: "repeated" } & Accepted)
  /** The first submission had different content. */
  | { readonly kind: "conflict" };

export type SubmitOutcome =
  | ({
      readonly kind: "accepted";
      /** Of the transaction, unique in the store. */
      readonly number: number;
      /** Present if the message was stored as claimed. */ readonly handedOver?: HandedOver;
    } & Accepted)
  | EarlierOutcome
  | { readonly kind: "insufficientCredit" }
  | { readonly kind: "countryLimit"; readonly country: string };
