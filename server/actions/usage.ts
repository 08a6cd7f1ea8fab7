import { userNameKey } from "../domain/accounts/accounts.js";
import { type UsageDimension, usageDimensions, type UsageLine, usageLines } from "../domain/usage/report.js";
import type { Store } from "../ports/store.js";
import { dayText, periodOf } from "../admin/period.js";
import { InvalidInput, Refusal } from "../admin/refusal.js";
import { customerFilter, dayFilter } from "./account-fields.js";
import { list } from "./action.js";
import { optional, preset, text } from "./fields.js";
import { described, nullable, textMember, wholeMember } from "./members.js";

/** A line of a report as the commands print it; a dimension that was not requested is null. */
export type UsageRow = ReturnType<typeof rowOf>;

const rowOf = (line: UsageLine) => ({
  customer: line.customerId,
  /** UTC date on which the messages were accepted. */
  day: line.day === undefined ? null : dayText(line.day),
  user: line.user ?? null,
  /** Country calling code; empty for numbers without one. */
  prefix: line.prefix ?? null,
  originator: line.originator ?? null,
  /** Element of a status, or OPEN. */
  state: line.status ?? null,
  /** Without state: accepted messages. */
  messages: line.messages,
  parts: line.parts,
});

/** Maximum rows that are read for a report. */
const mostRows = 100_000;

/** Reads the names of dimensions. */
function dimensionsOf(given: string): readonly UsageDimension[] {
  const names = given.split(",").map((name) => name.trim());
  const wanted = usageDimensions.filter((dimension) => names.includes(dimension));
  const unknown = names.find((name) => !usageDimensions.some((dimension) => dimension === name));
  if (unknown !== undefined)
    throw new InvalidInput(
      `invalid dimension ${JSON.stringify(unknown)}: use some of ${usageDimensions.join(",")}`,
    );
  return wanted;
}

/** Users are stored as created; they are named without regard to case. */
async function storedUser(
  { accounts }: Pick<Store, "accounts">,
  customerId: number | undefined,
  name: string,
): Promise<string> {
  const users = await accounts.users(customerId);
  return users.find((user) => userNameKey(user.name) === userNameKey(name))?.name ?? name;
}

interface UsageInput {
  readonly customer?: number | undefined;
  readonly user?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly by: readonly UsageDimension[];
}

/** Numbers of messages by customer and the wanted dimensions. @throws Refusal */
export async function usageOf(
  store: Pick<Store, "accounts" | "usage">,
  { customer: customerId, user, from, to, by }: UsageInput,
): Promise<readonly UsageRow[]> {
  const sums = await store.usage.sums({
    ...periodOf(from, to),
    customerId,
    by,
    limit: mostRows + 1,
    user: user === undefined ? undefined : await storedUser(store, customerId, user),
  });
  if (sums.length > mostRows)
    throw new Refusal(
      `more than ${mostRows} rows: choose a shorter period, one customer, or fewer dimensions`,
    );
  return usageLines(sums, by).map(rowOf);
}

/** Accepted messages, from counters. */
export const usage = list({
  name: "usage",
  help: "Count accepted messages by customer, from counters. Example: messenger usage --from 2030-01 --to 2030-01 --by prefix,state",
  may: { operator: "viewer" },
  isReport: true,
  filters: {
    customer: customerFilter,
    user: optional(text(undefined, "only of this user", { form: "<name>" }), (given) => given),
    from: dayFilter("first day of acceptance, UTC: 2030-01-15 or 2030-01 (default: the first one counted)"),
    to: dayFilter("last day of acceptance, UTC: 2030-01-15 or 2030-01 (default: today)"),
    by: preset(
      "state",
      text(undefined, "some of day, user, prefix (country calling code), originator, state", {
        form: "<dimensions>",
      }),
      dimensionsOf,
    ),
  },
  members: {
    ...described(["customer"]),
    day: nullable(textMember("UTC date of acceptance; null unless it was asked for, as the next four")),
    user: nullable(textMember("name of the user")),
    prefix: nullable(textMember("country calling code; empty for numbers without one")),
    originator: nullable(textMember("originator")),
    state: nullable(textMember("element of a status, or OPEN")),
    messages: wholeMember("messages; without state: those that were accepted"),
    parts: wholeMember("parts of the messages"),
  },
  columns: ["customer", "day", "user", "prefix", "originator", "state", "messages", "parts"],
  columnsFor: ({ by }) => [
    "customer",
    ...(["day", "user", "prefix", "originator", "state"] as const).filter((name) => by.includes(name)),
    "messages",
    "parts",
  ],
  rows: (values, { store }) => usageOf(store, values),
});
