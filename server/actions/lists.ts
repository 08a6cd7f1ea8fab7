import { listRefusal, purgeLists } from "../admin/lists.js";
import { existsAlready } from "../admin/refusal.js";
import { said } from "../admin/sentence.js";
import { listCategoryOf, listNameOf } from "../admin/values.js";
import type { RecipientList } from "../domain/recipients/lists.js";
import type { Store } from "../ports/store.js";
import { ServiceClock } from "../work/coordination/service-clock.js";
import { customerFilter, customerKey } from "./account-fields.js";
import { action, card, list, type Subject } from "./action.js";
import { importList } from "./list-import.js";
import { addToList, createList, importNumbers, removeFromList } from "./list-members.js";
import { changesIn, key, optional, text } from "./fields.js";
import { described, textMember, textsMember } from "./members.js";

const rowOf = ({ id, customerId, name, category, type, owner, version, recipients }: RecipientList) => ({
  id,
  customer: customerId,
  name,
  category,
  type,
  /** The only user who may see it; null for every user of the customer. */
  owner: owner ?? null,
  version,
  recipients,
});

/** A list with the columns that filters can use. @throws Refusal */
async function detailsOf({ lists }: Pick<Store, "lists">, customerId: number, name: string) {
  const found = await lists.named(customerId, name);
  if (found === undefined) throw listRefusal("unknownList", { customerId, name });
  return { ...rowOf(found), columns: found.columns };
}

const keys = { customer: customerKey, name: key };
const columns = ["customer", "name", "category", "type", "owner", "version", "recipients", "id"] as const;
const members = { ...described(columns), id: textMember("GUID of the list") };
const details = {
  ...members,
  columns: textsMember("columns that filters can use; the first one is the phone"),
};

/** Lists of one customer, or of all. */
export const listLists = list({
  name: "list list",
  help: "List the lists",
  may: { operator: "viewer", portal: "messages" },
  filters: { customer: customerFilter },
  columns,
  members,
  rows: async ({ customer }, { store }) => (await store.lists.all(customer)).map(rowOf),
});

export const showList = card({
  name: "list show",
  help: "Show a list and its columns",
  may: { operator: "viewer" },
  keys,
  members: details,
  row: ({ customer, name }, { store }) => detailsOf(store, customer, name),
});

/** Changes the given settings; an import replaces the content. */
export const changeList = action({
  name: "list change",
  help: "Change the given settings of a list",
  may: { operator: "admin", portal: "send" },
  button: "Change the list",
  done: "The list was changed.",
  keys: { customer: customerKey, list: { ...key, argument: "name" } },
  fields: {
    name: optional(text("Name", "name of the list", { width: "medium" }), listNameOf),
    category: optional(text("Group", "category of the list", { empty: "", width: "medium" }), listCategoryOf),
    owner: optional(
      text("Visible to", "only user who may see the list, or none", {
        option: "private",
        form: "<user>",
        empty: "none",
        hint: "empty: every user",
        known: "user",
      }),
      (given) => (given === "none" ? null : given),
    ),
  },
  members: details,
  run: async ({ customer: customerId, list: old, ...given }, { store, recorded }) => {
    const update = changesIn(given);
    const before = await store.lists.named(customerId, old);
    const { lists } = recorded({
      subject: { customer: customerId, list: old },
      after: { ...update },
      before: before && { name: before.name, category: before.category, owner: before.owner ?? null },
    });
    const name = update.name ?? old;
    const change = await lists.changeList(customerId, old, update);
    if (!change.ok && change.reason === "exists")
      throw existsAlready(said`${{ customer: customerId }} has a list ${name} already`);
    if (!change.ok)
      throw listRefusal(change.reason, { customerId, name: old, owner: given.owner ?? undefined });
    const row = await detailsOf(store, customerId, name);
    return { row, text: `list ${row.name} of customer ${customerId} changed` };
  },
});

/** Removes a list; messages that were sent to it are not touched. */
export const removeList = action({
  name: "list remove",
  help: "Remove a list",
  may: { operator: "admin", portal: "send" },
  button: "Remove",
  done: "The list was removed.",
  danger: {
    button: "Remove the list",
    text: "Its numbers are deleted. Programs that send to it are refused; messages that were sent to it are not touched.",
  },
  keys,
  run: async ({ customer: customerId, name }, { store, now, recorded }) => {
    const clock = new ServiceClock(now);
    const { lists } = recorded({ subject: { customer: customerId, list: name } });
    const change = await lists.removeList(customerId, name);
    if (!change.ok) throw listRefusal(change.reason, { customerId, name });
    await purgeLists(store.lists, clock.now);
    const text = `list ${name} of customer ${customerId} removed`;
    return { row: { customer: customerId, name }, text };
  },
});

const listNumbers: Subject = {
  name: "list number",
  help: "Numbers of a list",
  entries: [addToList, importNumbers, removeFromList],
};

/** Distribution lists. */
export const lists: Subject = {
  name: "list",
  help: "Distribution lists",
  entries: [createList, importList, listLists, showList, changeList, removeList, listNumbers],
};
