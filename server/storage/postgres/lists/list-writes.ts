import {
  givenUpBefore,
  type Place,
  placed,
  type ShownList,
  updated,
} from "../../../domain/recipients/list-changes.js";
import { listNameKey, type ListDefinition, maxAppended } from "../../../domain/recipients/lists.js";
import type { ListWrites } from "../../protocol/list-writes.js";
import { customerExists, userId } from "../accounts/change.js";
import { type Batches, oneByOne } from "../engine/batch.js";
import type { Session } from "../engine/database.js";
import { sql } from "../engine/statement.js";

/** Guard: two changes of a list come one after the other. A list of the same name that is made meanwhile is a conflict. */
const findList = sql<ShownList>(
  "SELECT seq, content FROM list WHERE customer_id = $1 AND name_key = $2 FOR UPDATE",
);

async function placeOf(session: Session, definition: ListDefinition): Promise<Place> {
  const { customerId, name, owner } = definition;
  return placed(definition, {
    isCustomer: await customerExists(session, customerId),
    owner: owner === undefined ? undefined : await userId(session, customerId, owner),
    shown: await session.get(findList, customerId, listNameKey(name)),
  });
}

const insert = sql(
  `INSERT INTO list (id, customer_id, name, name_key, category, category_key, owner, type, columns, content)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
);
const replace = sql(
  `UPDATE list SET name = $2, category = $3, category_key = $4, owner = $5, type = $6, columns = $7, content = $8,
     version = version + 1 WHERE seq = $1`,
);

async function show(
  session: Session,
  definition: ListDefinition,
  content: number,
  { owner, replaced }: Extract<Place, { ok: true }>,
): Promise<void> {
  const { id, customerId, name, category, type } = definition;
  const rest = [category, listNameKey(category), owner, type, JSON.stringify(definition.columns), content];
  if (replaced !== undefined) await session.run(replace, replaced.seq, name, ...rest);
  else await session.run(insert, id, customerId, name, listNameKey(name), ...rest);
}

const begin = sql<{ readonly id: number }>(
  "INSERT INTO list_content (state, touched_at) VALUES ('filling', $1) RETURNING id",
);
/** Guard: the places of members are given one append after the other, and to an import that is open. */
const filling = sql<{ readonly recipients: number }>(
  "SELECT recipients FROM list_content WHERE id = $1 AND state = 'filling' FOR UPDATE",
);
const append = sql(
  `INSERT INTO list_member (content, pos, phone, attributes)
   SELECT $1, $2 + row_number() OVER (ORDER BY place) - 1, phone, attributes FROM (
     SELECT DISTINCT ON (phone) phone, attributes, place
     FROM unnest($3::text[], $4::text[]) WITH ORDINALITY AS n (phone, attributes, place)
     WHERE NOT EXISTS (SELECT FROM list_member m WHERE m.content = $1 AND m.phone = n.phone)
     ORDER BY phone, place) AS added`,
);
const count = sql("UPDATE list_content SET recipients = $2, touched_at = $3 WHERE id = $1");
const toShown = sql(
  "UPDATE list_content SET state = 'shown', touched_at = $2 WHERE id = $1 AND state = 'filling'",
);
const drop = sql("UPDATE list_content SET state = 'dropped' WHERE id = $1 AND state = $2");

type ImportWrites = Pick<ListWrites, "beginImport" | "appendMembers" | "finishImport" | "cancelImport">;

const importWrites: Batches<ImportWrites> = {
  beginImport: oneByOne(async (session, { definition, at }) => {
    const place = await placeOf(session, definition);
    return place.ok ? { ok: true, importId: (await session.get(begin, at))?.id ?? 0 } : place;
  }),
  appendMembers: oneByOne(async (session, { importId, members, at }) => {
    const before = (await session.get(filling, importId))?.recipients;
    if (before === undefined) return undefined;
    const phones = members.map(({ phone }) => phone);
    const attributes = members.map((member) => JSON.stringify(member.attributes));
    const added = await session.run(append, importId, before, phones, attributes);
    await session.run(count, importId, before + added, at);
    return added;
  }, 4),
  finishImport: oneByOne(async (session, { importId, definition, at }) => {
    const place = await placeOf(session, definition);
    if (!place.ok) return place;
    if ((await session.run(toShown, importId, at)) === 0) return { ok: false, reason: "unknownImport" };
    await show(session, definition, importId, place);
    if (place.replaced !== undefined) await session.run(drop, place.replaced.content, "shown");
    return { ok: true };
  }),
  cancelImport: oneByOne(async (session, importId) => {
    await session.run(drop, importId, "filling");
    return null;
  }),
};

/** Guard: the unique key, as for a new list. */
const rename = sql(
  `UPDATE list l SET name = $2, name_key = $3 WHERE seq = $1 AND NOT EXISTS
     (SELECT FROM list o WHERE o.customer_id = l.customer_id AND o.name_key = $3 AND o.seq <> l.seq)`,
);
const recategorise = sql("UPDATE list SET category = $2, category_key = $3 WHERE seq = $1");
const setOwner = sql("UPDATE list SET owner = $2 WHERE seq = $1");
const remove = sql<{ readonly content: number }>(
  "DELETE FROM list WHERE customer_id = $1 AND name_key = $2 RETURNING content",
);

const giveUp = sql("UPDATE list_content SET state = 'dropped' WHERE state = 'filling' AND touched_at < $1");
/** Guard: two processes delete two contents. */
const dropped = sql<{ readonly id: number }>(
  "SELECT id FROM list_content WHERE state = 'dropped' LIMIT 1 FOR UPDATE SKIP LOCKED",
);
const removeMembers = sql(
  `DELETE FROM list_member WHERE content = $1
     AND pos < (SELECT min(pos) FROM list_member WHERE content = $1) + $2`,
);
const removeContent = sql("DELETE FROM list_content WHERE id = $1");

/** Every change of lists. */
export const listWrites: Batches<ListWrites> = {
  ...importWrites,
  changeList: oneByOne(async (session, { customerId, name, update }) => {
    const changes = updated(update, {
      list: (await session.get(findList, customerId, listNameKey(name)))?.seq,
      owner: typeof update.owner === "string" ? await userId(session, customerId, update.owner) : undefined,
    });
    if (!changes.ok) return changes;
    const { list, name: newName, category, owner } = changes;
    if (newName !== undefined && (await session.run(rename, list, newName, listNameKey(newName))) === 0)
      return { ok: false, reason: "exists" };
    if (category !== undefined) await session.run(recategorise, list, category, listNameKey(category));
    if (owner !== undefined) await session.run(setOwner, list, owner);
    return { ok: true };
  }),
  removeList: oneByOne(async (session, { customerId, name }) => {
    const content = (await session.get(remove, customerId, listNameKey(name)))?.content;
    if (content === undefined) return { ok: false, reason: "unknownList" };
    await session.run(drop, content, "shown");
    return { ok: true };
  }),
  purgeLists: oneByOne(async (session, at) => {
    await session.run(giveUp, givenUpBefore(at));
    const content = (await session.get(dropped))?.id;
    if (content === undefined) return false;
    if ((await session.run(removeMembers, content, maxAppended)) === 0)
      await session.run(removeContent, content);
    return true;
  }),
};
