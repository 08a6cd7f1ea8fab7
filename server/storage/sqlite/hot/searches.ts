import type { FoundMessage } from "../../../domain/desk/search.js";
import { phoneGroupBits } from "../../schema/numbers.js";
import { rowReader } from "../../script/columns.js";
import type { OwnSearches } from "../../tables/desk/desk-reads.js";
import { found, foundNames } from "../../tables/desk/found.js";
import type { Database } from "../engine/database.js";

const recipientGroup = `r.id >> ${phoneGroupBits}`;

/** Groups that one statement looks into. */
const groupsAtOnce = 512;

const readFound = rowReader(found);

function readsOf(database: Database, condition: string) {
  return {
    groups: database.prepare<{ readonly n: number }>(
      `WITH RECURSIVE g (n) AS (SELECT ? UNION ALL SELECT n - 1 FROM g WHERE n > ?)
       SELECT n FROM g WHERE EXISTS (SELECT 1 FROM recipient r WHERE ${recipientGroup} = g.n AND ${condition})
       ORDER BY n DESC`,
    ),
    messages: database.prepare<object>(
      `SELECT ${foundNames} FROM recipient r JOIN txn t ON t.seq = r.txn
       WHERE ${recipientGroup} = ? AND ${condition} AND r.id < ? ORDER BY r.id DESC LIMIT +?`,
    ),
  };
}

/** Messages of a number, newest first: group by group, only those that have one. */
function prepareOfNumber(database: Database): OwnSearches["ofNumber"] {
  const least = database.prepare<{ readonly id: number | null }>("SELECT min(id) AS id FROM recipient");
  // Many numbers are not given out: those at the end of each week.
  const below = database.prepare<{ readonly id: number | null }>(
    "SELECT max(id) AS id FROM recipient WHERE id < ?",
  );
  const whole = readsOf(database, "r.phone = ?");
  // Digits sort before the colon.
  const prefix = readsOf(database, "r.phone >= ? AND r.phone < ? || ':'");
  const groupOf = (id: number): number => Math.floor(id / 2 ** phoneGroupBits);
  return async ({ digits, whole: isWhole }, before, limit) => {
    const { groups, messages } = isWhole ? whole : prefix;
    const values = isWhole ? [digits] : [digits, digits];
    const all: FoundMessage[] = [];
    const lowest = groupOf(least.get()?.id ?? 0);
    let end = before;
    for (let id = below.get(end)?.id; typeof id === "number"; id = below.get(end)?.id) {
      const top = groupOf(id);
      end = (top - groupsAtOnce + 1) * 2 ** phoneGroupBits;
      for (const { n } of groups.all(top, Math.max(lowest, top - groupsAtOnce + 1), ...values)) {
        all.push(...messages.all(n, ...values, before, limit - all.length).map(readFound));
        if (all.length === limit) return all;
      }
    }
    return all;
  };
}

export function ownSearches(database: Database): OwnSearches {
  return { ofNumber: prepareOfNumber(database) };
}
