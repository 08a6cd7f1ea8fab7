import {
  arrivals,
  onlyRecipient,
  type SubmissionRows,
  submissionRows,
} from "../../../domain/delivery/submitting/submission-rows.js";
import type {
  HandedOver,
  MessageBody,
  Submission,
  SubmitOutcome,
} from "../../../domain/delivery/submitting/submission.js";
import { UsageTally } from "../../../domain/usage/usage.js";
import type { Booking } from "../../../domain/credit/booking.js";
import { book, type Guard, lockAccounts } from "./ledger.js";
import type { Session } from "../engine/session.js";
import { arraysOf, sql } from "../engine/statement.js";
import {
  type NewResponse,
  answeredAll,
  keyOf,
  lockClientTransactions,
  storeResponses,
} from "./client-transactions.js";
import { CountryCredits } from "./country-credits.js";
import { countMoves } from "./counts.js";
import type { DecideFor, HandOvers } from "./hand-over.js";
import { partsHash } from "../../../domain/delivery/routing/split-parts.js";
import { drawTransactions } from "./numbers.js";
import type { KnownWeeks } from "./partitions.js";
import { type Addressees, insertRecipients, type Sender, sendersOf } from "./recipient-inserts.js";
import { late, type Late } from "../engine/batch.js";
import { addUsage } from "./usage.js";
import { postgresArray } from "../../schema/render.js";
import { storeMmsOptions } from "../../tables/outbox/bodies.js";
import { columnsBut, transactionColumns } from "../../tables/outbox/transaction-columns.js";
import { storeReceiptRequests } from "../../tables/smpp/deliveries.js";
import { runScript } from "../engine/scripts.js";

const insertBinary = sql(
  `INSERT INTO binary_body (txn, header, body, esm_class, protocol_id, parameters, parts_hash)
   SELECT * FROM unnest($1::bigint[], $2::bytea[], $3::bytea[], $4::integer[], $5::integer[], $6::bytea[], $7::integer[])`,
);
const insertParts = sql(
  `INSERT INTO mms_part (txn, position, content_type, content_id, body)
   SELECT * FROM unnest($1::bigint[], $2::integer[], $3::text[], $4::text[], $5::bytea[])`,
);
/** The body of a stored transaction. */
interface StoredBody {
  readonly txn: number;
  readonly body: MessageBody;
  readonly hash: number | null;
}

function storeMms(
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
  return runScript(session, storeMmsOptions(txn, wishes));
}

function storeBodies(session: Session, bodies: readonly StoredBody[]): readonly Promise<void>[] {
  const binary = bodies.flatMap(({ txn, body, hash }) =>
    body.kind === "binary" ? [{ txn, hash, ...body }] : [],
  );
  if (binary.length > 0)
    session.post(
      insertBinary,
      ...arraysOf(binary, "txn", "header", "body", "esmClass", "protocolId"),
      binary.map(({ parameters }) => parameters ?? null),
      ...arraysOf(binary, "hash"),
    );
  return bodies.flatMap(({ txn, body }) => (body.kind === "mms" ? [storeMms(session, txn, body)] : []));
}

const arrays = transactionColumns.map(({ text }, index) => `$${index + 2}::${postgresArray(text)}`);
const insert = sql(
  `INSERT INTO txn (seq, ${columnsBut()}) SELECT * FROM unnest($1::bigint[], ${arrays.join(", ")})`,
);

/** An accepted submission. */
interface Accepted extends NewResponse {
  readonly txn: number;
  readonly rows: SubmissionRows;
}

/** What a process keeps between submissions. */
export interface SubmitMemory {
  readonly handOvers: HandOvers;
  readonly weeks: KnownWeeks;
}

function insertAll(session: Session, all: readonly Accepted[]): void {
  session.post(
    insert,
    ...arraysOf(all, "txn"),
    ...transactionColumns.map(({ stored }) =>
      all.map(({ submission, rows }) => stored(submission, rows) ?? null),
    ),
  );
}

const isCounted = (submission: Submission): boolean => onlyRecipient(submission) === undefined;

/** What storing transactions depends on, besides accounts. */
interface Facts {
  readonly decideFor: DecideFor;
  readonly senderOf: (submission: Submission) => Sender;
}

