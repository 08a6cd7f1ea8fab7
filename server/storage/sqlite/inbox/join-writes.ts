import {
  joined,
  type JoinRow,
  overdue,
  type PartText,
  type PlacedPart,
} from "../../../domain/inbox/joining.js";
import type { IncomingEffect, ReceivedMessage } from "../../../domain/inbox/received-part.js";
import type { Database } from "../engine/database.js";

/** Delivers a message, to an inbox or not. */
export type Deliver = (message: ReceivedMessage) => "delivered" | "stray";

export interface Joins {
  add(part: PlacedPart): IncomingEffect;
  joinIncomplete(before: number, limit: number): number;
}

interface HeadRow extends Omit<JoinRow, "joined"> {
  readonly id: number;
  readonly joined: 0 | 1;
}

type Head = JoinRow & Pick<HeadRow, "id">;

interface PartRow {
  readonly number: number;
  readonly text: Uint8Array;
}

function headOf(row: HeadRow): Head {
  return { ...row, joined: row.joined === 1 };
}

const utf16 = (text: string): Uint8Array => Buffer.from(text, "utf16le");

function partOf({ number, text }: PartRow): PartText {
  return { number, text: Buffer.from(text).toString("utf16le") };
}

function prepareParts(database: Database): (head: number) => readonly PartText[] {
  const parts = database.prepare<PartRow>("SELECT number, text FROM incoming_part WHERE incoming = ?");
  return (head) => parts.all(head).map(partOf);
}

type Key = readonly [network: number, from: string, to: string, reference: string, total: number];

function joinStatements(database: Database) {
  const columns = 'id, sender AS "from", addressee AS "to", total, joined, at';
  const find = database.prepare<HeadRow>(
    `SELECT ${columns} FROM incoming
     WHERE network = ? AND sender = ? AND addressee = ? AND reference = ? AND total = ?`,
  );
  const due = database.prepare<HeadRow>(`SELECT ${columns} FROM incoming WHERE at < ? ORDER BY at LIMIT +?`);
  const insert = database.prepare<Pick<HeadRow, "id">>(
    `INSERT INTO incoming (network, sender, addressee, reference, total, at) VALUES (?, ?, ?, ?, ?, ?)
     RETURNING id`,
  );
  return {
    find: (key: Key) => find.all(...key).map(headOf)[0],
    due: (before: number, limit: number) => due.all(before, limit).map(headOf),
    insert: (key: Key, at: number) => insert.get(...key, at)?.id ?? 0,
    parts: prepareParts(database),
    insertPart: database.prepare("INSERT INTO incoming_part (incoming, number, text) VALUES (?, ?, ?)"),
    setJoined: database.prepare("UPDATE incoming SET joined = 1 WHERE id = ?"),
    remove: database.prepare("DELETE FROM incoming WHERE id = ?"),
    network: database.prepare<{ readonly network: number }>("SELECT network FROM link WHERE id = ?"),
  };
}

/** Prepares the joining of parts on one connection. */
export function prepareJoins(database: Database, deliver: Deliver): Joins {
  const { find, due, insert, parts, insertPart, setJoined, remove, network } = joinStatements(database);
  const drop = ({ id }: Head, message: ReceivedMessage | undefined): void => {
    if (message !== undefined) deliver(message);
    remove.run(id);
  };
  return {
    add(part) {
      const { reference, number, total } = part.place;
      const key = [network.get(part.linkId)?.network ?? 0, part.from, part.to, reference, total] as const;
      const found = find(key);
      const change = joined(part, found, found === undefined ? [] : parts(found.id));
      if (change === "repeated") return change;
      if (found !== undefined && change.replaced !== undefined) drop(found, change.replaced.message);
      const id = change.replaced === undefined && found !== undefined ? found.id : insert(key, part.at);
      insertPart.run(id, number, utf16(part.text));
      if (change.complete === undefined) return "kept";
      setJoined.run(id);
      return deliver(change.complete);
    },
    joinIncomplete(before, limit) {
      const heads = due(before, limit);
      for (const head of heads) drop(head, overdue(head, parts(head.id)));
      return heads.length;
    },
  };
}
