import { unknownThing } from "../admin/refusal.js";
import { said } from "../admin/sentence.js";
import { phoneOf } from "../admin/values.js";
import { customerKey } from "./account-fields.js";
import { action, type Subject } from "./action.js";
import { flag, required, text } from "./fields.js";
import { described, type Members, wholeMember } from "./members.js";

/** Removal of data, which takes as long as the database is large: only the command line does it. */

const may = { operator: "admin", machineOnly: true } as const;

const counted = (...names: readonly string[]): Members =>
  Object.fromEntries(names.map((name) => [name, wholeMember(`${name} that were deleted or changed`)]));

const countsText = (counts: object): string =>
  Object.entries(counts)
    .map(([name, count]) => `${name} ${String(count)}`)
    .join(", ");

/** Deletes the data of a customer. */
export const removeCustomer = action({
  name: "customer remove",
  help: "Delete users, originators, lists, inbox and settings of a customer, and block it; balances and ledger stay. Cannot be undone. Example: messenger customer remove 42 --yes",
  may,
  keys: { id: customerKey },
  fields: { yes: { ...flag(undefined, "confirm the removal"), required: true } },
  members: {
    ...described(["id"]),
    ...counted("users", "originators", "lists", "inbox", "callbacks", "settings"),
  },
  run: async ({ id }, { erasing, entry }) => {
    const removed = await erasing.customer(id, entry({ subject: { customer: id } }));
    if (removed === undefined) throw unknownThing(said`there is no ${{ customer: id }}`);
    return { row: { id, ...removed }, text: `customer ${id} removed: ${countsText(removed)}` };
  },
});

/** Removes the number of a person; no entry of the audit log has it. */
const eraseNumber = action({
  name: "number erase",
  help: "Remove a person's number from messages, inboxes, lists, audiences, receipts and the audit log; charges and statuses stay without it, blacklists keep it. Example: messenger number erase 12025550101",
  may,
  keys: { number: required(text(), phoneOf) },
  members: counted("messages", "inbox", "incoming", "callbacks", "receipts", "responses", "members", "audit"),
  run: async ({ number }, { erasing, entry }) => {
    const row = await erasing.number(number, entry({ subject: {} }));
    return { row, text: `number erased: ${countsText(row)}` };
  },
});

/** Numbers of people. */
export const numbers: Subject = {
  name: "number",
  help: "Numbers of people",
  entries: [eraseNumber],
};
