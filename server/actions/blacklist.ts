import {
  blacklistBegin,
  type BlacklistEntry,
  type BlacklistPlace,
  isBehind,
  placeBefore,
  placeBehind,
  type Scope,
} from "../domain/credit/coverage.js";
import { nationalNumber, phoneNumber } from "../domain/recipients/phone-number.js";
import type { Change } from "../domain/accounts/accounts.js";
import { readNumbers } from "../admin/number-file.js";
import { expectDone } from "../admin/refusal.js";
import type { Store } from "../ports/store.js";
import { phoneOf } from "../admin/values.js";
import { customerScope, numberFormsOf, typedPhones } from "./account-fields.js";
import { action, type Call, longList, type Subject } from "./action.js";
import { type Field, file, several, textsOf } from "./fields.js";
import { type Caller, numberViewOf, shownNumber } from "./rights.js";
import { described, nullable, textMember, textsMember, timeMember, wholeMember } from "./members.js";

const may = { operator: "admin", portal: "send" } as const;

const members = {
  ...described(["numbers"]),
  customer: nullable(wholeMember("customer of the blacklist; null for that of all customers")),
};

const numbers: Field<readonly string[]> = {
  ...several({ form: "<number>" }, (texts) => texts),
  argument: "number",
  required: true,
  read: textsOf,
};

/** Subject of a refusal; without a customer only the number can be unknown. */
const about = (scope: Scope, thing: string) => ({ customerId: scope ?? 0, thing });

/** Entries of the audit log about blacklists hold no numbers. */
const subjectOf = (scope: Scope) => ({ customer: scope ?? null });

/** Adds checked numbers; resolves with how many were not on it. @throws Refusal */
async function addPhones(
  { now, recorded }: Pick<Call, "now" | "recorded">,
  scope: Scope,
  phones: readonly string[],
): Promise<number> {
  // The change adds how many.
  const { coverage } = recorded({ subject: subjectOf(scope) });
  const change = await coverage.addToBlacklist(scope, phones, now);
  expectDone(change, about(scope, "number"));
  return change.ok ? (change.changed ?? 0) : 0;
}

/** Adds numbers to a blacklist, of one customer or of all. */
export const addToBlacklist = action({
  name: "blacklist add",
  help: "Add numbers to the blacklist",
  may,
  button: "Add the number",
  done: "The number is on the list of opt-outs.",
  keys: { numbers },
  fields: { customer: customerScope },
  members: { ...members, added: wholeMember("numbers that were not on it") },
  run: async ({ numbers: typed, customer: scope }, call) => {
    const phones = typedPhones(typed, await numberFormsOf(call.store, scope));
    const added = await addPhones(call, scope, phones);
    const given = new Set(phones).size;
    return {
      row: { customer: scope ?? null, numbers: phones, added },
      text: `${given} on the blacklist${added === given ? "" : `, ${given - added} of them before`}`,
    };
  },
});

/**
 * Adds the numbers of a file, in pieces, beside a running server. What was added before a failure stays. Each piece is recorded. Of the row:
 * `entries` = `accepted` + `invalid`.
 */
const importBlacklist = action({
  name: "blacklist import",
  help: "Add the numbers of a file to the blacklist",
  may: { operator: "admin" },
  keys: { file: file("numbers") },
  fields: { customer: customerScope },
  members: {
    customer: nullable(wholeMember("customer whose messages are rejected; null for every customer")),
    entries: wholeMember("entries of the file"),
    accepted: wholeMember("numbers that are on the blacklist afterwards, repeated ones too"),
    added: wholeMember("numbers that were not on it"),
    invalid: wholeMember("entries that are not plausible international numbers"),
    problems: textsMember("first invalid entries"),
  },
  run: async ({ file: bytes, customer: scope }, call) => {
    let added = 0;
    const add = async (phones: readonly string[]): Promise<void> => {
      if (phones.length > 0) added += await addPhones(call, scope, phones);
    };
    const {
      entries,
      valid: accepted,
      ...rest
    } = await readNumbers(bytes, add, call.progress, await numberFormsOf(call.store, scope));
    return {
      row: { customer: scope ?? null, entries, accepted, added, ...rest },
      text: `${accepted} on the blacklist, ${accepted - added} of them before or repeated, ${rest.invalid} invalid`,
    };
  },
});

/** A number as the list has it: with 0 before one whose country is not known. @throws InvalidInput */
function listedPhoneOf(given: string): string {
  const national = nationalNumber(given);
  return national === undefined ? phoneOf(given) : `0${national}`;
}

function removePhones(
  { recorded }: Pick<Call, "recorded">,
  scope: Scope,
  phones: readonly string[],
): Promise<Change> {
  const { coverage } = recorded({ subject: subjectOf(scope), after: { removed: phones.length } });
  return coverage.removeFromBlacklist(scope, phones);
}

