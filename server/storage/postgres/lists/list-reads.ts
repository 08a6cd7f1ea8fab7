import { userNameKey } from "../../../domain/accounts/accounts.js";
import {
  listNameKey,
  type ListMember,
  type MemberSelection,
  type RecipientList,
  type SelectOutcome,
} from "../../../domain/recipients/lists.js";
import { selecting } from "../../../domain/recipients/member-selection.js";
import type { ListStore } from "../../../ports/campaigns.js";
import { listColumns, listOf, type ListRow, parseTexts } from "../../rows/list-row.js";
import type { Database, Queries } from "../engine/database.js";
import { sql } from "../engine/statement.js";

type ListReads = Pick<ListStore, "find" | "all" | "named" | "select">;

/** Members and lists that one statement reads. */
const sliceSize = 5000;
const pageSize = 500;

/** Of user `$2` of customer `$1`. */
const visible = "l.customer_id = $1 AND (l.owner IS NULL OR u.name_key = $2)";

const found = sql<ListRow>(
  `${listColumns} WHERE ${visible} AND ($3::text IS NULL OR l.id = $3) AND ($4::text IS NULL OR l.name_key = $4)
     AND ($5::text IS NULL OR l.category_key = $5) AND l.seq > $6 ORDER BY l.seq LIMIT ${pageSize}`,
);
const all = sql<ListRow>(
  `${listColumns} WHERE ($1::bigint IS NULL OR l.customer_id = $1) AND l.seq > $2 ORDER BY l.seq LIMIT ${pageSize}`,
);
const named = sql<ListRow>(`${listColumns} WHERE l.customer_id = $1 AND l.name_key = $2`);
const selected = sql<ListRow>(`${listColumns} WHERE ${visible} AND l.id = $3 AND l.type = $4`);

interface MemberRow {
  readonly phone: string;
  readonly attributes: string;
}

const members = sql<MemberRow>(
  "SELECT phone, attributes FROM list_member WHERE content = $1 AND pos >= $2 ORDER BY pos LIMIT $3",
);

/** Each page begins behind the last list of the one before: nothing stays open between two. */
async function* pages(
  read: (after: number) => Promise<readonly ListRow[]>,
): AsyncGenerator<readonly RecipientList[], void> {
  for (let after = 0; ;) {
    const rows = await read(after);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows.map(listOf);
    if (rows.length < pageSize) return;
    after = last.seq;
  }
}

async function readMembers(
  queries: Queries,
  list: ListRow,
  selection: MemberSelection,
  take: (phones: readonly string[]) => void,
): Promise<SelectOutcome> {
  const round = selecting(selection, listOf(list));
  if (typeof round === "string") return { ok: false, reason: round };
  const memberOf = ({ phone, attributes }: MemberRow): ListMember => ({
    phone,
    attributes: round.needsAttributes ? parseTexts(attributes) : [],
  });
  for (let read = round.next(sliceSize); read !== undefined; read = round.next(sliceSize)) {
    const rows = await queries.all(members, list.content, read.start, read.count);
    const phones = round.take(rows.map(memberOf));
    if (phones.length > 0) take(phones);
  }
  return { ok: true };
}

/** Every read of lists. */
export function listReads(database: Database): ListReads {
  return {
    find: ({ customerId, userName }, { id, name, category }) => {
      const wanted = [
        id ?? null,
        name === undefined ? null : listNameKey(name),
        category === undefined ? null : listNameKey(category),
      ];
      return pages((after) => database.all(found, customerId, userNameKey(userName), ...wanted, after));
    },
    all: async (customerId) => {
      const lists: RecipientList[] = [];
      for await (const page of pages((after) => database.all(all, customerId ?? null, after)))
        for (const list of page) lists.push(list);
      return lists;
    },
    named: async (customerId, name) => {
      const row = await database.get(named, customerId, listNameKey(name));
      return row === undefined ? undefined : listOf(row);
    },
    select: ({ customerId, userName }, selection, take) =>
      database.snapshot(async (queries) => {
        const { listId, type } = selection;
        const list = await queries.get(selected, customerId, userNameKey(userName), listId, type);
        if (list === undefined) return { ok: false, reason: "unknownList" };
        return readMembers(queries, list, selection, take);
      }),
  };
}
