import type { FoundMessage, NumberCondition } from "../../../domain/desk/search.js";
import { phoneGroup } from "../../schema/numbers.js";
import { optional, integer } from "../../script/columns.js";
import type { Reads } from "../../script/reads.js";
import { sql } from "../../script/statement.js";
import { found, foundNames } from "./found.js";
import { type GroupReads, messagesInGroups } from "./groups.js";

const { sqlite, postgres } = phoneGroup;

/** The bounds of a group choose its partition. */
const inGroup = <const Group extends string>(group: Group) =>
  `${postgres.of("r.id")} = ${group} AND r.id BETWEEN ${group} << ${postgres.bits} AND (${group} + 1 << ${postgres.bits}) - 1` as const;

/** Digits sort before the colon. */
type Condition = "r.phone = $digits" | "r.phone >= $digits AND r.phone < $digits || ':'";

const groupsText = (isIn: string, condition: Condition) =>
  `WITH RECURSIVE g (n) AS (SELECT CAST($top AS bigint) UNION ALL SELECT n - 1 FROM g WHERE n > $lowest)
   SELECT n FROM g WHERE EXISTS (SELECT 1 FROM recipient r WHERE ${isIn} AND ${condition}) ORDER BY n DESC` as const;

/**
 * As `groupsText`, for PostgreSQL and prefixes: it makes the plan before it knows the digits, and would join by reading all recipients of
 * every partition.
 */
const oneByOne = (condition: Condition) =>
  `WITH RECURSIVE g (n) AS (SELECT CAST($top AS bigint) UNION ALL SELECT n - 1 FROM g WHERE n > $lowest)
   SELECT n FROM g CROSS JOIN LATERAL
     (SELECT 1 FROM recipient r WHERE ${inGroup("g.n")} AND ${condition} LIMIT 1) AS found (one) ORDER BY n DESC` as const;

/** Sorts ids, which the index has, and reads only the messages that are wanted: a group may have thousands with a prefix. */
const messagesText = <const In extends string>(isIn: In, condition: Condition) =>
  `SELECT ${foundNames} FROM
     (SELECT r.id FROM recipient r WHERE ${isIn} AND ${condition} AND r.id < $before ORDER BY r.id DESC LIMIT $limit) AS newest
   CROSS JOIN recipient r CROSS JOIN txn t WHERE r.id = newest.id AND t.seq = r.txn ORDER BY r.id DESC` as const;

type GroupsText = ReturnType<typeof groupsText | typeof oneByOne>;

const statementsFor = (condition: Condition, groups: GroupsText) => ({
  groups: sql(
    groups,
    { n: integer() },
    // `n` comes from a CAST: without the sign, SQLite compares the group as a number made of it, and cannot use the index.
    { sqlite: groupsText(`${sqlite.of("r.id")} = +g.n`, condition) },
  ),
  messages: sql(messagesText(inGroup("$group::bigint"), condition), found, {
    // SQLite plans by the value of `LIMIT ?`, and compiles the statement anew with each call.
    sqlite: messagesText(`${sqlite.of("r.id")} = $group`, condition).replace("LIMIT $", "LIMIT +$"),
  }),
});
const [whole, prefix] = ["r.phone = $digits", "r.phone >= $digits AND r.phone < $digits || ':'"] as const;
const ofWhole = statementsFor(whole, groupsText(inGroup("g.n"), whole));
const ofPrefix = statementsFor(prefix, oneByOne(prefix));

const end = { id: optional(integer()) };
const least = sql("SELECT min(id) AS id FROM recipient", end);
const below = sql("SELECT max(id) AS id FROM recipient WHERE id < $end", end);

/** Messages of a number with smaller ids than `before`, newest first. */
export function messagesOfNumber(
  reads: Reads,
  bits: number,
  { digits, whole: isWhole }: NumberCondition,
  before: number,
  limit: number,
): Promise<readonly FoundMessage[]> {
  const { groups, messages } = isWhole ? ofWhole : ofPrefix;
  const groupReads: GroupReads = {
    bits,
    least: async () => (await reads.get(least))?.id,
    below: async (number) => (await reads.get(below, { end: number }))?.id,
    groups: (top, lowest) => reads.all(groups, { top, lowest, digits }),
    messages: (group, most) => reads.all(messages, { group, digits, before, limit: most }),
  };
  return messagesInGroups(groupReads, before, limit);
}
