import { type ListMember, listNameKey, type MemberChange } from "../../../domain/recipients/lists.js";
import { integer, json, text } from "../../script/columns.js";
import { rowsText, sql } from "../../script/statement.js";
import { all, get, run, type Steps } from "../../script/steps.js";

/** Members of lists: those of a list count from place 0 without gaps. */

/** The first member of each number that the list does not have yet. */
export const append = sql(
  `INSERT INTO list_member (content, pos, phone, attributes)
   SELECT $content, $before + row_number() OVER (ORDER BY place) - 1, phone, attributes FROM
     (SELECT place, phone, attributes, row_number() OVER (PARTITION BY phone ORDER BY place) AS turn
      FROM json_to_recordset($members::json) AS n (place bigint, phone text, attributes text)) AS given
   WHERE turn = 1 AND NOT EXISTS
     (SELECT 1 FROM list_member m WHERE m.content = $content AND m.phone = given.phone)`,
);
export const count = sql(
  "UPDATE list_content SET recipients = $recipients, touched_at = $at WHERE id = $content",
);
/** Guard: two changes of the members of a list come one after the other. */
const find = sql(
  `SELECT l.seq, l.content, l.columns, c.recipients FROM list l JOIN list_content c ON c.id = l.content
   WHERE l.customer_id = $customerId AND l.name_key = $key`,
  { seq: integer(), content: integer(), columns: json<readonly string[]>(), recipients: integer() },
  { lock: "FOR UPDATE" },
);
const changed = sql("UPDATE list SET version = version + 1 WHERE seq = $seq");
const remove = sql(
  "DELETE FROM list_member WHERE content = $content AND phone = ANY ($phones::text[]) RETURNING pos",
  { pos: integer() },
);
/** Members behind the last place of a list that has become shorter. */
const behind = sql(
  "SELECT phone, attributes FROM list_member WHERE content = $content AND pos >= $end ORDER BY pos",
  { phone: text(), attributes: text() },
);
const removeBehind = sql("DELETE FROM list_member WHERE content = $content AND pos >= $end");
const place = sql(
  `INSERT INTO list_member (content, pos, phone, attributes)
   SELECT $content, place, phone, attributes
   FROM json_to_recordset($members::json) AS n (place bigint, phone text, attributes text)`,
);

/** Members in their order, for `append`. */
export const membersText = (members: readonly ListMember[]): string =>
  rowsText(
    members.map(({ phone, attributes }, index) => ({
      place: index,
      phone,
      attributes: JSON.stringify(attributes),
    })),
  );

/** As `ListStore.addMembers`. */
export function* addMembers(
  customerId: number,
  name: string,
  phones: readonly string[],
  at: number,
): Steps<MemberChange> {
  const list = yield* get(find, { customerId, key: listNameKey(name) });
  if (list === undefined) return { ok: false, reason: "unknownList" };
  const { content, recipients: before, columns, seq } = list;
  const attributes = columns.slice(1).map(() => "");
  const members = membersText(phones.map((phone) => ({ phone, attributes })));
  const added = yield* run(append, { content, before, members });
  const recipients = before + added;
  if (added > 0) {
    yield* run(count, { content, recipients, at });
    yield* run(changed, { seq });
  }
  return { ok: true, changed: added, recipients, after: { added } };
}

/** As `ListStore.removeMembers`. */
export function* removeMembers(
  customerId: number,
  name: string,
  phones: readonly string[],
  at: number,
): Steps<MemberChange> {
  const list = yield* get(find, { customerId, key: listNameKey(name) });
  if (list === undefined) return { ok: false, reason: "unknownList" };
  const { content, seq } = list;
  const places = (yield* all(remove, { content, phones })).map(({ pos }) => pos);
  const removed = places.length;
  const end = list.recipients - removed;
  const done = { ok: true, changed: removed, recipients: end, after: { removed } } as const;
  if (removed === 0) return done;
  const free = places.filter((pos) => pos < end).sort((a, b) => a - b);
  const last = yield* all(behind, { content, end });
  yield* run(removeBehind, { content, end });
  const members = last.map((member, index) => ({ ...member, place: free[index] ?? 0 }));
  if (members.length > 0) yield* run(place, { content, members: rowsText(members) });
  yield* run(count, { content, recipients: end, at });
  yield* run(changed, { seq });
  return done;
}
