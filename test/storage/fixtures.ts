import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { LedgerEntry } from "#server/domain/credit/balance.js";
import { blacklistBegin, type Scope } from "#server/domain/credit/coverage.js";
import type { RecipientPage } from "#server/domain/delivery/submitting/recipient-paging.js";
import type { RecipientStatus } from "#server/domain/status.js";
import type { LedgerCursor, LedgerQuery } from "#server/ports/accounts.js";
import type { OutboxStore } from "#server/ports/messages.js";
import type { Store } from "#server/ports/store.js";
import { plainMessage, type Submission } from "#server/domain/delivery/submitting/submission.js";

/** A time to count from. */
export const noon = Date.UTC(2030, 0, 15, 12);

/** Everything that comes in pages. */
export async function allOf<T>(pages: AsyncIterable<readonly T[]>): Promise<readonly T[]> {
  const found: T[] = [];
  for await (const page of pages) found.push(...page);
  return found;
}

/** All recipients of a transaction; none of an unknown one. */
export async function detailsOf(
  outbox: Pick<OutboxStore, "details">,
  customerId: number,
  transactionId: string,
): Promise<readonly RecipientStatus[]> {
  const found = await outbox.details(customerId, transactionId);
  return found === undefined ? [] : recipientsOf(found.pages);
}

export async function recipientsOf(pages: AsyncIterable<RecipientPage>): Promise<readonly RecipientStatus[]> {
  const found: RecipientStatus[] = [];
  for await (const { recipients } of pages) found.push(...recipients);
  return found;
}

/** All entries of the ledger that fit, in parts of so many. */
export async function entriesOf(
  { ledger }: Pick<Store, "ledger">,
  query: LedgerQuery = {},
  limit = 500,
): Promise<readonly LedgerEntry[]> {
  const found: LedgerEntry[] = [];
  let after: LedgerCursor | undefined;
  do {
    const { entries, next } = await ledger.part(query, limit, after);
    found.push(...entries);
    after = next;
  } while (after !== undefined);
  return found;
}

/** The whole blacklist of a customer, of everybody, or of all. */
export const blacklistOf = ({ coverage }: Pick<Store, "coverage">, scope: Scope | "all") =>
  coverage.blacklist(scope, blacklistBegin, 99_999);

/** All entries of the ledger, of a customer or of all, in the order in which they were booked. */
export async function ledgerOf(
  store: Pick<Store, "ledger">,
  customerId?: number,
): Promise<readonly LedgerEntry[]> {
  const entries = await entriesOf(store, { customerId });
  return [...entries].sort((left, right) => left.id - right.id);
}

/** A folder for one test file; `remove` when done. */
export function temporaryFolder(): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), "messenger-store-"));
  return {
    path,
    remove: () => {
      rmSync(path, { recursive: true, force: true });
    },
  };
}

/** A customer with a user, who can log in with a hash of a password only, an originator and, if any, SMS credit. */
export async function openAccount(
  { accounts }: Pick<Store, "accounts">,
  {
    id = 42,
    payment = "prepaid",
    limit,
    credit = 0,
    user = "Ann",
    passwordHash = "hash",
  }: AccountOptions = {},
): Promise<void> {
  await accounts.addCustomer({ id, name: `Customer ${id}`, payment, limit }, noon);
  await accounts.addUser({ customerId: id, name: user, passwordHash }, noon);
  await accounts.addOriginator(id, "Shop", noon);
  if (credit !== 0) await accounts.addCredit(id, "SMS", credit, noon);
}

interface AccountOptions {
  readonly id?: number;
  readonly payment?: "prepaid" | "postpaid";
  readonly limit?: number | undefined;
  readonly credit?: number;
  readonly user?: string;
  readonly passwordHash?: string;
}

/** One recipient, one part, one credit. */
export function submission(transactionId: string, changes: Partial<Submission> = {}): Submission {
  return {
    transactionId,
    customerId: 42,
    userName: "Ann",
    operation: "SendSms",
    originator: "Shop",
    text: "Hello",
    parts: 1,
    at: noon,
    dueAt: noon,
    clientTransaction: undefined,
    recipients: ["12025550101"],
    refused: [],
    charge: { kind: "SMS", amount: 1000 },
    ...plainMessage,
    ...changes,
  };
}

/** A loopback link without a name and settings, stopped. */
export const stoppedLoopback = {
  kind: "loopback",
  url: "loopback:",
  password: "",
  network: "loopback",
  ofFile: false,
  started: false,
} as const;
