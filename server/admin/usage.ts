import { userNameKey } from "../domain/accounts/accounts.js";
import { type UsageDimension, usageDimensions, usageLines } from "../domain/usage/report.js";
import type { Store } from "../ports/store.js";
import { dayText, periodOf } from "./period.js";
import { InvalidInput, Refusal } from "./refusal.js";
import { customerIdOf } from "./values.js";

/** Options of a report as they are typed. */
export interface UsageInput {
  readonly customer?: string | undefined;
  readonly user?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Names of dimensions, separated by commas. */
  readonly by: string;
}

/** A line of a report as the commands print it; a dimension that was not requested is null. */
export interface UsageRow {
  readonly customer: number;
  /** UTC date on which the messages were accepted. */
  readonly day: string | null;
  readonly user: string | null;
  /** Country calling code; empty for numbers without one. */
  readonly prefix: string | null;
  readonly originator: string | null;
  /** Element of a status, or OPEN. */
  readonly state: string | null;
  /** Without state: accepted messages. */
  readonly messages: number;
  readonly parts: number;
}

/** Maximum rows that are read for a report. */
const mostRows = 100_000;

/** Reads the names of dimensions. */
function dimensionsOf(text: string): readonly UsageDimension[] {
  const names = text.split(",").map((name) => name.trim());
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

/** Numbers of messages by customer and the wanted dimensions. @throws Refusal */
export async function usageReport(
  store: Pick<Store, "accounts" | "usage">,
  { customer, user, from, to, by: byText }: UsageInput,
): Promise<readonly UsageRow[]> {
  const by = dimensionsOf(byText);
  const customerId = customer === undefined ? undefined : customerIdOf(customer);
  const period = periodOf(from, to);
  const sums = await store.usage.sums({
    ...period,
    customerId,
    by,
    limit: mostRows + 1,
    user: user === undefined ? undefined : await storedUser(store, customerId, user),
  });
  if (sums.length > mostRows)
    throw new Refusal(
      `more than ${mostRows} rows: choose a shorter period, one customer, or fewer dimensions`,
    );
  return usageLines(sums, by).map((line) => ({
    customer: line.customerId,
    day: line.day === undefined ? null : dayText(line.day),
    user: line.user ?? null,
    prefix: line.prefix ?? null,
    originator: line.originator ?? null,
    state: line.status ?? null,
    messages: line.messages,
    parts: line.parts,
  }));
}
