import {
  areUsual,
  type MmsPriority,
  type MmsOptions,
  usualMmsOptions,
} from "../../../domain/message/mms-message.js";
import type { ClaimedBody, MessageBody } from "../../../domain/delivery/submitting/submission.js";
import { bytes, flag, namesOf, optional, text, integer } from "../../script/columns.js";
import { hasId } from "../../schema/numbers.js";
import { sql } from "../../script/statement.js";
import { all, run, type Steps } from "../../script/steps.js";

const binary = {
  txn: integer(),
  header: bytes(),
  body: bytes(),
  esmClass: integer(),
  protocolId: integer(),
  parameters: optional(bytes()),
};
const binaryOf = sql(
  `SELECT ${namesOf(binary)} FROM binary_body WHERE txn = ANY ($transactions::bigint[])`,
  binary,
);

const wishes = {
  txn: integer(),
  expiresAt: optional(integer()),
  priority: optional(text<MmsPriority>()),
  deliveryReport: flag(),
};
const wishesOf = sql(
  `SELECT ${namesOf(wishes)} FROM mms_wishes WHERE txn = ANY ($transactions::bigint[])`,
  wishes,
);
const insertWishes = sql(
  `INSERT INTO mms_wishes (txn, expires_at, priority, delivery_report)
   VALUES ($txn, $expiresAt, $priority, $deliveryReport)`,
);

/** The parts of an MMS in order; none for any other transaction. */
export const mmsParts = sql(
  `SELECT content_type, content_id, body FROM mms_part
   WHERE txn = (SELECT seq FROM txn WHERE ${hasId("id", "$transactionId")} AND seq BETWEEN $first AND $last) ORDER BY position`,
  { contentType: text(), contentId: text(), body: bytes() },
);

/** Stores the wishes of an MMS. */
export function* storeMmsOptions(txn: number, wished: MmsOptions): Steps<void> {
  const { expiresAt, priority, deliveryReport } = wished;
  if (!areUsual(wished)) yield* run(insertWishes, { txn, expiresAt, priority, deliveryReport });
}

/** Bodies of claimed recipients by their transactions: each is read once, however many recipients it goes to. */
export function* claimedBodies(
  rows: readonly { readonly txn: number; readonly kind: MessageBody["kind"] | "text" }[],
): Steps<ReadonlyMap<number, ClaimedBody>> {
  const bodies = new Map<number, ClaimedBody>();
  const ofKind = (wanted: MessageBody["kind"]): readonly number[] => [
    ...new Set(rows.filter(({ kind }) => kind === wanted).map(({ txn }) => txn)),
  ];
  const [ofBinary, ofMms] = [ofKind("binary"), ofKind("mms")];
  if (ofBinary.length > 0)
    for (const { txn, ...body } of yield* all(binaryOf, { transactions: ofBinary }))
      bodies.set(txn, { kind: "binary", ...body });
  if (ofMms.length === 0) return bodies;
  for (const txn of ofMms) bodies.set(txn, { kind: "mms", wishes: usualMmsOptions });
  for (const { txn, ...found } of yield* all(wishesOf, { transactions: ofMms }))
    bodies.set(txn, { kind: "mms", wishes: found });
  return bodies;
}
