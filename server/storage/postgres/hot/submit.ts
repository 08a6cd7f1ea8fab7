import {
  arrivals,
  onlyRecipient,
  type SubmissionRows,
  submissionRows,
} from "../../../domain/delivery/submission-rows.js";
import type {
  HandedOver,
  MessageBody,
  Submission,
  SubmitOutcome,
} from "../../../domain/delivery/submission.js";
import { UsageTally } from "../../../domain/usage/usage.js";
import { book } from "./ledger.js";
import { numbersAt } from "../../schema/numbers.js";
import type { Session } from "../engine/session.js";
import { arraysOf, sql, type SqlValue } from "../engine/statement.js";
import { type Answer, answeredAll, keyOf, lockClientTransactions, remember } from "./client-transactions.js";
import { countMoves } from "./counts.js";
import type { HandOvers } from "./hand-over.js";
import { bySequence } from "./numbers.js";
import type { KnownWeeks } from "./partitions.js";
import { type Addressees, insertRecipients, sendersOf } from "./recipient-inserts.js";
import { late, type Late } from "../engine/batch.js";
import { addUsage } from "./usage.js";
import { storeWishes } from "../../tables/outbox/bodies.js";
import { storeReceiptWishes } from "../../tables/smpp/deliveries.js";
import { runScript } from "../engine/scripts.js";

const insertBinary = sql(
  `INSERT INTO binary_body (txn, header, body, esm_class, protocol_id, parameters)
   SELECT * FROM unnest($1::bigint[], $2::bytea[], $3::bytea[], $4::integer[], $5::integer[], $6::bytea[])`,
);
const insertParts = sql(
  `INSERT INTO mms_part (txn, position, content_type, content_id, body)
   SELECT * FROM unnest($1::bigint[], $2::integer[], $3::text[], $4::text[], $5::bytea[])`,
);
/** The body of a stored transaction. */
interface StoredBody {
  readonly txn: number;
  readonly body: MessageBody;
}

async function storeMms(
  session: Session,
  txn: number,
  { parts, wishes }: Extract<MessageBody, { kind: "mms" }>,
): Promise<void> {
  session.post(
    insertParts,
    parts.map(() => txn),
    parts.map((_part, position) => position),
    ...arraysOf(parts, "contentType", "contentId", "body"),
  );
  await runScript(session, storeWishes(txn, wishes));
}

async function storeBodies(session: Session, bodies: readonly StoredBody[]): Promise<void> {
  const binary = bodies.flatMap(({ txn, body }) => (body.kind === "binary" ? [{ txn, ...body }] : []));
  if (binary.length > 0)
    session.post(
      insertBinary,
      ...arraysOf(binary, "txn", "header", "body", "esmClass", "protocolId"),
      binary.map(({ parameters }) => parameters ?? null),
    );
  for (const { txn, body } of bodies) if (body.kind === "mms") await storeMms(session, txn, body);
}

const insert = sql<{ readonly seq: number; readonly id: string }>(
  `INSERT INTO txn (seq, id, customer_id, user_name, operation, originator, text, data_coding, parts, flash, blink, hidden,
     charge_kind, charge, created_at, due_at, kind, valid_until)
   SELECT nextval($18), id, customer_id, user_name, operation, originator, text, data_coding, parts, flash,
     blink, hidden, charge_kind, charge, created_at, due_at, kind, valid_until
   FROM unnest($1::text[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::text[], $7::integer[], $8::integer[],
     $9::boolean[], $10::boolean[], $11::boolean[], $12::text[], $13::bigint[], $14::bigint[], $15::bigint[], $16::text[], $17::bigint[])
     AS n (id, customer_id, user_name, operation, originator, text, data_coding, parts, flash, blink, hidden,
       charge_kind, charge, created_at, due_at, kind, valid_until)
   RETURNING seq, id`,
);

/** An accepted submission. */
interface Accepted extends Answer {
  readonly rows: SubmissionRows;
}

/** What a process keeps between submissions. */
export interface SubmitMemory {
  readonly handOvers: HandOvers;
  readonly weeks: KnownWeeks;
}

/** Stores transactions; returns their numbers by their ids. */
async function insertAll(
  session: Session,
  all: readonly Accepted[],
  weeks: KnownWeeks,
): Promise<ReadonlyMap<string, number>> {
  await weeks.add(
    session,
    all.map(({ submission: { at } }) => at),
  );
  const ofWeeks = bySequence("txn", all, ({ submission: { at } }) => numbersAt(at).first);
  const numbers = new Map<string, number>();
  for (const [sequence, part] of ofWeeks)
    for (const { id, seq } of await session.all(insert, ...columnsOf(part), sequence)) numbers.set(id, seq);
  return numbers;
}

function columnsOf(all: readonly Accepted[]): readonly (readonly SqlValue[])[] {
  const submissions = all.map(({ submission }) => submission);
  const [rows, charges] = [all.map((each) => each.rows), submissions.map(({ charge }) => charge)];
  return [
    ...arraysOf(submissions, "transactionId", "customerId", "userName", "operation", "originator"),
    ...arraysOf(rows, "text"),
    ...arraysOf(submissions, "dataCoding", "parts", "flash", "blink", "hidden"),
    ...arraysOf(charges, "kind", "amount"),
    ...arraysOf(submissions, "at", "dueAt"),
    ...arraysOf(rows, "kind"),
    submissions.map(({ validUntil }) => validUntil ?? null),
  ];
}

