import { type Finding, unusualText } from "../domain/unusual/unusual.js";
import { dayLength } from "../domain/usage/usage.js";
import { storedIdOf } from "../admin/ids.js";
import { customerFilter } from "./account-fields.js";
import { longList } from "./action.js";
import { number, preset, integer } from "./fields.js";
import { described, nullable, textMember } from "./members.js";
import { partWith } from "./parts.js";

/** Unusual traffic of a customer as the commands print it. */
export type UnusualRow = ReturnType<typeof rowOf>;

/** Days for which unusual traffic is kept. */
const mostDays = 90;

function rowOf(finding: Finding) {
  const { id, customerId: customer, at, lastAt, kind, prefix, messages } = finding;
  return {
    id,
    customer,
    /** When it was found and last seen: ISO 8601, UTC. */
    at: new Date(at).toISOString(),
    last: new Date(lastAt).toISOString(),
    kind,
    /** Country calling code of a new destination; null for the other kinds. */
    prefix: prefix === "" ? null : prefix,
    messages,
    /** In words, with what is usual. */
    text: unusualText(finding),
  };
}

/** Unusual traffic that was seen in the last days, newest first. */
export const listUnusual = longList({
  name: "customer unusual",
  help: "List unusual traffic of customers, newest first. Example: messenger customer unusual --days 7",
  may: { operator: "viewer" },
  filters: {
    customer: customerFilter,
    days: preset(
      "30",
      number(undefined, `seen in these last days, 1 to ${mostDays}`, { form: "<count>" }),
      integer("number of days", 1, mostDays),
    ),
  },
  members: {
    ...described(["id", "customer", "at", "last", "messages"]),
    kind: textMember("volume, failures or destination"),
    prefix: nullable(textMember("country calling code of a new destination; null for the other kinds")),
    text: textMember("what was seen, and what is usual"),
  },
  columns: ["id", "customer", "at", "last", "kind", "prefix", "messages", "text"],
  cut: {
    of: "rows",
    cursor: { option: "before", form: "<id>", meaning: "only rows older than this one" },
  },
  part: async ({ customer: customerId, days }, wanted, { store: { unusual }, now }) => {
    const { limit, after } = wanted;
    const before = after === undefined ? after : storedIdOf("row", after);
    const found = await unusual.list({ customerId, since: now - dayLength * days, before, limit });
    return partWith(found, wanted, rowOf, ({ id }) => String(id));
  },
});