/** Stores transactions by the next statements; returns the messages that they store as claimed, by the numbers of transactions. */
async function store(
  session: Session,
  all: readonly Accepted[],
  { decideFor, senderOf }: Facts,
): Promise<Late<ReadonlyMap<number, HandedOver>>> {
  if (all.length === 0) return late(Promise.resolve(new Map()));
  insertAll(session, all);
  const scripts = [
    ...storeBodies(
      session,
      all.flatMap(({ txn, rows: { body }, submission }) =>
        body === undefined ? [] : [{ txn, body, hash: partsHash(submission) ?? null }],
      ),
    ),
    runScript(
      session,
      storeReceiptRequests(
        all.flatMap(({ txn, submission: { receipts } }) =>
          receipts === undefined ? [] : [{ ...receipts, txn }],
        ),
      ),
    ),
    storeResponses(session, all),
  ];
  await countMoves(
    session,
    all.flatMap(({ txn, submission }) => (isCounted(submission) ? arrivals(txn, submission) : [])),
  );
  const handedOver = insertRecipients(
    session,
    all.map(({ txn, submission }): Addressees => {
      const { recipients, refused, dueAt, at } = submission;
      const sender = senderOf(submission);
      const decide = decideFor(txn, submission);
      return { txn, sender, recipients, refused, dueAt, at, counted: isCounted(submission), decide };
    }),
  );
  const tally = new UsageTally();
  for (const { submission } of all) tally.arrived(submission, submission);
  addUsage(session, tally);
  return late(Promise.all(scripts).then(() => handedOver));
}

const chargeOf = ({ customerId, transactionId, charge: { kind, amount }, at }: Submission): Booking => ({
  customerId,
  kind,
  delta: 0 - amount,
  transactionId,
  at,
  reason: "charge",
});

/** Locks what charges change: accounts, then what is spent of limits by country. */
async function lockCredit(session: Session, all: readonly Submission[], charges: readonly Booking[]) {
  const accounts = await lockAccounts(session, charges);
  return { accounts, credits: await CountryCredits.lock(session, all) };
}

const guardOf = (credits: CountryCredits, submissions: readonly Submission[]): Guard => {
  const of = (index: number): Submission => submissions[index] as Submission;
  return {
    allows: (index) => credits.allows(of(index)),
    booked: (index) => {
      credits.spend(of(index));
    },
  };
};

/**
 * Accepts submissions of which no two have the same client transaction: in one round trip it locks and reads, in another one it writes.
 * The numbers of those that are not accepted are lost.
 */
async function acceptAll(
  session: Session,
  all: readonly Submission[],
  { handOvers, weeks }: SubmitMemory,
): Promise<Late<readonly SubmitOutcome[]>> {
  const charges = all.map(chargeOf);
  const [earlier, { accounts, credits }, numbers, decideFor, senderOf] = await Promise.all([
    answeredAll(session, all),
    lockCredit(session, all, charges),
    drawTransactions(
      session,
      weeks,
      all.map(({ at }) => at),
    ),
    handOvers(session, all),
    sendersOf(session, all),
  ]);
  const isNew = (_: unknown, index: number): boolean => earlier[index] === undefined;
  const news = all.filter(isNew);
  const balances = (await book(session, charges.filter(isNew), accounts, guardOf(credits, news))).values();
  credits.write(session);
  const accepted = all.map((submission, index): Accepted | undefined => {
    const balanceAfter = isNew(submission, index) ? balances.next().value : undefined;
    if (balanceAfter === undefined) return undefined;
    const rows = submissionRows(submission);
    return { submission, txn: numbers[index] ?? 0, rows, refused: rows.refused, balanceAfter };
  });
  const stored = await store(
    session,
    accepted.filter((each) => each !== undefined),
    { decideFor, senderOf },
  );
  return late(
    stored.late.then((claimed) =>
      accepted.map(
        (answer, index) => earlier[index] ?? outcomeOf(answer, claimed, credits.refusedFor(all[index])),
      ),
    ),
  );
}

function outcomeOf(
  answer: Accepted | undefined,
  claimed: ReadonlyMap<number, HandedOver>,
  country: string | undefined,
): SubmitOutcome {
  if (country !== undefined) return { kind: "countryLimit", country };
  if (answer === undefined) return { kind: "insufficientCredit" };
  const { txn: number, refused, balanceAfter, submission } = answer;
  const { transactionId } = submission;
  const handedOver = claimed.get(number);
  return handedOver === undefined
    ? { kind: "accepted", number, transactionId, refused, balanceAfter }
    : { kind: "accepted", number, transactionId, refused, balanceAfter, handedOver };
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
