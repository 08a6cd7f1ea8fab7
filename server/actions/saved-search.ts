import type { Store } from "../ports/store.js";
import { storedIdOf } from "../admin/ids.js";
import { unknownThing } from "../admin/refusal.js";
import type { Use } from "./action.js";
import { type FilterInput, filterNames } from "./message-filter.js";
import {
  firstMessages,
  type FirstFound,
  foundMessages,
  type MessageRow,
  recordSearch,
} from "./message-find.js";
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
  /** More of it, from which its values are counted, on its first page. */
  readonly counted: Part<MessageRow> | undefined;
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

/** Results that are kept: those of the latest searches of a site. */
const keeping = { results: 16, milliseconds: 10_000 } as const;

interface KeptResult {
  readonly who: string;
  readonly at: number;
  readonly first: FirstFound;
}

/**
 * The searches of a site. One that was just made runs once, for its entry in the audit log and for the page to which its author is sent: the
 * process keeps its result until then. Another process, and the page once more, search again.
 */
export class Searches {
  readonly #kept = new Map<number, KeptResult>();
  readonly #most: number;

  /** @param most messages from which the values of a search are counted */
  constructor(most = messagesOfPage) {
    this.#most = most;
  }

  /** Finds messages, and records the search; resolves with its id and the messages of the first page. @throws Refusal */
  async save(store: Desk, input: FilterInput, use: Use): Promise<FirstFound & { readonly id: number }> {
    const first = await firstMessages(store, input, { limit: messagesOfPage, most: this.#most }, use);
    const id = await recordSearch(store, { ...input }, first.rows.length, use);
    this.#kept.set(id, { who: use.by.name, at: use.now, first });
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > keeping.results && oldest !== undefined) this.#kept.delete(oldest);
    return { ...first, id };
  }

  /**
   * Opens the result of a search as it is now; its times are counted from when it was made. A look by somebody else than its author is
   * recorded. `of`: only a search for messages of this customer is found. @throws Refusal
   */
  async open(store: Desk, text: string, wanted: Wanted, use: Use, of?: string): Promise<SavedSearch> {
    const { id, at, who, input } = await searchEntry(store, text);
    if (of !== undefined && input.customer !== of) throw unknownThing(`there is no search ${id}`);
    const isFirst = wanted.after === undefined && wanted.limit === messagesOfPage;
    const first = isFirst ? await this.#firstOf(store, { id, at, input }, use) : undefined;
    const found = first ?? (await foundMessages(store, input, wanted, use, at));
    if (who !== use.by.name) await recordSearch(store, { ...input, search: id }, found.rows.length, use);
    return { id, input, at: new Date(at).toISOString(), who, found, counted: first?.counted };
  }

  async #firstOf(
    store: Desk,
    { id, at, input }: { readonly id: number; readonly at: number; readonly input: FilterInput },
    use: Use,
  ): Promise<FirstFound> {
    const kept = this.#kept.get(id);
    const isNew = kept?.who === use.by.name && use.now - kept.at <= keeping.milliseconds;
    if (isNew) this.#kept.delete(id);
    const wanted = { limit: messagesOfPage, most: this.#most };
    return isNew ? kept.first : firstMessages(store, input, wanted, use, at);
  }
}
