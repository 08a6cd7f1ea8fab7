import { readGuid } from "messenger-gen-runtime";
import type { SmppSettings } from "../../domain/smpp/accounts.js";

/** Id and number of a stored transaction. */
export interface StoredMessage {
  readonly messageId: string;
  readonly number: number;
}

type Ids = Pick<SmppSettings, "receiptId">;

/** The message_id of a response: the id of the transaction, or its number in hexadecimal digits. */
export function responseId({ receiptId }: Ids, { messageId, number }: StoredMessage): string {
  return receiptId === "same" ? messageId : number.toString(16);
}

/** The id in receipts of the message. */
export function receiptIdOf({ receiptId }: Ids, { messageId, number }: StoredMessage): string {
  return receiptId === "same" ? messageId : String(number);
}

/** The transaction that a client names by the message_id of a response; undefined if it names none. */
export function transactionOf({ receiptId }: Ids, messageId: string): string | number | undefined {
  if (receiptId === "same") return readGuid(messageId);
  return /^[0-9a-f]{1,13}$/iu.test(messageId) ? Number.parseInt(messageId, 16) : undefined;
}
