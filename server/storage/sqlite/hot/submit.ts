import {
  answeredBefore,
  arrivals,
  onlyRecipient,
  type SubmissionRows,
  submissionRows,
} from "../../../domain/delivery/submitting/submission-rows.js";
import { partsHash } from "../../../domain/delivery/routing/split-parts.js";
import { exceeded, spendingKeptFor } from "../../../domain/credit/country-credits.js";
import { recipientInserts } from "./blocks.js";
import { prepareCountMoves } from "./counts.js";
import { numbersAt } from "../../schema/numbers.js";
import type { Database } from "../engine/database.js";
import { prepareBook } from "./ledger.js";
import type { UsageTally } from "../../../domain/usage/usage.js";
import { inWeek, nextNumber } from "./numbers.js";
import { type HandOverReads, prepareInsertOnly } from "./only-recipient.js";
import type {
  EarlierOutcome,
  MessageBody,
  Submission,
  SubmitOutcome,
} from "../../../domain/delivery/submitting/submission.js";
import { storeMmsOptions } from "../../tables/outbox/bodies.js";
import type { ReceiptRequest } from "../../../domain/smpp/deliveries.js";
import { ScriptRunner } from "../engine/scripts.js";
import { run } from "../../script/steps.js";
import { storedResponse, deleteResponses } from "../../tables/outbox/responses.js";
import { columnsBut, transactionColumns } from "../../tables/outbox/transaction-columns.js";
import { storedValue } from "../engine/bound.js";

/** Prepares the result of the client transaction of a submission, if there was one before. */
function prepareAnswered(database: Database): (submission: Submission) => EarlierOutcome | undefined {
  const runner = new ScriptRunner(database);
  return ({ customerId, clientTransaction, at }) => {
    if (clientTransaction === undefined) return undefined;
    const { id, contentHash } = clientTransaction;
    return answeredBefore(runner.get(storedResponse, { customerId, id }), contentHash, at);
  };
}

/** Prepares the keeping of responses, inside the transaction that is open. */
function prepareRemember(
  database: Database,
): (submission: Submission, refused: readonly string[], balanceAfter: number) => void {
  const insert = database.prepare(
    `INSERT OR REPLACE INTO client_transaction
       (customer_id, id, content_hash, transaction_id, refused, balance_after, expires_at)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  );
  const runner = new ScriptRunner(database);
  return ({ clientTransaction, customerId, transactionId, at }, refused, balanceAfter) => {
    if (clientTransaction === undefined) return;
    const { id, contentHash, keepFor } = clientTransaction;
    // A few expired ones go with each new one: the table stays as small as a day's calls, and no commit is long.
    runner.run(run(deleteResponses, { now: at, limit: 4 }));
    insert.run(
      ...[customerId, id, contentHash, transactionId, JSON.stringify(refused), balanceAfter],
      at + keepFor,
    );
  };
}

/** Prepares the storing of bodies, inside the transaction that is open. */
function prepareStoreBody(
  database: Database,
): (txn: number, body: MessageBody, submission: Submission) => void {
  const insertBinary = database.prepare(
    `INSERT INTO binary_body (txn, header, body, esm_class, protocol_id, parameters, parts_hash)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  );
  const insertPart = database.prepare(
    "INSERT INTO mms_part (txn, position, content_type, content_id, body) VALUES (?, ?, ?, ?, ?)",
  );
  const runner = new ScriptRunner(database);
  return (txn, message, submission) => {
    if (message.kind === "binary") {
      const { header, body, esmClass, protocolId, parameters = null } = message;
      const hash = partsHash(submission) ?? null;
      insertBinary.run(txn, header, body, esmClass, protocolId, parameters, hash);
      return;
    }
    for (const [position, { contentType, contentId, body }] of message.parts.entries())
      insertPart.run(txn, position, contentType, contentId, body);
    runner.run(storeMmsOptions(txn, message.wishes));
  };
}

function prepareStoreReceipts(database: Database): (txn: number, wish: ReceiptRequest) => void {
  // Without the JSON of `storeReceiptWishes`, which takes longer than the insert.
  const insert = database.prepare(
    "INSERT INTO smpp_wish (txn, user_id, bind, wanted, options) VALUES (?, ?, ?, ?, ?)",
  );
  return (txn, { userId, bind, wanted, options }) => {
    insert.run(txn, userId, bind, wanted, JSON.stringify(options));
  };
}

