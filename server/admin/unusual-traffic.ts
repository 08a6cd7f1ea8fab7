import { type Finding, type UnusualKind, unusualText } from "../domain/unusual/unusual.js";
import { dayLength } from "../domain/usage/usage.js";
import type { Store } from "../ports/store.js";
import { storedIdOf } from "./ids.js";
import { customerIdOf, wholeNumberOf } from "./values.js";

/** Unusual traffic of a customer as the commands print it. */
export interface UnusualRow {
  readonly id: number;
  readonly customer: number;
  /** When it was found and last seen: ISO 8601, UTC. */
  readonly at: string;
  readonly last: string;
  readonly kind: UnusualKind;
  /** Country calling code of a new destination; null for the other kinds. */
  readonly prefix: string | null;
  readonly messages: number;
  /** In words, with what is usual. */
  readonly text: string;
}

export interface UnusualInput {
  readonly customer?: string | undefined;
  readonly days: string;
  readonly limit: string;
  readonly before?: string | undefined;
}

/** Days for which unusual traffic is kept, and maximum rows. */
const most = { days: 90, rows: 10_000 };

function rowOf(finding: Finding): UnusualRow {
  const { id, customerId: customer, at, lastAt, kind, prefix, messages } = finding;
  return {
    id,
    customer,
    at: new Date(at).toISOString(),
    last: new Date(lastAt).toISOString(),
    kind,
    prefix: prefix === "" ? null : prefix,
    messages,
    text: unusualText(finding),
  };
}

/** Unusual traffic that was seen in the last days, newest first; behind the row `before` if given. @throws Refusal */
export async function listUnusual(
  { unusual }: Pick<Store, "unusual">,
  input: UnusualInput,
  now: number,
): Promise<readonly UnusualRow[]> {
  const query = {
    customerId: input.customer === undefined ? undefined : customerIdOf(input.customer),
    since: now - dayLength * wholeNumberOf("number of days", input.days, 1, most.days),
    before: input.before === undefined ? undefined : storedIdOf("row", input.before),
    limit: wholeNumberOf("limit", input.limit, 1, most.rows),
  };
  return (await unusual.list(query)).map(rowOf);
}
