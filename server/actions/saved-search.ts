import type { Store } from "../ports/store.js";
import { storedIdOf } from "../admin/ids.js";
import { unknownThing } from "../admin/refusal.js";
import type { Use } from "./action.js";
import { type FilterInput, filterNames } from "./message-filter.js";
import { foundMessages, type MessageRow, recordSearch } from "./message-find.js";
import type { Part, Wanted } from "./parts.js";

/** A search that the audit log keeps, so that its result can be linked without a number in the address. */

type Desk = Pick<Store, "audit" | "desk" | "links">;

/** Messages of a page. */
export const messagesOfPage = 50;

export interface SavedSearch {
  readonly id: number;
  readonly input: FilterInput;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly who: string;
  readonly found: Part<MessageRow>;
}

/** Finds messages, and records the search; resolves with its id. @throws Refusal */
export async function saveSearch(store: Desk, input: FilterInput, use: Use): Promise<number> {
  return (await savedSearch(store, input, use)).id;
}

/** As `saveSearch`, with the messages of the first page. */
export async function savedSearch(
  store: Desk,
  input: FilterInput,
  use: Use,
): Promise<Part<MessageRow> & { readonly id: number }> {
  const found = await foundMessages(store, input, { limit: messagesOfPage }, use);
  return { ...found, id: await recordSearch(store, { ...input }, found.rows.length, use) };
}

function inputOf(subject: Readonly<Record<string, unknown>>): FilterInput {
  const input: { -readonly [Name in keyof FilterInput]: string } = {};
  for (const name of filterNames) {
    const value = subject[name];
    if (typeof value === "string") input[name] = value;
  }
  return input;
}

/** The entry of a search in the audit log. @throws Refusal */
export async function searchEntry({ audit }: Pick<Store, "audit">, text: string) {
  const id = storedIdOf("search", text);
  const [entry] = await audit.entries(1, id + 1);
  if (entry?.id !== id || entry.action !== "message find") throw unknownThing(`there is no search ${id}`);
  return { id, at: entry.at, who: entry.actor.name, input: inputOf(entry.subject) };
}

/**
 * Opens the result of a search as it is now; its times are counted from when it was made. A look by somebody else than its author is
 * recorded. `of`: only a search for messages of this customer is found. @throws Refusal
 */
export async function openSearch(
  store: Desk,
  text: string,
  wanted: Wanted,
  use: Use,
  of?: string,
): Promise<SavedSearch> {
  const { id, at, who, input } = await searchEntry(store, text);
  if (of !== undefined && input.customer !== of) throw unknownThing(`there is no search ${id}`);
  const found = await foundMessages(store, input, wanted, use, at);
  if (who !== use.by.name) await recordSearch(store, { ...input, search: id }, found.rows.length, use);
  return { id, input, at: new Date(at).toISOString(), who, found };
}