function prepareInsertTxn(database: Database): (submission: Submission, rows: SubmissionRows) => number {
  const values = transactionColumns.map(() => "?").join(", ");
  const insert = database.prepare(
    `INSERT INTO txn (seq, ${columnsBut()}) VALUES (${nextNumber("txn")}, ${values})`,
  );
  return (submission, rows) =>
    insert.run(
      ...inWeek(numbersAt(submission.at)),
      ...transactionColumns.map(({ stored }) => storedValue(stored(submission, rows))),
    ).rowid;
}

/** Limits of credits a day by country, inside the transaction that is open. */
interface CountryCredits {
  /** The country whose limit a submission would exceed, which is counted; undefined if it exceeds none. */
  refused(submission: Submission): string | undefined;
  /** Adds what an accepted submission spends. */
  spend(submission: Submission): void;
}

function prepareCountryCredits(database: Database): CountryCredits {
  const find = database.prepare<{ readonly amount: number }>(
    "SELECT amount FROM country_spending WHERE customer_id = ? AND day = ? AND country = ?",
  );
  const add = database.prepare(
    `INSERT INTO country_spending (customer_id, day, country, amount, refused) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET amount = amount + excluded.amount, refused = refused + excluded.refused`,
  );
  const forget = database.prepare("DELETE FROM country_spending WHERE customer_id = ? AND day < ?");
  return {
    refused: ({ customerId, spending }) => {
      if (spending === undefined) return undefined;
      const { day } = spending;
      const country = exceeded(spending, (each) => find.get(customerId, day, each)?.amount ?? 0);
      if (country !== undefined) add.run(customerId, day, country, 0, 1);
      return country;
    },
    spend: ({ customerId, spending }) => {
      if (spending === undefined) return;
      const { day, shares } = spending;
      for (const { country, amount } of shares) add.run(customerId, day, country, amount, 0);
      forget.run(customerId, day - spendingKeptFor);
    },
  };
}

/** Prepares `OutboxStore.submit`, inside the open transaction; unless the submission is accepted, nothing is written but the count of a limit. */
export function prepareSubmit(
  database: Database,
  handOverReads: HandOverReads,
  tally: UsageTally,
): (submission: Submission) => SubmitOutcome {
  const inserts = recipientInserts(database, handOverReads.memory);
  const insertOnly = prepareInsertOnly(database, handOverReads);
  const countMoves = prepareCountMoves(database);
  const storeBody = prepareStoreBody(database);
  const storeReceipts = prepareStoreReceipts(database);
  const book = prepareBook(database);
  const countries = prepareCountryCredits(database);
  const answered = prepareAnswered(database);
  const remember = prepareRemember(database);
  const insertTxn = prepareInsertTxn(database);
  return (submission) => {
    const { customerId, transactionId, at, dueAt, charge, receipts } = submission;
    const earlier = answered(submission);
    if (earlier !== undefined) return earlier;
    const country = countries.refused(submission);
    if (country !== undefined) return { kind: "countryLimit", country };
    const delta = 0 - charge.amount;
    const balanceAfter = book({ customerId, kind: charge.kind, delta, reason: "charge", transactionId, at });
    if (balanceAfter === undefined) return { kind: "insufficientCredit" };
    countries.spend(submission);
    const rows = submissionRows(submission);
    const txn = insertTxn(submission, rows);
    tally.arrived(submission, submission);
    if (rows.body !== undefined) storeBody(txn, rows.body, submission);
    if (receipts !== undefined) storeReceipts(txn, receipts);
    const { refused } = rows;
    remember(submission, refused, balanceAfter);
    const accepted = { kind: "accepted", number: txn, transactionId, refused, balanceAfter } as const;
    const only = onlyRecipient(submission);
    if (only !== undefined) {
      const handedOver = insertOnly(txn, only, submission);
      return handedOver === undefined ? accepted : { handedOver, ...accepted };
    }
    inserts.store({ txn, recipients: submission.recipients, refused: submission.refused, dueAt, at });
    countMoves(arrivals(txn, submission));
    return accepted;
  };
}
