import { maySend } from "../../domain/accounts/accounts.js";
import { addressed, type SenderRules } from "../../domain/message/compose.js";
import { checkOriginator } from "../../domain/message/originator.js";
import {
  fromNational,
  type NumberForms,
  phoneNumber,
  shownEntry,
} from "../../domain/recipients/phone-number.js";
import { numberReader, readEntries } from "../../domain/recipients/recipients.js";
import { refuse } from "../../domain/refusals.js";
import type { BindKind, SmppAccount } from "../../domain/smpp/accounts.js";
import { type ReceiptRequest, wantedReceipts } from "../../domain/smpp/deliveries.js";
import { inSlices } from "../../operations/slices.js";
import {
  outgoingSms,
  type Preparation,
  type SendDependencies,
  submitFor,
} from "../../operations/submit-message.js";
import type {
  Address,
  DataSm,
  Destination,
  SubmitMulti,
  SubmitSm,
  Unsuccessful,
} from "../../networks/smpp/codec/pdu.js";
import { tlvNumber, TlvTag } from "../../networks/smpp/codec/tlv.js";
import { type MessageContent, readContent } from "./content.js";
import { senderOf } from "./login.js";
import { responseId } from "./message-ids.js";
import type { Rates } from "./rates.js";
import { status, statusOfFailure, statusOfRefusal } from "./statuses.js";
import { readTime } from "./times.js";

/** A client that has bound. */
export interface BoundClient {
  /** Id of the bind. */
  readonly id: string;
  readonly kind: BindKind;
  readonly account: SmppAccount;
  /** Seconds for which delivery is tried unless a message says otherwise. */
  readonly validity: number;
  /** False for a bind of SMPP 3.3, which has no optional parameters. */
  readonly hasParameters: boolean;
}

export interface SubmitDependencies extends SendDependencies {
  readonly rates: Rates;
}

export type Submission = SubmitSm | DataSm | SubmitMulti;

/** The response to a submitted message. */
export interface Submitted {
  readonly status: number;
  /** Empty if the message was refused. */
  readonly messageId: string;
  /** Numbers of submit_multi that were refused. */
  readonly unsuccessful: readonly Unsuccessful[];
}

const refusedWith = (refused: number): Submitted => ({ status: refused, messageId: "", unsuccessful: [] });

/** Bits 5 to 2 of esm_class: the type of the message; a client sends plain messages only. */
const typeBits = 0x3c;

const highestPriority = 3;

/** Values of registered_delivery that are accepted, besides the bit of intermediate notifications. */
const final: Readonly<Record<number, number>> = { 0: 0, 1: wantedReceipts.final, 2: wantedReceipts.failure };

/** Options of a message that are not its content. */
interface Times {
  readonly dueAt: number;
  readonly validUntil: number;
}

/** Due time and end of delivery; the command_status if they are not valid. */
function timesOf(
  pdu: Submission,
  now: number,
  { validity }: BoundClient,
): Times | { readonly refused: number } {
  const seconds = tlvNumber(pdu.tlvs, TlvTag.qos_time_to_live);
  const { scheduleDeliveryTime = "", validityPeriod = "" } = pdu.command === "data_sm" ? {} : pdu;
  const dueAt = scheduleDeliveryTime === "" ? now : readTime(scheduleDeliveryTime, now);
  if (dueAt === undefined) return { refused: status.schedule };
  const due = Math.max(now, dueAt);
  if (validityPeriod === "") return { dueAt: due, validUntil: due + (seconds ?? validity) * 1_000 };
  const validUntil = readTime(validityPeriod, now);
  if (validUntil === undefined || validUntil <= due) return { refused: status.validity };
  return { dueAt: due, validUntil };
}

/** The first field that is not valid, as a command_status. */
function refusedField(pdu: Submission): number | undefined {
  if ((pdu.esmClass & typeBits) !== 0) return status.esmClass;
  if (pdu.command === "submit_multi" && !pdu.destinations.every(isNumber)) return status.listName;
  if (pdu.command !== "data_sm" && pdu.priority > highestPriority) return status.priority;
  const { registeredDelivery } = pdu;
  const isKnown = final[registeredDelivery & ~wantedReceipts.interim] !== undefined;
  return isKnown ? undefined : status.registeredDelivery;
}

/** Type of number and numbering plan of the recipients: those of the first one, unless a number in national form became an international one. */
function numberingOf(pdu: Submission, forms: NumberForms): Omit<Address, "address"> {
  const all = destinationsOf(pdu);
  const isChanged = all.some((each) => entryOf(each, forms) !== each.address);
  const { ton, npi } = isChanged ? international : (all[0] ?? international);
  return { ton, npi };
}

const international = { ton: 1, npi: 1 } as const;

