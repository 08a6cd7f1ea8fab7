import { type Finding, unusualText } from "../domain/unusual/unusual.js";
import { dayLength } from "../domain/usage/usage.js";
import { storedIdOf } from "../admin/ids.js";
import { customerFilter } from "./account-fields.js";
import { list } from "./action.js";
import { number, optional, preset, text, whole } from "./fields.js";
import { described, nullable, textMember } from "./members.js";

/** Unusual traffic of a customer as the commands print it. */
export type UnusualRow = ReturnType<typeof rowOf>;

const isoTime = (at: number): string => new Date(at).toISOString();

const rowOf = (finding: Finding) => ({
  id: finding.id,
  customer: finding.customerId,
  /** When it was found and last seen: ISO 8601, UTC. */
  at: isoTime(finding.at),
  last: isoTime(finding.lastAt),
  kind: finding.kind,
  /** Country calling code of a new destination; null for the other kinds. */
  prefix: finding.prefix === "" ? null : finding.prefix,
  messages: finding.messages,
  /** In words, with what is usual. */
  text: unusualText(finding),
});

/** Days for which unusual traffic is kept. */
const mostDays = 90;

/** Unusual traffic that was seen in the last days, newest first. */
export const listUnusual = list({
  name: "customer unusual",
  help: "List unusual traffic of customers, newest first. Example: messenger customer unusual --days 7",
  may: { operator: "viewer" },
  filters: {
    customer: customerFilter,
    days: preset(
      "30",
      number(undefined, "seen in these last days, 1 to 90", { form: "<count>" }),
      whole("number of days", 1, mostDays),
    ),
    limit: preset(
      "100",
      number(undefined, "maximum rows, 1 to 10000", { form: "<count>" }),
      whole("limit", 1, 10_000),
    ),
    before: optional(text(undefined, "only rows older than this one", { form: "<id>" }), (given) =>
      storedIdOf("row", given),
    ),
  },
  columns: ["id", "customer", "at", "last", "kind", "prefix", "messages", "text"],
  members: {
    ...described(["id", "customer", "at", "last", "messages"]),
    kind: textMember("volume, failures or destination"),
    prefix: nullable(textMember("country calling code of a new destination; null for the other kinds")),
    text: textMember("what was seen, and what is usual"),
  },
  rows: async ({ customer: customerId, days, limit, before }, { store, now }) =>
    (await store.unusual.list({ customerId, since: now - dayLength * days, before, limit })).map(rowOf),
});
