import { randomUUID } from "node:crypto";
import { listRefusal } from "../admin/lists.js";
import { readNumbers } from "../admin/number-file.js";
import { InvalidInput, type Refusal } from "../admin/refusal.js";
import { counted, listCategoryOf, listNameOf } from "../admin/values.js";
import { maxAppended, type MemberChange } from "../domain/recipients/lists.js";
import { customerKey, numberFormsOf, typedPhones } from "./account-fields.js";
import { action, type Call } from "./action.js";
import { type Field, file, key, preset, required, several, text, textsOf } from "./fields.js";
import { described, textMember, textsMember, wholeMember } from "./members.js";

/** Lists that grow and shrink by some numbers, in place of an import of the whole. */

const may = { operator: "admin", portal: "send" } as const;

/** Creates an empty list. */
export const createList = action({
  name: "list create",
  help: "Create an empty list",
  may,
  button: "Create the list",
  done: "The list was created.",
  keys: { customer: customerKey, name: required(text("Name", "name of the list"), listNameOf) },
  fields: {
    category: preset(
      "",
      text("Group", "category of the list", { hint: "for lists that belong together" }),
      listCategoryOf,
    ),
  },
  members: { ...described(["customer", "name", "category"]), id: textMember("GUID of the list") },
  run: async ({ customer: customerId, name, category }, { store, now, recorded }) => {
    const id = randomUUID();
    const definition = {
      id,
      customerId,
      name,
      category,
      owner: undefined,
      replace: false,
      type: "DistributionList",
      columns: ["phone"],
    } as const;
    const begun = await store.lists.beginImport(definition, now);
    if (!begun.ok) throw nameRefusal(begun.reason, definition);
    const { lists } = recorded({ subject: { customer: customerId, list: name }, after: { category } });
    const finished = await lists.finishImport(begun.importId, definition, now);
    if (!finished.ok) throw nameRefusal(finished.reason, definition);
    return {
      row: { customer: customerId, name, category, id },
      text: `list ${name} of customer ${customerId} created`,
    };
  },
});

function nameRefusal(
  reason: Parameters<typeof listRefusal>[0],
  list: { readonly customerId: number; readonly name: string },
): Refusal {
  if (reason !== "exists") return listRefusal(reason, list);
  return new InvalidInput(`invalid name ${JSON.stringify(list.name)}: use one that no other list has`, {
    field: "name",
  });
}

const numbers: Field<readonly string[]> = {
  ...several({ form: "<number>", hint: "One a line, with its country code." }, (typed) => typed),
  argument: "number",
  required: true,
  read: textsOf,
};

const memberKeys = { customer: customerKey, list: { ...key, argument: "name" } };

const memberMembers = {
  ...described(["customer"]),
  list: textMember("name of the list"),
  changed: wholeMember("numbers that were added or removed"),
  recipients: wholeMember("numbers that the list has afterwards"),
};

interface Target {
  readonly customer: number;
  readonly list: string;
}

type Method = "addMembers" | "removeMembers";

/** Changes the members of a list. @throws Refusal */
async function changeMembers(
  method: Method,
  { customer, list }: Target,
  phones: readonly string[],
  { now, recorded }: Call,
): Promise<Extract<MemberChange, { ok: true }>> {
  // The change adds how many.
  const { lists } = recorded({ subject: { customer, list } });
  const done = await lists[method](customer, list, phones, now);
  if (!done.ok) throw listRefusal(done.reason, { customerId: customer, name: list });
  return done;
}

async function changeTyped(
  method: Method,
  { numbers: typed, ...target }: Target & { readonly numbers: readonly string[] },
  call: Call,
) {
  if (typed.length === 0 || typed.length > maxAppended)
    throw new InvalidInput(`give 1 to ${maxAppended} numbers`, { field: "numbers" });
  const phones = typedPhones(typed, await numberFormsOf(call.store, target.customer));
  const { changed, recipients } = await changeMembers(method, target, phones, call);
  const word = method === "addMembers" ? "added to" : "removed from";
  const text = `${changed} ${word} list ${target.list}, which has ${recipients}`;
  const given = new Set(phones).size;
  return { row: { ...target, changed, recipients }, text, counts: { changed, given } };
}

/** Adds numbers to a list. */
export const addToList = action({
  name: "list number add",
  help: "Add numbers to a list, behind its others",
  may,
  button: "Add the numbers",
  done: "The numbers were added.",
  counted: ({ changed, given }) =>
    changed === 0
      ? "Nothing was added: the list has these numbers already."
      : `${counted(changed, "number was", "numbers were")} added.${given > changed ? ` The list had ${given - changed} already.` : ""}`,
  keys: { ...memberKeys, numbers },
  members: memberMembers,
  run: (given, call) => changeTyped("addMembers", given, call),
});

/** Removes numbers from a list. */
export const removeFromList = action({
  name: "list number remove",
  help: "Remove numbers from a list",
  may,
  button: "Remove the numbers",
  done: "The numbers were removed.",
  counted: ({ changed, given }) =>
    changed === 0
      ? "Nothing was removed: the list has none of these numbers."
      : `${counted(changed, "number was", "numbers were")} removed.${given > changed ? ` The list did not have ${given - changed}.` : ""}`,
  keys: { ...memberKeys, numbers },
  members: memberMembers,
  run: (given, call) => changeTyped("removeMembers", given, call),
});

/** Adds the numbers of a file to a list, in pieces. What was added before a failure stays. Each piece is recorded. */
export const importNumbers = action({
  name: "list number import",
  help: "Add the numbers of a file to a list",
  may,
  button: "Add the file",
  done: "The numbers of the file were added.",
  keys: { ...memberKeys, file: file("numbers", "File of numbers") },
  members: {
    ...memberMembers,
    entries: wholeMember("entries of the file"),
    invalid: wholeMember("entries that are not plausible international numbers"),
    problems: textsMember("first invalid entries"),
  },
  run: async ({ customer, list, file: bytes }, call) => {
    const sum = { changed: 0, recipients: 0 };
    const add = async (phones: readonly string[]): Promise<void> => {
      const done = await changeMembers("addMembers", { customer, list }, phones, call);
      sum.changed += done.changed;
      sum.recipients = done.recipients;
    };
    const { entries, invalid, problems } = await readNumbers(
      bytes,
      add,
      call.progress,
      await numberFormsOf(call.store, customer),
    );
    if (entries === 0) throw new InvalidInput("choose a file with one number or more", { field: "file" });
    const row = { customer, list, ...sum, entries, invalid, problems };
    return { row, text: `${sum.changed} added, ${invalid} invalid; list ${list} has ${sum.recipients}` };
  },
});
