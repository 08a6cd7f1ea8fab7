import { expect } from "@jest/globals";
import type { Store } from "#server/ports/store.js";

/** Rows of calls so far, by the names of their actions. */
export type Seen = ReadonlyMap<string, Readonly<Record<string, unknown>>>;

type Given = Readonly<Record<string, unknown>>;

/** A call of an action, a list or a card, in the order of the table. */
export interface Expected {
  readonly name: string;
  /** Role that it needs; `trusted`: and a trusted key. */
  readonly role: "viewer" | "support" | "admin";
  readonly trusted?: true;
  readonly given: Given | ((seen: Seen) => Given);
  /** Members of its row, or of one of its items; absent for a list that is empty here. */
  readonly want?: Given;
  /** The same about something that is not there, or another customer's, and the code of the problem. */
  readonly other?: readonly [given: Given, code: string];
  /** Code of the problem of a call that this store refuses. */
  readonly refused?: string;
  /** Entries in the audit log. Default: one. */
  readonly entries?: number;
  readonly prepare?: (store: Store) => Promise<unknown>;
}

export const something: unknown = expect.anything();
export const someText: unknown = expect.any(String);
export const ownRole = { role: "admin", trusted: true } as const;
