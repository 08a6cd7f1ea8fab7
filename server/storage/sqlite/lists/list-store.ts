import type { ListStore } from "../../../ports/campaigns.js";
import type { Database, SqlValue, Statement } from "../engine/database.js";
import { listColumns, listOf, type ListRow, parseTexts } from "../../rows/list-row.js";
import { setImmediate } from "node:timers/promises";
import {
  listNameKey,
  type ListCriteria,
  type ListMember,
  type ListViewer,
  type MemberSelection,
  type RecipientList,
  type SelectOutcome,
} from "../../../domain/recipients/lists.js";
import { selecting } from "../../../domain/recipients/member-selection.js";
import { userNameKey } from "../../../domain/accounts/accounts.js";
import { withSnapshot } from "../engine/snapshot.js";

type ListReads = Pick<ListStore, "find" | "all" | "named" | "select">;

/** Members that are read without a pause: about two milliseconds. */
const sliceSize = 1000;
/** Lists that are read without a pause. */
const pageSize = 500;

const visible = "l.customer_id = ? AND (l.owner IS NULL OR u.name_key = ?)";

/** Reads lists page by page, each after the last `seq` of the previous one: no transaction stays open between pages. */
async function* readPages(
  statement: Statement<ListRow>,
  values: readonly SqlValue[],
): AsyncGenerator<readonly RecipientList[], void> {
  for (let after = 0; ;) {
    const rows = statement.all(...values, after, pageSize);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows.map(listOf);
    if (rows.length < pageSize) return;
    after = last.seq;
  }
}

async function readLists(
  statement: Statement<ListRow>,
  values: readonly SqlValue[],
): Promise<readonly RecipientList[]> {
  const found: RecipientList[] = [];
  for await (const page of readPages(statement, values)) {
    for (const list of page) found.push(list);
    await setImmediate();
  }
  return found;
}

/** One statement per combination of conditions, so that each uses the index it needs. */
function prepareFind(database: Database): ListReads["find"] {
  const statements = new Map<string, Statement<ListRow>>();
  const prepared = (conditions: string): Statement<ListRow> => {
    const statement =
      statements.get(conditions) ??
      database.prepare<ListRow>(
        `${listColumns} WHERE ${visible}${conditions} AND l.seq > ? ORDER BY l.seq LIMIT +?`,
      );
    statements.set(conditions, statement);
    return statement;
  };
  return ({ customerId, userName }: ListViewer, { id, name, category }: ListCriteria) => {
    const wanted = [
      { condition: " AND l.id = ?", value: id },
      { condition: " AND l.name_key = ?", value: name === undefined ? undefined : listNameKey(name) },
      {
        condition: " AND l.category_key = ?",
        value: category === undefined ? undefined : listNameKey(category),
      },
    ].flatMap(({ condition, value }) => (value === undefined ? [] : [{ condition, value }]));
    const statement = prepared(wanted.map(({ condition }) => condition).join(""));
    return readPages(statement, [customerId, userNameKey(userName), ...wanted.map(({ value }) => value)]);
  };
}

interface MemberRow {
  readonly phone: string;
  readonly attributes: string;
}

async function readMembers(
  database: Database,
  list: ListRow,
  selection: MemberSelection,
  take: (phones: readonly string[]) => void,
): Promise<SelectOutcome> {
  const round = selecting(selection, listOf(list));
  if (typeof round === "string") return { ok: false, reason: round };
  const members = database.prepare<MemberRow>(
    "SELECT phone, attributes FROM list_member WHERE content = ? AND pos >= ? ORDER BY pos LIMIT +?",
  );
  const memberOf = ({ phone, attributes }: MemberRow): ListMember => ({
    phone,
    attributes: round.needsAttributes ? parseTexts(attributes) : [],
  });
  for (let read = round.next(sliceSize); read !== undefined; read = round.next(sliceSize)) {
    if (read.start > selection.offset) await setImmediate();
    const phones = round.take(members.all(list.content, read.start, read.count).map(memberOf));
    if (phones.length > 0) take(phones);
  }
  return { ok: true };
}

/** Reads for those who run the service: they see every list. */
function operatorReads(database: Database): Pick<ListReads, "all" | "named"> {
  const slice = "l.seq > ? ORDER BY l.seq LIMIT +?";
  const all = database.prepare<ListRow>(`${listColumns} WHERE ${slice}`);
  const ofCustomer = database.prepare<ListRow>(`${listColumns} WHERE l.customer_id = ? AND ${slice}`);
  const named = database.prepare<ListRow>(`${listColumns} WHERE l.customer_id = ? AND l.name_key = ?`);
  return {
    all: async (customerId) =>
      customerId === undefined ? readLists(all, []) : readLists(ofCustomer, [customerId]),
    named: async (customerId, name) => {
      const row = named.get(customerId, listNameKey(name));
      return row === undefined ? undefined : listOf(row);
    },
  };
}

/** Prepares every read of lists on one connection; `open` gives another one for long reads. */
export function listReads(database: Database, open: () => Database): ListReads {
  return {
    ...operatorReads(database),
    find: prepareFind(database),
    select: async ({ customerId, userName }, selection, take) =>
      withSnapshot(open, async (own) => {
        const list = own
          .prepare<ListRow>(`${listColumns} WHERE ${visible} AND l.id = ? AND l.type = ?`)
          .get(customerId, userNameKey(userName), selection.listId, selection.type);
        if (list === undefined) return { ok: false, reason: "unknownList" };
        return readMembers(own, list, selection, take);
      }),
  };
}
