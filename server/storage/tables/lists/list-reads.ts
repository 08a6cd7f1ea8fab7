import { userNameKey } from "../../../domain/accounts/accounts.js";
import {
  type DistributionListType,
  listNameKey,
  type ListCriteria,
  type ListMember,
  type MemberSelection,
  type PlacedList,
  type RecipientList,
  type SelectOutcome,
} from "../../../domain/recipients/lists.js";
import { selecting } from "../../../domain/recipients/member-selection.js";
import type { ListStore } from "../../../ports/campaigns.js";
import type { Caller } from "../../script/calls.js";
import { json, optional, type RowOf, text, integer } from "../../script/columns.js";
import type { Reads, Snapshots } from "../../script/reads.js";
import { sql } from "../../script/statement.js";
import { calls, type WritesOf } from "../../script/subject.js";
import { lists } from "./list-writes.js";
import { misreadNumbers } from "./misread.js";

/** Lists of a page. */
const pageSize = 500;

const list = {
  seq: integer(),
  id: text(),
  customerId: integer(),
  name: text(),
  category: text(),
  owner: optional(text()),
  type: text<DistributionListType>(),
  columns: json<readonly string[]>(),
  version: integer(),
  recipients: integer(),
  content: integer(),
};
const select =
  `SELECT l.seq, l.id, l.customer_id, l.name, l.category, u.name AS owner, l.type, l.columns, l.version,
  c.recipients, l.content
FROM list l JOIN list_content c ON c.id = l.content LEFT JOIN customer_user u ON u.id = l.owner` as const;

/** Lists of a customer that a user may see. */
const isVisible = "l.customer_id = $customerId AND (l.owner IS NULL OR u.name_key = $user)" as const;
const page = `AND l.seq > $after ORDER BY l.seq LIMIT ${pageSize}` as const;

const every = sql(`${select} WHERE true ${page}`, list);
const ofCustomer = sql(`${select} WHERE l.customer_id = $customerId ${page}`, list);
const named = sql(`${select} WHERE l.customer_id = $customerId AND l.name_key = $name`, list);
const selected = sql(`${select} WHERE ${isVisible} AND l.id = $id AND l.type = $type`, list);

/** Compares only if a value is given. */
const optionally = <const Column extends string, const Name extends string>(column: Column, name: Name) =>
  `($${name}::text IS NULL OR ${column} = $${name})` as const;
const criteria =
  `${optionally("l.id", "id")} AND ${optionally("l.name_key", "name")} AND ${optionally("l.category_key", "category")}` as const;
/** One statement for each condition that an index serves; the others are compared. */
const visible = <const Condition extends string>(condition: Condition) =>
  sql(`${select} WHERE ${isVisible} ${condition} AND ${criteria} ${page}` as const, list);
const found = {
  id: visible("AND l.id = $id"),
  name: visible("AND l.name_key = $name"),
  category: visible("AND l.category_key = $category"),
  all: visible(""),
};

function foundBy({ id, name, category }: ListCriteria): typeof found.all {
  if (id !== undefined) return found.id;
  if (name !== undefined) return found.name;
  return category === undefined ? found.all : found.category;
}

const member = { phone: text(), attributes: text() };
const members = sql(
  "SELECT phone, attributes FROM list_member WHERE content = $content AND pos >= $start ORDER BY pos LIMIT $count",
  member,
);

function listOf(row: RowOf<typeof list>): RecipientList {
  const { id, customerId, name, category, owner, type, columns, version, recipients } = row;
  return { id, customerId, name, category, owner, type, columns, version, recipients };
}

function placedList(row: RowOf<typeof list>): PlacedList {
  return { ...listOf(row), place: row.seq };
}

function keyOf(name: string | undefined): string | undefined {
  return name === undefined ? undefined : listNameKey(name);
}

/** Each page begins behind the last list of the one before: nothing stays open between two. */
async function* pages<List>(
  read: (after: number) => Promise<readonly RowOf<typeof list>[]>,
  shown: (row: RowOf<typeof list>) => List,
  first = 0,
): AsyncGenerator<readonly List[], void> {
  for (let after = first; ;) {
    const rows = await read(after);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows.map(shown);
    if (rows.length < pageSize) return;
    after = last.seq;
  }
}

async function selectMembers(
  reads: Reads,
  row: RowOf<typeof list>,
  selection: MemberSelection,
  take: (phones: readonly string[]) => void,
  { slice, pause }: Snapshots,
): Promise<SelectOutcome> {
  const round = selecting(selection, listOf(row));
  if (typeof round === "string") return { ok: false, reason: round };
  const memberOf = ({ phone, attributes }: RowOf<typeof member>): ListMember => ({
    phone,
    // This program has written the JSON.
    attributes: round.needsAttributes ? (JSON.parse(attributes) as readonly string[]) : [],
  });
  for (let next = round.next(slice); next !== undefined; next = round.next(slice)) {
    if (next.start > selection.offset) await pause();
    const phones = round.take((await reads.all(members, { content: row.content, ...next })).map(memberOf));
    if (phones.length > 0) take(phones);
  }
  return { ok: true };
}

/** Lists and their members. */
export function listStore(
  reads: Reads,
  writer: Caller<WritesOf<typeof lists>>,
  snapshots: Snapshots,
): ListStore {
  return {
    ...calls(writer, lists),
    find: ({ customerId, userName }, criteria, first) => {
      const { id, name, category } = criteria;
      const values = {
        customerId,
        user: userNameKey(userName),
        id,
        name: keyOf(name),
        category: keyOf(category),
      };
      return pages((after) => reads.all(foundBy(criteria), { ...values, after }), placedList, first);
    },
    all: async (customerId) => {
      const all: RecipientList[] = [];
      const read = (after: number) =>
        customerId === undefined ? reads.all(every, { after }) : reads.all(ofCustomer, { customerId, after });
      for await (const some of pages(read, listOf)) {
        for (const each of some) all.push(each);
        await snapshots.pause();
      }
      return all;
    },
    named: async (customerId, name) => {
      const row = await reads.get(named, { customerId, name: listNameKey(name) });
      return row && listOf(row);
    },
    misread: () => misreadNumbers(reads),
    select: ({ customerId, userName }, selection, take) =>
      snapshots.long(async (own) => {
        const { listId: id, type } = selection;
        const row = await own.get(selected, { customerId, user: userNameKey(userName), id, type });
        if (row === undefined) return { ok: false, reason: "unknownList" };
        return selectMembers(own, row, selection, take, snapshots);
      }),
  };
}
