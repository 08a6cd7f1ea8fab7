import { longestMaskedPrefix } from "../domain/desk/search.js";
import { storedIdOf } from "../admin/ids.js";
import { expectDone, inField, InvalidInput, unknownThing } from "../admin/refusal.js";
import { nameOf } from "../admin/values.js";
import { type SavedSearch, type SearchPage, searchPages } from "../ports/shift.js";
import type { Store } from "../ports/store.js";
import { action, list, type Subject } from "./action.js";
import { key, required, requiredOneOf, several, text } from "./fields.js";
import { described, objectMember, textMember } from "./members.js";
import { filterOf } from "./message-filter.js";

/** Conditions that may stand in the address of a page, and thus be saved: no number of a person. */
export const linkable = {
  messages: ["prefix", "customer", "user", "originator", "link", "state", "reason", "since", "until"],
  customers: ["text", "sort1", "hide1"],
} as const satisfies Readonly<Record<SearchPage, readonly string[]>>;

const maxName = 60;
const maxCondition = 200;

const searchName = (label: string, meaning?: string) =>
  required(text(label, meaning, { hint: `at most ${maxName} characters` }), (given) =>
    nameOf("the name of a search", given, maxName),
  );

function conditionOf(typed: string): readonly [string, string] {
  const equals = typed.indexOf("=");
  const value = typed.slice(equals + 1).trim();
  if (equals < 1 || value === "" || value.length > maxCondition || /\p{C}/u.test(value))
    throw new InvalidInput(`invalid condition ${JSON.stringify(typed)}: use NAME=VALUE`);
  return [typed.slice(0, equals).trim(), value];
}

/** Checks conditions as the page reads them; times stay as they are typed. @throws Refusal */
async function checked(
  store: Store,
  page: SearchPage,
  conditions: Readonly<Record<string, string>>,
  now: number,
): Promise<void> {
  const known: readonly string[] = linkable[page];
  const unknown = Object.keys(conditions).find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new InvalidInput(`${page} have no condition ${JSON.stringify(unknown)}: use ${known.join(", ")}`, {
      field: "conditions",
    });
  if (Object.keys(conditions).length === 0)
    throw new InvalidInput("give at least one condition", { field: "conditions" });
  if ((conditions["prefix"]?.length ?? 0) > longestMaskedPrefix)
    throw new InvalidInput(`a saved prefix has at most ${longestMaskedPrefix} digits`, {
      field: "conditions",
    });
  if (page === "messages") await filterOf(store, conditions, { now, view: "masked" });
}

const rowOf = ({ at, ...search }: SavedSearch) => ({ ...search, at: new Date(at).toISOString() });

/** A saved search as the commands print it. */
export type SavedSearchRow = ReturnType<typeof rowOf>;

const members = {
  ...described(["id", "at"]),
  name: textMember("name of the search"),
  page: textMember("page that it is for: messages or customers"),
  conditions: objectMember("conditions as they are typed: 24h stays relative"),
  who: textMember("operator who saved it"),
};

const may = { operator: "support" } as const;

export const saveConditions = action({
  name: "search save",
  help: "Save conditions of a page of the console under a name, for all operators. Example: messenger search save Failed --page messages --condition state=failed --condition since=24h",
  may,
  button: "Save the search",
  done: "The search was saved.",
  keys: { name: searchName("Name") },
  fields: {
    page: requiredOneOf(undefined, "page that they are for", "page", searchPages),
    conditions: {
      ...several(
        {
          meaning: "NAME=VALUE: those of message find, or text, sort1 and hide1; repeat it for several",
          form: "<NAME=VALUE>",
          option: "condition",
        },
        (texts) => inField("conditions", () => Object.fromEntries(texts.map(conditionOf))),
      ),
      required: true,
    },
  },
  members,
  run: async ({ name, page, conditions = {} }, { store, now: at, by, recorded }) => {
    await checked(store, page, conditions, at);
    const search = { name, page, conditions, who: by.name, at };
    const { savedSearches } = recorded({ subject: { search: name }, after: { page, ...conditions } });
    const added = await savedSearches.add(search);
    expectDone(added, { customerId: 0, thing: `search ${name}` });
    return { row: rowOf({ ...search, id: added.id ?? 0 }), text: `search ${name} saved` };
  },
});

/** @throws Refusal for an unknown one */
async function findSearch({ savedSearches }: Pick<Store, "savedSearches">, typed: string) {
  const id = storedIdOf("search", typed);
  const found = (await savedSearches.list()).find((search) => search.id === id);
  if (found === undefined) throw unknownThing(`there is no search ${typed}`);
  return found;
}

export const renameSearch = action({
  name: "search rename",
  help: "Rename a saved search. Example: messenger search rename 3 --to 'Failed of the night'",
  may,
  button: "Rename",
  done: "The search was renamed.",
  keys: { id: key },
  fields: { to: searchName("New name", "new name, which no other search has") },
  members,
  run: async ({ id: typed, to: name }, { store, recorded }) => {
    const found = await findSearch(store, typed);
    const { savedSearches } = recorded({
      subject: { search: found.name },
      before: { name: found.name },
      after: { name },
    });
    expectDone(await savedSearches.rename(found.id, name), { customerId: 0, thing: `search ${name}` });
    return { row: rowOf({ ...found, name }), text: `search ${found.name} renamed to ${name}` };
  },
});

export const removeSearch = action({
  name: "search remove",
  help: "Remove a saved search",
  may,
  button: "Remove",
  done: "The search was removed.",
  keys: { id: key },
  run: async ({ id: typed }, { store, recorded }) => {
    const { id, name, page, conditions } = await findSearch(store, typed);
    const { savedSearches } = recorded({ subject: { search: name }, before: { page, ...conditions } });
    expectDone(await savedSearches.remove(id), { customerId: 0, thing: `search ${name}` });
    return { row: { id }, text: `search ${name} removed` };
  },
});

export const listSearches = list({
  name: "search list",
  help: "List the saved searches",
  may: { operator: "viewer" },
  columns: ["id", "name", "page", "conditions", "who", "at"],
  members,
  rows: async (_none, { store }) => (await store.savedSearches.list()).map(rowOf),
});

/** Searches that operators have saved for all of them. */
export const savedSearches: Subject = {
  name: "search",
  help: "Saved searches of the console",
  entries: [saveConditions, renameSearch, removeSearch, listSearches],
};
