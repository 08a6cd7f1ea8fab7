import { isoTime } from "../admin/period.js";
import { mapInSlices } from "../admin/slices.js";
import { counted } from "../admin/values.js";
import { anchorOf, type FoundMessage } from "../domain/desk/search.js";
import { type QueueName, queueNames } from "../domain/delivery/routing/route-table.js";
import { statusOf } from "../domain/status.js";
import type { Store } from "../ports/store.js";
import { longList, type Use } from "./action.js";
import { givenAlone } from "./fields.js";
import { described, type Members, nullable, textMember, timeMember } from "./members.js";
import {
  type FilterInput,
  filterOf,
  keptConditions,
  messageFilters,
  placeOf,
  placeText,
} from "./message-filter.js";
import { search, type StoppedSearch } from "./message-walk.js";
import type { Part, Wanted } from "./parts.js";
import { numberViewOf, shownNumber } from "./rights.js";

type Desk = Pick<Store, "audit" | "desk" | "links">;

/** A message as the commands print it. */
export interface MessageRow {
  readonly id: number;
  readonly transaction: string;
  readonly customer: number;
  readonly user: string;
  readonly originator: string;
  readonly number: string;
  /** Element of a status, such as `SMSC_DELIVERED`. */
  readonly status: string;
  /** Name of a link, `unrouted` or `no route`. */
  readonly link: string;
  /** ISO 8601, UTC, as `changed`. */
  readonly accepted: string;
  readonly changed: string;
  readonly attempts: number;
  readonly reason: string | null;
}

/** A message as somebody sees it. */
export function messageRow(message: FoundMessage, nameOf: QueueName, { now, caller }: Use): MessageRow {
  const { state, dueAt } = message;
  return {
    id: message.id,
    transaction: message.transactionId,
    customer: message.customerId,
    user: message.user,
    originator: message.originator,
    number: shownNumber(message.phone, caller),
    status: statusOf(state, dueAt, now).element,
    link: nameOf(message.link),
    accepted: isoTime(message.createdAt),
    changed: isoTime(message.at),
    attempts: message.attempts,
    reason: message.error,
  };
}

/** What a search that was stopped has looked through, and what to do. */
const stoppedText = ({ after, examined, back }: StoppedSearch): string =>
  `The search was stopped after ${after / 1_000} s: it looked through ${counted(examined, "message")}, back to ${isoTime(back)}. ` +
  "Narrow it with a customer, a whole number or a shorter period, or go on from there.";

interface FoundRows {
  readonly messages: readonly FoundMessage[];
  readonly part: Part<MessageRow>;
}

async function searched(
  store: Desk,
  input: FilterInput,
  { limit, after }: Wanted,
  use: Use,
  since: number,
): Promise<FoundRows> {
  const { now, caller } = use;
  const place = after === undefined ? undefined : placeOf(after);
  const filter = await filterOf(store, input, { now: since, view: numberViewOf(caller) });
  const anchor = anchorOf(filter);
  const { messages, next, stopped } = await search(store.desk, { anchor, filter, after: place, limit, now });
  const nameOf = queueNames(await store.links.links());
  const part = {
    rows: await mapInSlices(messages, (message) => messageRow(message, nameOf, use)),
    next: next === undefined ? null : placeText(next),
    ...(stopped === undefined ? {} : { stopped: stoppedText(stopped) }),
  };
  return { messages, part };
}

/**
 * Finds messages, newest first, without a record of it. `since`: the time from which `7d` and the like are counted.
 * @throws Refusal
 */
export async function foundMessages(
  store: Desk,
  input: FilterInput,
  wanted: Wanted,
  use: Use,
  since = use.now,
): Promise<Part<MessageRow>> {
  return (await searched(store, input, wanted, use, since)).part;
}

/** The first part of what a search finds, with more of it, from which its values are counted. */
export interface FirstFound extends Part<MessageRow> {
  readonly counted: Part<MessageRow>;
}

/** As `foundMessages`, by one search for both. @throws Refusal */
export async function firstMessages(
  store: Desk,
  input: FilterInput,
  { limit, most }: { readonly limit: number; readonly most: number },
  use: Use,
  since = use.now,
): Promise<FirstFound> {
  const { messages, part } = await searched(store, input, { limit: most }, use, since);
  const last = messages.length > limit ? messages[limit - 1] : undefined;
  if (last === undefined) return { ...part, counted: part };
  return { rows: part.rows.slice(0, limit), next: placeText(last), counted: part };
}

/** Records a search in the audit log; resolves with its entry. */
export function recordSearch(
  { audit }: Pick<Store, "audit">,
  conditions: FilterInput & Readonly<Record<string, unknown>>,
  found: number,
  { by: actor, now }: Use,
): Promise<number> {
  const subject = keptConditions(conditions);
  return audit.add({ at: now, actor, action: "message find", subject, after: { found } });
}

export const messageMembers: Members = {
  ...described(["id", "transaction", "customer", "user", "attempts"]),
  originator: textMember("originator"),
  number: textMember("number of the recipient; its last digits are hidden from viewers"),
  status: textMember("element of a status, such as SMSC_DELIVERED"),
  link: textMember("name of the link, unrouted or no route"),
  accepted: timeMember("when it was accepted"),
  changed: timeMember("when its status last changed"),
  reason: nullable(textMember("last status code or reason; null for none")),
};

/** Messages, newest first; the search is recorded. */
export const findMessages = longList({
  name: "message find",
  help: "Find messages, newest first; the search is recorded in the audit log. Example: messenger message find --number 12025550101 --since 7d",
  may: { operator: "viewer", portal: "messages" },
  filters: messageFilters,
  members: messageMembers,
  columns: [
    ...(["id", "accepted", "customer", "user", "originator", "number", "status", "link"] as const),
    ...(["attempts", "changed", "reason", "transaction"] as const),
  ],
  cut: {
    of: "messages",
    member: "messages",
    cursor: { option: "after", form: "<place>", meaning: "continue the search that printed this place" },
  },
  part: async (input, wanted, { store, ...use }) => {
    const found = await foundMessages(store, input, wanted, use);
    const { after } = wanted;
    await recordSearch(store, givenAlone({ ...input, after }), found.rows.length, use);
    return found;
  },
});
