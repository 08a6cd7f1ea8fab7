import { RecipientState } from "../domain/recipient-state.js";
import type { ErasureSession, ErasureTexts } from "./erasure.js";
import { StoreError } from "./errors.js";

/** Rows from which a number was removed. */
export interface ErasedNumber {
  /** Messages to the number; they stay without it, with their charge. */
  readonly messages: number;
  /** Messages in inboxes from the number; they stay without it. */
  readonly inbox: number;
  /** Incoming messages that are not in an inbox, and posts that wait: deleted. */
  readonly incoming: number;
  /** Callbacks; they stay without it. */
  readonly callbacks: number;
  /** Receipts that match no message: deleted. */
  readonly receipts: number;
  /** Members of lists, of audiences and of campaigns: deleted. */
  readonly members: number;
  /** Entries of the audit log; they stay without it. */
  readonly audit: number;
}

const removed = "***";

/**
 * Statements of PostgreSQL see what others commit meanwhile: the attempts to delete are those of the messages that were changed, and
 * the look after the change finds each message that it left.
 */
async function eraseMessages(session: ErasureSession, number: string, ofNumber: string): Promise<number> {
  const erased = await session.all<{ readonly id: number }>(
    `UPDATE recipient SET phone = '' WHERE ${ofNumber} AND state > ${RecipientState.Accepted} RETURNING id`,
    number,
  );
  for (const { id } of erased) await session.run("DELETE FROM failed_attempt WHERE recipient = $1", id);
  const remaining = await session.all(
    `SELECT 1 AS n FROM recipient WHERE ${ofNumber} UNION ALL SELECT 1 AS n FROM recipient_block LIMIT 1`,
    number,
  );
  if (remaining.length > 0)
    throw new StoreError("inUse", "messages wait; cancel those to the number, or try again");
  return erased.length;
}

interface Member {
  readonly content: number;
  readonly pos: number;
}

/** Deletes members of lists. Positions count without gaps, so the last member takes the place. */
async function eraseMembers(session: ErasureSession, number: string): Promise<number> {
  const members = await session.all<Member>("SELECT content, pos FROM list_member WHERE phone = $1", number);
  for (const { content, pos } of members) {
    await session.run("DELETE FROM list_member WHERE content = $1 AND pos = $2", content, pos);
    await session.run(
      `UPDATE list_member SET pos = $2 WHERE content = $1 AND pos > $2
         AND pos = (SELECT max(pos) FROM list_member WHERE content = $1)`,
      content,
      pos,
    );
    await session.run("UPDATE list_content SET recipients = recipients - 1 WHERE id = $1", content);
  }
  await session.run(
    "UPDATE location SET audience = audience - 1 WHERE id IN (SELECT location_id FROM location_audience WHERE phone = $1)",
    number,
  );
  const audiences = await session.run("DELETE FROM location_audience WHERE phone = $1", number);
  return (
    members.length +
    audiences +
    (await session.run("DELETE FROM campaign_recipient WHERE phone = $1", number))
  );
}

interface AuditRow {
  readonly id: number;
  readonly at: number;
  readonly who: string;
  readonly source: string;
  readonly action: string;
  readonly facts: string;
}

/** Entries cannot be changed, so they are replaced by entries with the same id. */
async function eraseAudit(session: ErasureSession, number: string, insert: string): Promise<number> {
  const rows = await session.all<AuditRow>(
    "SELECT id, at, who, source, action, facts FROM audit WHERE facts LIKE $1",
    `%${number}%`,
  );
  for (const { id, at, who, source, action, facts } of rows) {
    await session.run("DELETE FROM audit WHERE id = $1", id);
    await session.run(insert, id, at, who, source, action, facts.replaceAll(number, removed));
  }
  return rows.length;
}

async function eraseIncoming(session: ErasureSession, forms: readonly string[]): Promise<number> {
  let count = 0;
  for (const form of forms)
    for (const table of ["stray_message", "incoming", "forward"])
      count += await session.run(`DELETE FROM ${table} WHERE sender = $1`, form);
  return count;
}

/** A receipt without its number would be taken for a message to any number. */
async function eraseReceipts(session: ErasureSession, forms: readonly string[]): Promise<number> {
  let count = 0;
  for (const form of forms)
    count += await session.run("DELETE FROM unmatched_receipt WHERE phone = $1", form);
  return count;
}

async function eraseInbox(session: ErasureSession, forms: readonly string[]): Promise<number> {
  let count = 0;
  for (const form of forms)
    count += await session.run("UPDATE inbox_message SET sender = $2 WHERE sender = $1", form, removed);
  return count;
}

/**
 * Removes a number from all data but the blacklists, inside an open transaction. The data for accounting stays without it:
 * charges, states and times of messages.
 * @throws StoreError `inUse` while messages to the number, or recipients of long lists, wait
 */
export async function eraseNumber(
  session: ErasureSession,
  number: string,
  { insertAudit, ofNumber }: ErasureTexts,
): Promise<ErasedNumber> {
  const forms = [number, `+${number}`, `00${number}`];
  return {
    messages: await eraseMessages(session, number, ofNumber),
    inbox: await eraseInbox(session, forms),
    incoming: await eraseIncoming(session, forms),
    callbacks: await session.run("UPDATE callback SET phone = '' WHERE phone = $1", number),
    receipts: await eraseReceipts(session, forms),
    members: await eraseMembers(session, number),
    audit: await eraseAudit(session, number, insertAudit),
  };
}
