import { InvalidInput } from "../admin/refusal.js";
import { timeOf } from "../admin/values.js";
import type { MessageFilter } from "../domain/desk/search.js";
import type { Store } from "../ports/store.js";
import { type FilterInput, filterNames, filterOf, keptConditions } from "./message-filter.js";
import { searchEntry } from "./saved-search.js";

/** The messages that an action is for: those of a search in the audit log, or of conditions. */

const times = ["since", "until"] as const;

/** The conditions of a search, with its times as they were when it was made. */
async function searchOf(store: Pick<Store, "audit">, text: string): Promise<FilterInput> {
  const { at, input } = await searchEntry(store, text);
  const fixed = times.flatMap((name) => {
    const value = input[name];
    return value === undefined ? [] : [[name, new Date(timeOf(value, at)).toISOString()] as const];
  });
  return { ...input, ...Object.fromEntries(fixed) };
}

/** Conditions that were given, as people see them, and as the store looks for messages that were accepted before `now`. @throws Refusal */
export async function bulkSearch(
  store: Pick<Store, "audit" | "desk" | "links">,
  { search, ...input }: FilterInput & { readonly search?: string | undefined },
  now: number,
): Promise<{ readonly search: Readonly<Record<string, string>>; readonly filter: MessageFilter }> {
  const isGiven = filterNames.some((name) => input[name] !== undefined);
  if (isGiven === (search !== undefined))
    throw new InvalidInput("give conditions, or --search with the number of a search");
  const conditions = keptConditions(search === undefined ? input : await searchOf(store, search));
  const filter = await filterOf(store, conditions, { now, view: "whole" });
  const shown = filterNames.flatMap((name) => {
    const value = conditions[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  if (shown.length === 0) throw new InvalidInput("the search has no condition: it would find every message");
  return {
    search: Object.fromEntries(shown),
    filter: { ...filter, until: Math.min(filter.until ?? now, now) },
  };
}
