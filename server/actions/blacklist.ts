import type { Scope } from "../domain/credit/coverage.js";
import { nationalNumber } from "../domain/recipients/phone-number.js";
import { expectDone } from "../admin/refusal.js";
import { phoneOf } from "../admin/values.js";
import { customerScope } from "./account-fields.js";
import { action, type Call, type Subject } from "./action.js";
import { type Field, several } from "./fields.js";
import { described, nullable, wholeMember } from "./members.js";

const may = { operator: "admin", portal: "send" } as const;

const members = {
  ...described(["numbers"]),
  customer: nullable(wholeMember("customer of the blacklist; null for that of all customers")),
};

const numbers = (read: (given: string) => string): Field<readonly string[]> => ({
  ...several({ form: "<number>" }, (texts) => texts),
  argument: "number",
  required: true,
  read: (given) => (typeof given === "string" ? [given] : (given ?? [])).map(read),
});

/** Subject of a refusal; without a customer only the number can be unknown. */
const about = (scope: Scope, thing: string) => ({ customerId: scope ?? 0, thing });

/** Entries of the audit log about blacklists hold no numbers. */
const ofNumbers = (scope: Scope, { length }: readonly string[]) => ({
  subject: { customer: scope ?? null, numbers: length },
});

/** Adds checked numbers. @throws Refusal */
export async function addPhones(
  { now, recorded }: Pick<Call, "now" | "recorded">,
  scope: Scope,
  phones: readonly string[],
): Promise<void> {
  const { coverage } = recorded(ofNumbers(scope, phones));
  expectDone(await coverage.addToBlacklist(scope, phones, now), about(scope, "number"));
}

/** Adds numbers to a blacklist, of one customer or of all. */
export const addToBlacklist = action({
  name: "blacklist add",
  help: "Add numbers to the blacklist",
  may,
  button: "Add the number",
  done: "The number is on the list of opt-outs.",
  keys: { numbers: numbers(phoneOf) },
  fields: { customer: customerScope },
  members,
  run: async ({ numbers: phones, customer: scope }, call) => {
    await addPhones(call, scope, phones);
    return {
      row: { customer: scope ?? null, numbers: phones },
      text: `${phones.length} on the blacklist`,
    };
  },
});

/** A number as the list has it: with 0 before one whose country is not known. @throws InvalidInput */
function listedPhoneOf(given: string): string {
  const national = nationalNumber(given);
  return national === undefined ? phoneOf(given) : `0${national}`;
}

/** Takes numbers off a blacklist, all or none. */
export const removeFromBlacklist = action({
  name: "blacklist remove",
  help: "Remove numbers from the blacklist, all or none",
  may,
  button: "Remove",
  done: "The number was removed.",
  danger: {
    button: "Remove the opt-out",
    text: "The next message to this number is sent. Remove it only if its owner has asked for it.",
  },
  keys: { numbers: numbers((given) => given) },
  fields: { customer: customerScope },
  members,
  run: async ({ numbers: typed, customer: scope }, { recorded }) => {
    const phones = typed.map(listedPhoneOf);
    const { coverage } = recorded(ofNumbers(scope, phones));
    const change = await coverage.removeFromBlacklist(scope, phones);
    expectDone(change, about(scope, `blacklisted number ${typed.join(", ")}`));
    return {
      row: { customer: scope ?? null, numbers: phones },
      text: `${phones.length} taken off the blacklist`,
    };
  },
});

/** Blacklisted numbers; their import and their list have commands of their own. */
export const blacklist: Subject = {
  name: "blacklist",
  help: "Blacklisted numbers: add, import, list, remove",
  entries: [addToBlacklist, removeFromBlacklist],
};