const isCounted = (submission: Submission): boolean => onlyRecipient(submission) === undefined;

/** Numbers of transactions, and messages that were stored as claimed: known when the next statement is done. */
interface Stored {
  readonly numbers: ReadonlyMap<string, number>;
  readonly handedOver: Promise<ReadonlyMap<number, HandedOver>>;
}

/** Stores transactions; the last statements are sent with the next one. */
async function store(
  session: Session,
  all: readonly Accepted[],
  { handOvers, weeks }: SubmitMemory,
): Promise<Stored> {
  if (all.length === 0) return { numbers: new Map(), handedOver: Promise.resolve(new Map()) };
  const submissions = all.map(({ submission }) => submission);
  const [numbers, decideFor, senderOf] = await Promise.all([
    insertAll(session, all, weeks),
    handOvers(session, submissions),
    sendersOf(session, submissions),
  ]);
  const numberOf = ({ transactionId }: Submission): number => numbers.get(transactionId) ?? 0;
  await storeBodies(
    session,
    all.flatMap(({ submission, rows: { body } }) =>
      body === undefined ? [] : [{ txn: numberOf(submission), body }],
    ),
  );
  await runScript(
    session,
    storeReceiptWishes(
      submissions.flatMap((submission) =>
        submission.receipts === undefined ? [] : [{ ...submission.receipts, txn: numberOf(submission) }],
      ),
    ),
  );
  await remember(session, all);
  const counted = submissions.filter(isCounted);
  await countMoves(
    session,
    counted.flatMap((submission) => arrivals(numberOf(submission), submission)),
  );
  const handedOver = insertRecipients(
    session,
    submissions.map((submission): Addressees => {
      const { recipients, refused, dueAt, at } = submission;
      const txn = numberOf(submission);
      const sender = senderOf(submission);
      const decide = decideFor(txn, submission);
      return { txn, sender, recipients, refused, dueAt, at, counted: isCounted(submission), decide };
    }),
  );
  const tally = new UsageTally();
  for (const submission of submissions) tally.arrived(submission, submission);
  addUsage(session, tally);
  return { numbers, handedOver };
}

/** Accepts submissions of which no two have the same client transaction. */
async function acceptAll(
  session: Session,
  all: readonly Submission[],
  memory: SubmitMemory,
): Promise<Late<readonly SubmitOutcome[]>> {
  const earlier = await answeredAll(session, all);
  const fresh = all.filter((_submission, index) => earlier[index] === undefined);
  const balances = await book(
    session,
    fresh.map(({ customerId, transactionId, charge: { kind, amount }, at }) => ({
      customerId,
      kind,
      delta: 0 - amount,
      transactionId,
      at,
      reason: "charge",
    })),
  );
  const accepted = new Map<Submission, Accepted>();
  for (const [index, submission] of fresh.entries()) {
    const balanceAfter = balances[index];
    if (balanceAfter === undefined) continue;
    const rows = submissionRows(submission);
    accepted.set(submission, { submission, rows, refused: rows.refused, balanceAfter });
  }
  const { numbers, handedOver } = await store(session, [...accepted.values()], memory);
  return late(
    handedOver.then((claimed) =>
      all.map((submission, index): SubmitOutcome => {
        const before = earlier[index];
        if (before !== undefined) return before;
        const answer = accepted.get(submission);
        if (answer === undefined) return { kind: "insufficientCredit" };
        const { refused, balanceAfter } = answer;
        const { transactionId } = submission;
        const number = numbers.get(transactionId) ?? 0;
        const found = claimed.get(number);
        return found === undefined
          ? { kind: "accepted", number, transactionId, refused, balanceAfter }
          : { kind: "accepted", number, transactionId, refused, balanceAfter, handedOver: found };
      }),
    ),
  );
}

/** Divides submissions into rounds in which no client transaction comes twice. */
function roundsOf(submissions: readonly Submission[]): readonly (readonly Submission[])[] {
  const seen = new Map<string, number>();
  const rounds: Submission[][] = [[]];
  for (const submission of submissions) {
    const key = keyOf(submission);
    const round = key === undefined ? 0 : (seen.get(key) ?? 0);
    if (key !== undefined) seen.set(key, round + 1);
    (rounds[round] ??= []).push(submission);
  }
  return rounds;
}

/** Accepts calls, one charge of each customer for all; nothing is written of one that is not accepted. */
export async function submitAll(
  session: Session,
  submissions: readonly Submission[],
  memory: SubmitMemory,
): Promise<Late<readonly SubmitOutcome[]>> {
  lockClientTransactions(session, submissions);
  const [only = [], ...others] = roundsOf(submissions);
  const first = await acceptAll(session, only, memory);
  if (others.length === 0) return first;
  const outcomes = new Map<Submission, SubmitOutcome>();
  const add = async (round: readonly Submission[], found: Late<readonly SubmitOutcome[]>): Promise<void> => {
    for (const [index, outcome] of (await found.late).entries()) {
      const submission = round[index];
      if (submission !== undefined) outcomes.set(submission, outcome);
    }
  };
  await add(only, first);
  for (const round of others) await add(round, await acceptAll(session, round, memory));
  const all = submissions.map(
    (submission) => outcomes.get(submission) ?? { kind: "insufficientCredit" as const },
  );
  return late(Promise.resolve(all));
}
