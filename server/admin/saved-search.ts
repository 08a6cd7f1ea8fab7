import type { Store } from "../ports/store.js";
import { storedIdOf } from "./ids.js";
import type { FilterInput } from "./message-filter.js";
import { foundMessages, type FoundRows, type LookUp, recordSearch } from "./messages.js";
import { Refusal } from "./refusal.js";

/** A search that the audit log keeps, so that its result can be linked without a number in the address. */

type Desk = Pick<Store, "audit" | "desk" | "links" | "recording">;

/** Messages of a page. */
const pageSize = "50";

const conditionNames = [
  "number",
  "prefix",
  "transaction",
  "clientTransaction",
  "customer",
  "user",
  "originator",
  "link",
  "state",
  "reason",
  "since",
  "until",
] as const satisfies readonly (keyof FilterInput)[];

export interface SavedSearch {
  readonly id: number;
  readonly input: FilterInput;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly who: string;
  readonly rows: FoundRows;
}

/** A part of the result of a search. */
interface SearchPart {
  readonly id: string;
  readonly after: string | undefined;
  /** Default: as many messages as a page has. */
  readonly limit?: string;
}

/** Finds messages, and records the search; resolves with its id. @throws Refusal */
export async function saveSearch(store: Desk, input: FilterInput, lookUp: LookUp): Promise<number> {
  return (await savedSearch(store, input, lookUp)).id;
}

/** As `saveSearch`, with the messages of the first page. */
export async function savedSearch(
  store: Desk,
  input: FilterInput,
  lookUp: LookUp,
): Promise<FoundRows & { readonly id: number }> {
  const found = await foundMessages(store, { ...input, limit: pageSize }, lookUp);
  return { ...found, id: await recordSearch(store, { ...input }, found.messages.length, lookUp) };
}

function inputOf(subject: Readonly<Record<string, unknown>>): FilterInput {
  const input: { -readonly [Name in keyof FilterInput]: string } = {};
  for (const name of conditionNames) {
    const value = subject[name];
    if (typeof value === "string") input[name] = value;
  }
  return input;
}

/**
 * Opens the result of a search as it is now; its times are counted from when it was made. A look by somebody else than its author is
 * recorded. `of`: only a search for messages of this customer is found. @throws Refusal
 */
export async function openSearch(
  store: Desk,
  { id: text, after, limit = pageSize }: SearchPart,
  lookUp: LookUp,
  of?: string,
): Promise<SavedSearch> {
  const id = storedIdOf("search", text);
  const [entry] = await store.audit.entries(1, id + 1);
  if (entry?.id !== id || entry.action !== "message find") throw new Refusal(`there is no search ${id}`);
  const input = inputOf(entry.subject);
  if (of !== undefined && input.customer !== of) throw new Refusal(`there is no search ${id}`);
  const rows = await foundMessages(store, { ...input, limit, after }, lookUp, entry.at);
  const { name: who } = entry.actor;
  if (who !== lookUp.by.name)
    await recordSearch(store, { ...input, search: id }, rows.messages.length, lookUp);
  return { id, input, at: new Date(entry.at).toISOString(), who, rows };
}
