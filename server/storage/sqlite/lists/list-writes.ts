import {
  givenUpBefore,
  type Place,
  placed,
  type ShownList,
  updated,
} from "../../../domain/recipients/list-changes.js";
import { listNameKey, type ListDefinition, maxAppended } from "../../../domain/recipients/lists.js";
import type { ListWrites } from "../../protocol/list-writes.js";
import { customerExists, prepareUserId } from "../accounts/change.js";
import type { Database } from "../engine/database.js";

function preparePlace(database: Database): (definition: ListDefinition) => Place {
  const isCustomer = customerExists(database);
  const userId = prepareUserId(database);
  const list = database.prepare<ShownList>(
    "SELECT seq, content FROM list WHERE customer_id = ? AND name_key = ?",
  );
  return (definition) => {
    const { customerId, name, owner } = definition;
    return placed(definition, {
      isCustomer: isCustomer(customerId),
      owner: owner === undefined ? undefined : userId(customerId, owner),
      shown: list.get(customerId, listNameKey(name)),
    });
  };
}

function prepareShow(database: Database) {
  const insert = database.prepare(
    `INSERT INTO list (id, customer_id, name, name_key, category, category_key, owner, type, columns, content)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const replace = database.prepare(
    `UPDATE list SET name = ?, category = ?, category_key = ?, owner = ?, type = ?, columns = ?, content = ?,
       version = version + 1 WHERE seq = ?`,
  );
  return (definition: ListDefinition, content: number, owner: number | null, seq: number | undefined) => {
    const { id, customerId, name, category, type } = definition;
    const columns = JSON.stringify(definition.columns);
    const categoryKey = listNameKey(category);
    if (seq !== undefined) replace.run(name, category, categoryKey, owner, type, columns, content, seq);
    else
      insert.run(
        ...[id, customerId, name, listNameKey(name), category, categoryKey, owner, type, columns, content],
      );
  };
}

function prepareAppend(database: Database): ListWrites["appendMembers"] {
  const open = database.prepare<{ readonly recipients: number }>(
    "SELECT recipients FROM list_content WHERE id = ? AND state = 'filling'",
  );
  const insert = database.prepare(
    `INSERT INTO list_member (content, pos, phone, attributes) VALUES (?, ?, ?, ?)
     ON CONFLICT (content, phone) DO NOTHING`,
  );
  const count = database.prepare("UPDATE list_content SET recipients = ?, touched_at = ? WHERE id = ?");
  return ({ importId, members, at }) => {
    const before = open.get(importId)?.recipients;
    if (before === undefined) return undefined;
    let next = before;
    for (const { phone, attributes } of members) {
      next += insert.run(importId, next, phone, JSON.stringify(attributes)).changes;
    }
    count.run(next, at, importId);
    return next - before;
  };
}

function preparePurge(database: Database): ListWrites["purgeLists"] {
  const giveUp = database.prepare(
    "UPDATE list_content SET state = 'dropped' WHERE state = 'filling' AND touched_at < ?",
  );
  const dropped = database.prepare<{ readonly id: number }>(
    "SELECT id FROM list_content WHERE state = 'dropped' LIMIT 1",
  );
  const removeMembers = database.prepare(
    `DELETE FROM list_member WHERE content = ?
       AND pos < (SELECT min(pos) FROM list_member WHERE content = ?) + ?`,
  );
  const removeContent = database.prepare("DELETE FROM list_content WHERE id = ?");
  return (at) => {
    giveUp.run(givenUpBefore(at));
    const content = dropped.get()?.id;
    if (content === undefined) return false;
    if (removeMembers.run(content, content, maxAppended).changes === 0) removeContent.run(content);
    return true;
  };
}

function prepareChangeList(database: Database): ListWrites["changeList"] {
  const find = database.prepare<{ readonly seq: number }>(
    "SELECT seq FROM list WHERE customer_id = ? AND name_key = ?",
  );
  const userId = prepareUserId(database);
  const rename = database.prepare("UPDATE OR IGNORE list SET name = ?, name_key = ? WHERE seq = ?");
  const recategorise = database.prepare("UPDATE list SET category = ?, category_key = ? WHERE seq = ?");
  const setOwner = database.prepare("UPDATE list SET owner = ? WHERE seq = ?");
  return ({ customerId, name, update }) => {
    const changes = updated(update, {
      list: find.get(customerId, listNameKey(name))?.seq,
      owner: typeof update.owner === "string" ? userId(customerId, update.owner) : undefined,
    });
    if (!changes.ok) return changes;
    const { list, name: newName, category, owner } = changes;
    if (newName !== undefined && rename.run(newName, listNameKey(newName), list).changes === 0)
      return { ok: false, reason: "exists" };
    if (category !== undefined) recategorise.run(category, listNameKey(category), list);
    if (owner !== undefined) setOwner.run(owner, list);
    return { ok: true };
  };
}

/** Prepares every change of lists on one connection. */
export function listWrites(database: Database): ListWrites {
  const placeOf = preparePlace(database);
  const show = prepareShow(database);
  const begin = database.prepare<{ readonly id: number }>(
    "INSERT INTO list_content (state, touched_at) VALUES ('filling', ?) RETURNING id",
  );
  const toShown = database.prepare(
    "UPDATE list_content SET state = 'shown', touched_at = ? WHERE id = ? AND state = 'filling'",
  );
  const drop = database.prepare("UPDATE list_content SET state = 'dropped' WHERE id = ? AND state = ?");
  const remove = database.prepare<{ readonly content: number }>(
    "DELETE FROM list WHERE customer_id = ? AND name_key = ? RETURNING content",
  );
  return {
    beginImport({ definition, at }) {
      const place = placeOf(definition);
      return place.ok ? { ok: true, importId: begin.get(at)?.id ?? 0 } : place;
    },
    appendMembers: prepareAppend(database),
    finishImport({ importId, definition, at }) {
      const place = placeOf(definition);
      if (!place.ok) return place;
      if (toShown.run(at, importId).changes === 0) return { ok: false, reason: "unknownImport" };
      show(definition, importId, place.owner, place.replaced?.seq);
      if (place.replaced !== undefined) drop.run(place.replaced.content, "shown");
      return { ok: true };
    },
    cancelImport(importId) {
      drop.run(importId, "filling");
      return null;
    },
    changeList: prepareChangeList(database),
    removeList({ customerId, name }) {
      const content = remove.get(customerId, listNameKey(name))?.content;
      if (content === undefined) return { ok: false, reason: "unknownList" };
      drop.run(content, "shown");
      return { ok: true };
    },
    purgeLists: preparePurge(database),
  };
}
