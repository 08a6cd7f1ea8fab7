import type { NumberCondition } from "../../../domain/desk/search.js";
import { phoneGroup } from "../../schema/numbers.js";
import { optional, integer } from "../../script/columns.js";
import type { Reads } from "../../script/reads.js";
import { either } from "../../script/dialect.js";
import { sql, type StatementOptions } from "../../script/statement.js";
import { type Examination, examining } from "./examined.js";
import { foundNames } from "./found.js";
import { examineGroups, type GroupReads } from "./groups.js";

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
 * every partition. In the order of their index, it reads one entry of that.
 */
const oneByOne = (condition: Condition) =>
  `WITH RECURSIVE g (n) AS (SELECT CAST($top AS bigint) UNION ALL SELECT n - 1 FROM g WHERE n > $lowest)
   SELECT n FROM g CROSS JOIN LATERAL
     (SELECT 1 FROM recipient r WHERE ${inGroup("g.n")} AND ${condition}
      ORDER BY ${postgres.of("r.id")}, r.phone LIMIT 1) AS found (one) ORDER BY n DESC` as const;

const isInGroup = either(inGroup("$group::bigint"), `${sqlite.of("r.id")} = $group`);

/** Sorts ids, which the index has, and reads only the messages that are wanted: a group may have thousands with a prefix. */
const messagesText = (condition: Condition) =>
  `SELECT ${foundNames} FROM
     (SELECT r.id FROM recipient r WHERE ${isInGroup} AND ${condition} AND r.id < $before ORDER BY r.id DESC LIMIT $examine) AS newest
   CROSS JOIN recipient r CROSS JOIN txn t WHERE r.id = newest.id AND t.seq = r.txn ORDER BY r.id DESC` as const;

type GroupsText = ReturnType<typeof groupsText | typeof oneByOne>;

const statementsFor = (
  condition: Condition,
  groups: GroupsText,
  options?: Pick<StatementOptions, "planned">,
) => ({
  groups: sql(
    groups,
    { n: integer() },
    // `n` comes from a CAST: without the sign, SQLite compares the group as a number made of it, and cannot use the index.
    { sqlite: groupsText(`${sqlite.of("r.id")} = +g.n`, condition) },
  ),
  messages: examining(messagesText(condition), "m.id DESC", options),
});
const [whole, prefix] = ["r.phone = $digits", "r.phone >= $digits AND r.phone < $digits || ':'"] as const;
const ofWhole = statementsFor(whole, groupsText(inGroup("g.n"), whole));
/**
 * A group may have thousands of messages with a prefix, or none: it is read by id or by number. A plan for all prefixes reads all ids of each
 * group.
 */
const ofPrefix = statementsFor(prefix, oneByOne(prefix), { planned: "eachTime" });

const end = { id: optional(integer()) };
const least = sql("SELECT min(id) AS id FROM recipient", end);
const below = sql("SELECT max(id) AS id FROM recipient WHERE id < $end", end);

/** Examines messages of a number with smaller ids than `before`, newest first. */
export function examineNumber(
  reads: Reads,
  bits: number,
  { digits, whole: isWhole }: NumberCondition,
  before: number,
  examination: Examination,
): Promise<void> {
  const { groups, messages } = isWhole ? ofWhole : ofPrefix;
  const groupReads: GroupReads = {
    bits,
    least: async () => (await reads.get(least))?.id,
    below: async (number) => (await reads.get(below, { end: number }))?.id,
    groups: (top, lowest) => reads.all(groups, { top, lowest, digits }),
    goesOnBehind: async (group) => {
      const values = { group, digits, before, ...examination.values };
      return examination.goesOnBehind(await reads.all(messages, values));
    },
  };
  return examineGroups(groupReads, before);
}