/**
 * Takes numbers off a blacklist, all or none. A number in national form is that of the country of the customer, or, if that is not listed, one
 * whose country is not known.
 */
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
  keys: { numbers },
  fields: { customer: customerScope },
  members,
  run: async ({ numbers: typed, customer: scope }, call) => {
    const { country } = await numberFormsOf(call.store, scope);
    const listed = typed.map(listedPhoneOf);
    const whole = typed.map((each, index) => phoneNumber(each, { country }) ?? listed[index] ?? each);
    const phones = [...new Set(whole)];
    const others = [...new Set(listed)];
    const done = (await removePhones(call, scope, phones)).ok ? phones : others;
    if (done === others)
      expectDone(
        await removePhones(call, scope, others),
        about(scope, `blacklisted number ${typed.join(", ")}`),
      );
    return {
      row: { customer: scope ?? null, numbers: done },
      text: `${done.length} taken off the blacklist`,
    };
  },
});

/** A blacklisted number as the commands print it. */
export type BlacklistRow = ReturnType<typeof rowOf>;

const rowOf = ({ scope, phone, at, repliedTo }: BlacklistEntry, caller: Caller) => ({
  /** Null: for every customer. */
  customer: scope ?? null,
  number: shownNumber(phone, caller),
  /** ISO 8601, UTC. */
  since: new Date(at).toISOString(),
  /** Number to which its owner sent a stop word; null for one that somebody else has added. */
  repliedTo: repliedTo ?? null,
});

/**
 * The cursor of a place, such as `12025550.17`, in a list of all with the customer: `42.12025550.17`. One among the numbers in national
 * form has 0 before it, as those do.
 */
function cursorOf({ customerId, isNational, block, ahead }: BlacklistPlace, scope: Scope): string {
  const place = `${isNational ? "0" : ""}${block}.${ahead}`;
  return scope === undefined ? `${customerId}.${place}` : place;
}

/** Reads a cursor; any other text is that of the first page. */
function placeOf(cursor: string | undefined, scope: Scope): BlacklistPlace {
  const [, customer, zero, block = "0", ahead = "0"] =
    /^(?:(\d{1,10})\.)?(0?)(\d{1,13})\.(\d{1,4})$/u.exec(cursor ?? "") ?? [];
  const customerId = scope ?? Number(customer ?? 0);
  if (zero === undefined) return { ...blacklistBegin, customerId };
  return { customerId, isNational: zero !== "", block: Number(block), ahead: Number(ahead) };
}

type Place = Pick<BlacklistEntry, "phone" | "scope">;

/** The number itself as a cursor, in a list of all with the customer: `42/12025550101`. It stays right if numbers before it come and go. */
const numberCursor = ({ scope = 0, phone }: Place, of: Scope): string =>
  of === undefined ? `${scope}/${phone}` : phone;

/** Programs that see whole numbers; addresses of pages have none. */
const takesNumbers = (caller: Caller): boolean =>
  caller.kind === "machine" || (caller.kind === "key" && numberViewOf(caller) === "whole");

/** Reads a cursor that is a number; undefined for any other text. */
function numberIn(cursor: string | undefined, of: Scope): Place | undefined {
  const [, customer = "0", phone] = /^(?:(\d{1,10})\/)?(\d{4,20})$/u.exec(cursor ?? "") ?? [];
  return phone === undefined ? undefined : { scope: of ?? Number(customer), phone };
}

/** At most `limit` numbers behind one. */
async function behind(
  { coverage }: Pick<Store, "coverage">,
  scope: Scope | "all",
  last: Place,
  limit: number,
): Promise<readonly BlacklistEntry[]> {
  const found: BlacklistEntry[] = [];
  for (let place = placeBefore(last); ;) {
    const entries = await coverage.blacklist(scope, place, limit);
    found.push(...entries.filter((entry) => isBehind(entry, last)));
    if (entries.length < limit || found.length >= limit) return found.slice(0, limit);
    place = placeBehind(place, entries);
  }
}

/** Blacklisted numbers of one customer, or of all and everybody: those in national form first. */
export const listBlacklist = longList({
  name: "blacklist list",
  help: "List blacklisted numbers",
  may: { operator: "viewer", portal: "messages" },
  filters: { customer: customerScope },
  members: {
    customer: nullable(wholeMember("customer whose messages are rejected; null for every customer")),
    number: textMember("number; with 0 before one in national form"),
    since: timeMember("when it was added"),
    repliedTo: nullable(
      textMember("number to which its owner sent a stop word; null for one that somebody else has added"),
    ),
  },
  columns: ["customer", "number", "since", "repliedTo"],
  part: async ({ customer: scope }, { limit, after }, { store, caller }) => {
    // Whoever sees no whole numbers must not ask whether one is listed.
    const last = takesNumbers(caller) ? numberIn(after, scope) : undefined;
    const place = placeOf(after, scope);
    const found =
      last === undefined
        ? await store.coverage.blacklist(scope ?? "all", place, limit + 1)
        : await behind(store, scope ?? "all", last, limit + 1);
    const entries = found.slice(0, limit);
    const end = entries.at(-1);
    const cursor =
      end !== undefined && takesNumbers(caller)
        ? numberCursor(end, scope)
        : cursorOf(placeBehind(place, entries), scope);
    return { rows: entries.map((entry) => rowOf(entry, caller)), next: found.length > limit ? cursor : null };
  },
});

/** Blacklisted numbers. */
export const blacklist: Subject = {
  name: "blacklist",
  help: "Blacklisted numbers",
  entries: [addToBlacklist, removeFromBlacklist, importBlacklist, listBlacklist],
};
