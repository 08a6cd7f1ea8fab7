import { givenUpBefore, type Place, placed, updated } from "../../../domain/recipients/list-changes.js";
import {
  type ListChange,
  type ListDefinition,
  type ListImport,
  type ListMember,
  listNameKey,
  type ListUpdate,
  maxAppended,
} from "../../../domain/recipients/lists.js";
import { integer } from "../../script/columns.js";
import { sql } from "../../script/statement.js";
import { get, run, type Steps } from "../../script/steps.js";
import { subject } from "../../script/subject.js";
import { customerExists, userId } from "../accounts/known.js";
import { addMembers, append, count, membersText, removeMembers } from "./member-writes.js";

/** Guard: two changes of a list come one after the other. A list of the same name that is made meanwhile is a conflict. */
const find = sql(
  "SELECT seq, content FROM list WHERE customer_id = $customerId AND name_key = $key",
  { seq: integer(), content: integer() },
  { lock: "FOR UPDATE" },
);
const insert = sql(
  `INSERT INTO list (id, customer_id, name, name_key, category, category_key, owner, type, columns, content)
   VALUES ($id, $customerId, $name, $key, $category, $categoryKey, $owner, $type, $columns, $content)`,
);
const replace = sql(
  `UPDATE list SET name = $name, category = $category, category_key = $categoryKey, owner = $owner, type = $type,
     columns = $columns, content = $content, version = version + 1 WHERE seq = $seq`,
);
const begin = sql("INSERT INTO list_content (state, touched_at) VALUES ('filling', $at) RETURNING id", {
  id: integer(),
});
/** Guard: the places of members are given one append after the other, and to an import that is open. */
const filling = sql(
  "SELECT recipients FROM list_content WHERE id = $importId AND state = 'filling'",
  { recipients: integer() },
  { lock: "FOR UPDATE" },
);
const toShown = sql(
  "UPDATE list_content SET state = 'shown', touched_at = $at WHERE id = $importId AND state = 'filling'",
);
const drop = sql("UPDATE list_content SET state = 'dropped' WHERE id = $content AND state = $state");

/** Guard: the unique key. A name that another list gets meanwhile is a conflict, after which this runs again. */
const rename = sql(
  `UPDATE list SET name = $name, name_key = $key WHERE seq = $list AND NOT EXISTS
     (SELECT 1 FROM list o WHERE o.customer_id = list.customer_id AND o.name_key = $key AND o.seq <> list.seq)`,
);
const recategorise = sql("UPDATE list SET category = $category, category_key = $key WHERE seq = $list");
const setOwner = sql("UPDATE list SET owner = $owner WHERE seq = $list");
const remove = sql("DELETE FROM list WHERE customer_id = $customerId AND name_key = $key RETURNING content", {
  content: integer(),
});

const giveUp = sql(
  "UPDATE list_content SET state = 'dropped' WHERE state = 'filling' AND touched_at < $before",
);
/** Guard: two processes delete two contents. */
const dropped = sql(
  "SELECT id FROM list_content WHERE state = 'dropped' LIMIT 1",
  { id: integer() },
  { lock: "FOR UPDATE SKIP LOCKED" },
);
const removeSome = sql(
  `DELETE FROM list_member WHERE content = $content
     AND pos < (SELECT min(pos) FROM list_member WHERE content = $content) + ${maxAppended}`,
);
const removeContent = sql("DELETE FROM list_content WHERE id = $content");

function* placeOf(definition: ListDefinition): Steps<Place> {
  const { customerId, name, owner } = definition;
  return placed(definition, {
    isCustomer: yield* customerExists(customerId),
    owner: owner === undefined ? undefined : yield* userId(customerId, owner),
    shown: yield* get(find, { customerId, key: listNameKey(name) }),
  });
}

function* show(
  definition: ListDefinition,
  content: number,
  { owner, replaced }: Extract<Place, { ok: true }>,
): Steps<void> {
  const { id, customerId, name, category, type } = definition;
  const columns = JSON.stringify(definition.columns);
  const row = { name, category, categoryKey: listNameKey(category), owner, type, columns, content };
  if (replaced !== undefined) yield* run(replace, { ...row, seq: replaced.seq });
  else yield* run(insert, { ...row, id, customerId, key: listNameKey(name) });
}

/** Changes of lists. */
export const lists = subject(
  "lists",
  {
    *beginImport(definition: ListDefinition, at: number): Steps<ListImport> {
      const place = yield* placeOf(definition);
      return place.ok ? { ok: true, importId: (yield* get(begin, { at }))?.id ?? 0 } : place;
    },
    *appendMembers(importId: number, members: readonly ListMember[], at: number): Steps<number | undefined> {
      const before = (yield* get(filling, { importId }))?.recipients;
      if (before === undefined) return undefined;
      const added = yield* run(append, { content: importId, before, members: membersText(members) });
      yield* run(count, { content: importId, recipients: before + added, at });
      return added;
    },
    *finishImport(importId: number, definition: ListDefinition, at: number): Steps<ListChange> {
      const place = yield* placeOf(definition);
      if (!place.ok) return place;
      if ((yield* run(toShown, { importId, at })) === 0) return { ok: false, reason: "unknownImport" };
      yield* show(definition, importId, place);
      if (place.replaced !== undefined) yield* run(drop, { content: place.replaced.content, state: "shown" });
      return { ok: true };
    },
    *cancelImport(importId: number): Steps<void> {
      yield* run(drop, { content: importId, state: "filling" });
    },
    *changeList(customerId: number, name: string, update: ListUpdate): Steps<ListChange> {
      const changes = updated(update, {
        list: (yield* get(find, { customerId, key: listNameKey(name) }))?.seq,
        owner: typeof update.owner === "string" ? yield* userId(customerId, update.owner) : undefined,
      });
      if (!changes.ok) return changes;
      const { list, name: newName, category, owner } = changes;
      if (newName !== undefined) {
        const renamed = yield* run(rename, { list, name: newName, key: listNameKey(newName) });
        if (renamed === 0) return { ok: false, reason: "exists" };
      }
      if (category !== undefined) yield* run(recategorise, { list, category, key: listNameKey(category) });
      if (owner !== undefined) yield* run(setOwner, { list, owner });
      return { ok: true };
    },
    *removeList(customerId: number, name: string): Steps<ListChange> {
      const content = (yield* get(remove, { customerId, key: listNameKey(name) }))?.content;
      if (content === undefined) return { ok: false, reason: "unknownList" };
      yield* run(drop, { content, state: "shown" });
      return { ok: true };
    },
    addMembers,
    removeMembers,
    *purgeLists(at: number): Steps<boolean> {
      yield* run(giveUp, { before: givenUpBefore(at) });
      const content = (yield* get(dropped))?.id;
      if (content === undefined) return false;
      if ((yield* run(removeSome, { content })) === 0) yield* run(removeContent, { content });
      return true;
    },
  },
  [
    "beginImport",
    "appendMembers",
    "finishImport",
    "cancelImport",
    "changeList",
    "removeList",
    "addMembers",
    "removeMembers",
    "purgeLists",
  ],
);
