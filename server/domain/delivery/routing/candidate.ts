import type { Routable } from "../route.js";
import type { MessageBody } from "../submitting/submission.js";

/** A recipient with everything that routing and a gateway need, as a driver reads it from the recipient and its transaction. */
export interface CandidateRow {
  readonly id: number;
  /** Number of the transaction in the store. */
  readonly txn: number;
  readonly phone: string;
  /** False for a message that is alone in its transaction, and in no count. */
  readonly counted: boolean;
  readonly attempts: number;
  readonly deferrals: number;
  /** 1 when an earlier attempt ended without a response. */
  readonly uncertain: number;
  /** The link for which it waits; 0 if it is not routed yet, -1 if it matches no route. */
  readonly link: number;
  /** When the next attempt is due. */
  readonly nextAt: number;
  /** When the first attempt was due. */
  readonly dueAt: number;
  /** When delivery is given up, instead of the time that the configuration sets. */
  readonly validUntil?: number | undefined;
  /** Hours in which it is held; undefined for none. */
  readonly quietHours?: string | undefined;
  readonly transactionId: string;
  readonly customerId: number;
  readonly userName: string;
  readonly originator: string;
  readonly text: string;
  readonly dataCoding: number;
  readonly parts: number;
  readonly kind: MessageBody["kind"] | "text";
  /**
   * 1 when the recipient is on a blacklist that counts for the message, of which no network can have a part; read for claims
   * alone.
   */
  readonly optedOut?: number;
  /** Of a part that its customer has split; see `Routable`. */
  readonly partsHash?: number | undefined;
}

/** The properties of a recipient that routes match. */
export function routableOf({
  id,
  phone,
  customerId,
  userName,
  originator,
  kind,
  partsHash,
}: Pick<
  CandidateRow,
  "id" | "phone" | "customerId" | "userName" | "originator" | "kind" | "partsHash"
>): Routable {
  return { id, phone, customerId, userName, originator, kind: kind === "mms" ? "mms" : "sms", partsHash };
}

/** Milliseconds after which a message that is due expires, unless the configuration says otherwise. */
export const defaultValidity = 48 * 3_600_000;
