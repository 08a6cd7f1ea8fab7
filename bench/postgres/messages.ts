import { RecipientState } from "#server/domain/recipient-state.js";
import type { ClaimedMessage, LinkReceipt } from "#server/domain/delivery/claiming/claim.js";
import { plainMessage, type Submission } from "#server/domain/delivery/submitting/submission.js";
import { newTransactionId } from "#server/transaction-id.js";

/** Customers that send in turn. */
export const customers: readonly number[] = Array.from({ length: 20 }, (_, index) => 101 + index);

/** Credits of a message, in thousandths. */
export const price = 1_000;

/** A multiple of it, taken modulo a power of ten, is another number for each number below that: in no order that an index has. */
export const scattered = 7_368_787;

/** The phone number of message `n`: ten million distinct ones. SQL has the same formula. */
export const phoneOf = (n: number): string =>
  `1202${String((n * scattered + 12_345) % 10_000_000).padStart(7, "0")}`;
export const phoneInSql = (n: string): string =>
  `'1202' || lpad(((${n}::bigint * ${scattered} + 12345) % 10000000)::text, 7, '0')`;

export const textInSql = (n: string): string =>
  `'Your parcel ' || ${n} || ' is ready: collect it at the shop until Friday'`;

/** Message `n` of the bench, to one number and due now. */
export function submission(n: number): Submission {
  const at = Date.now();
  return {
    transactionId: newTransactionId(at),
    customerId: customers[(n * scattered) % customers.length] ?? 0,
    userName: "api",
    operation: "SendSms",
    originator: "Shop",
    text: `Your parcel ${n} is ready: collect it at the shop until Friday`,
    parts: 1,
    at,
    dueAt: at,
    clientTransaction: undefined,
    recipients: [phoneOf(n)],
    refused: [],
    charge: { kind: "SMS", amount: price },
    ...plainMessage,
  };
}

/** The id that a network gives to a message: 17 hexadecimal digits, in no order. */
export function messageIdOf(id: number): string {
  const low = ((id % 2 ** 20) * 2_654_435_761) % 2 ** 32;
  return `a${low.toString(16).padStart(8, "0")}${(id % 2 ** 32).toString(16).padStart(8, "0")}`;
}

export const messageIdInSql = (id: string): string =>
  `'a' || lpad(to_hex(((${id}) % 1048576) * 2654435761 % 4294967296), 8, '0') || lpad(to_hex((${id}) % 4294967296), 8, '0')`;

/** The final receipt of a message. */
export function receiptOf(
  { id, linkId, phone }: Pick<ClaimedMessage, "id" | "linkId" | "phone">,
  at: number,
): LinkReceipt {
  const messageId = messageIdOf(id);
  return {
    ...{ linkId, phone, messageId, keys: [messageId], at, code: "000" },
    state: RecipientState.Delivered,
  };
}