function wishOf(
  pdu: Submission,
  { id, account, kind }: BoundClient,
  forms: NumberForms,
): ReceiptRequest | undefined {
  const { registeredDelivery, source, serviceType, tlvs } = pdu;
  const interim = account.interim ? registeredDelivery & wantedReceipts.interim : 0;
  const wanted = (final[registeredDelivery & ~wantedReceipts.interim] ?? 0) + interim;
  if (wanted === 0) return undefined;
  const reference = tlvNumber(tlvs, TlvTag.user_message_reference);
  return {
    userId: account.userId,
    bind: account.receipts === "same-bind" && kind === "transceiver" ? id : "",
    wanted,
    options: {
      source: { ton: source.ton, npi: source.npi },
      destination: numberingOf(pdu, forms),
      serviceType,
      ...(reference === undefined ? {} : { reference: reference & 0xffff }),
    },
  };
}

/** Not the name of a list at the SMSC: there are none. */
const isNumber = (destination: Destination): destination is Address => !("list" in destination);

function destinationsOf(pdu: Submission): readonly Address[] {
  return pdu.command === "submit_multi" ? pdu.destinations.filter(isNumber) : [pdu.destination];
}

/** The originator of the customer that an address stands for, with or without the `+` of an international number. */
function originatorOf({ address }: Address, originators: readonly string[]): string {
  const spellings = [address, `+${address}`, address.replace(/^\+/, "")];
  return spellings.find((spelling) => originators.includes(spelling)) ?? address;
}

/** Type of number of a national one (SMPP 3.4, section 5.2.5). */
const national = 2;

/** A destination as it is read. */
function entryOf({ address, ton }: Address, { country }: NumberForms): string {
  return country === undefined ? address : fromNational(address, country, ton === national);
}

/** What the pipeline of all sends stores and charges. */
function prepare(
  pdu: Submission,
  client: BoundClient,
  content: MessageContent,
  times: Times,
): (sender: SenderRules) => Promise<Preparation> {
  return async ({ originators, strictEncoding, numbers }) => {
    const { text, body, dataCoding, flash, parts, fitsAlphabet } = content;
    if (strictEncoding && !fitsAlphabet) return refuse("badEncoding");
    const originator = originatorOf(pdu.source, originators);
    const refusal = checkOriginator(originator, originators);
    if (refusal !== undefined) return refuse(refusal);
    const entries = destinationsOf(pdu).map((address) => entryOf(address, numbers));
    const read = await inSlices(readEntries(entries, numberReader(numbers)));
    const composition = addressed({ originator, dueAt: times.dueAt }, read);
    if (!composition.ok) return composition;
    const receipts = wishOf(pdu, client, numbers);
    const fields = { text, body, dataCoding, flash, validUntil: times.validUntil, receipts };
    return { ok: true, message: outgoingSms(composition.sms, parts, fields) };
  };
}

/** Addresses of submit_multi whose numbers were refused. */
function unsuccessfulOf(
  pdu: Submission,
  rejected: readonly string[],
  forms: NumberForms,
): readonly Unsuccessful[] {
  if (pdu.command !== "submit_multi" || rejected.length === 0) return [];
  const refused = new Set(rejected);
  return destinationsOf(pdu)
    .filter((address) => {
      const entry = entryOf(address, forms);
      return refused.has(phoneNumber(entry, forms) ?? shownEntry(entry));
    })
    .map((address) => ({ ...address, status: status.destination }));
}

/** Whether the message may be sent now; the caller has room in its rate. */
async function submitNow(
  dependencies: SubmitDependencies,
  client: BoundClient,
  pdu: Submission,
): Promise<Submitted> {
  const { store, rates, now } = dependencies;
  const { account, kind } = client;
  const sender = await senderOf(store.accounts, account, kind);
  if (typeof sender === "number") return refusedWith(sender);
  const { customer } = sender;
  if (!maySend(customer)) return refusedWith(status.submitFailed);
  const refused = refusedField(pdu);
  if (refused !== undefined) return refusedWith(refused);
  const times = timesOf(pdu, now(), client);
  if ("refused" in times) return refusedWith(times.refused);
  const content = readContent(pdu, account);
  if ("refused" in content) return refusedWith(content.refused);
  const parts = content.parts * destinationsOf(pdu).length;
  const granted = rates.take(customer.id, parts, customer.rate);
  if (!(granted === true || (await granted))) return refusedWith(status.throttled);
  const operation = kind === "transmitter" ? "SMPP_TRANSMITTER" : "SMPP_TRANSCEIVER";
  const prepared = prepare(pdu, client, content, times);
  const outcome = await submitFor(dependencies, operation, sender, prepared);
  if (!outcome.ok) return refusedWith(statusOfRefusal(outcome.refusal.name, account.creditStatus));
  const { transactionId: messageId, number, rejected } = outcome;
  if (number === undefined) return refusedWith(status.submitFailed);
  return {
    status: status.ok,
    messageId: responseId(account, { messageId, number }),
    unsuccessful: unsuccessfulOf(pdu, rejected, { country: customer.countryCode }),
  };
}

/** Sends what a client submits, as SendSms does. Resolves after the message is stored; never rejects. */
export async function submit(
  dependencies: SubmitDependencies,
  client: BoundClient,
  pdu: Submission,
  onFailure: (error: unknown) => void,
): Promise<Submitted> {
  try {
    return await submitNow(dependencies, client, pdu);
  } catch (error) {
    onFailure(error);
    return refusedWith(statusOfFailure(error));
  }
}
