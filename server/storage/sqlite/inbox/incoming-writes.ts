import { boundedText, joinedText, numberKey } from "../../../domain/inbox/joined-text.js";
import { maxInboxText } from "../../../domain/inbox/messages.js";
import type { IncomingStore } from "../../../ports/incoming.js";
import type { Database } from "../engine/database.js";
import { type Forgetting, prepareForget } from "../engine/forget.js";
import type { InboxWrites } from "./inbox-writes.js";
import type { IncomingEffect, ReceivedPart } from "../../../domain/inbox/received-part.js";
import type { InboxForward } from "../../../domain/inbox/forwards.js";

export interface IncomingWrites {
  receive(parts: readonly ReceivedPart[]): readonly IncomingEffect[];
  joinIncomplete(input: { readonly before: number; readonly limit: number }): number;
  forgetStrays(input: Forgetting): number;
  addNumber(input: {
    readonly number: Parameters<IncomingStore["addNumber"]>[0];
    readonly at: number;
  }): Awaited<ReturnType<IncomingStore["addNumber"]>>;
  removeNumber(number: string): boolean;
  setForward(forward: InboxForward): boolean;
  removeForward(customerId: number): boolean;
  endForward(id: number): null;
  postponeForward(input: { readonly id: number; readonly nextAt: number }): null;
}

interface Message {
  readonly from: string;
  readonly to: string;
  readonly subject: string | undefined;
  readonly text: string;
  readonly complete: boolean;
  readonly at: number;
}

/** Longest address of an inbox message. */
const maxAddress = 20;

type Deliver = (message: Message) => "delivered" | "stray";
type PutIntoInbox = (customerId: number, message: Message) => void;

/** Puts a message into an inbox, and into the queue of the customer's own server if there is one. */
function preparePut(database: Database, addInbox: InboxWrites["addInbox"]): PutIntoInbox {
  const forward = database.prepare(
    `INSERT INTO forward (id, customer_id, sender, addressee, subject, text, complete, at, next_at)
     SELECT ?, customer_id, ?, ?, ?, ?, ?, ?, ? FROM inbox_forward WHERE customer_id = ?`,
  );
  return (customerId, { from, to, subject, text, complete, at }) => {
    const id = addInbox({ customerId, from, to, subject, text, at });
    if (id !== null) forward.run(id, from, to, subject ?? null, text, Number(complete), at, at, customerId);
  };
}

function prepareDeliver(database: Database, put: PutIntoInbox): Deliver {
  const owner = database.prepare<{ readonly customer_id: number }>(
    "SELECT customer_id FROM inbox_number WHERE number = ?",
  );
  const stray = database.prepare(
    "INSERT INTO stray_message (sender, addressee, subject, text, at) VALUES (?, ?, ?, ?, ?)",
  );
  return (received) => {
    const { text: bounded, isWhole } = boundedText(received.text, maxInboxText);
    const message = { ...received, text: bounded, complete: received.complete && isWhole };
    const found = owner.get(numberKey(message.to));
    if (found === undefined) {
      const { from, to, subject = null, text, at } = message;
      stray.run(from, numberKey(to), subject, text, at);
      return "stray";
    }
    put(found.customer_id, message);
    return "delivered";
  };
}

interface IncomingRow {
  readonly id: number;
  readonly sender: string;
  readonly addressee: string;
  readonly total: number;
  readonly joined: number;
  readonly at: number;
}

const utf16 = (text: string): Uint8Array => Buffer.from(text, "utf16le");
const textOf = (octets: Uint8Array): string => Buffer.from(octets).toString("utf16le");

interface Joins {
  add(part: ReceivedPart, network: number): IncomingEffect;
  joinIncomplete(before: number, limit: number): number;
}

function joinStatements(database: Database) {
  const columns = "id, sender, addressee, total, joined, at";
  return {
    find: database.prepare<IncomingRow>(
      `SELECT ${columns} FROM incoming
       WHERE network = ? AND sender = ? AND addressee = ? AND reference = ? AND total = ?`,
    ),
    insert: database.prepare<IncomingRow>(
      `INSERT INTO incoming (network, sender, addressee, reference, total, at) VALUES (?, ?, ?, ?, ?, ?)
       RETURNING ${columns}`,
    ),
    known: database.prepare<{ readonly text: Uint8Array }>(
      "SELECT text FROM incoming_part WHERE incoming = ? AND number = ?",
    ),
    insertPart: database.prepare("INSERT INTO incoming_part (incoming, number, text) VALUES (?, ?, ?)"),
    parts: database.prepare<{ readonly number: number; readonly text: Uint8Array }>(
      "SELECT number, text FROM incoming_part WHERE incoming = ?",
    ),
    setJoined: database.prepare("UPDATE incoming SET joined = 1 WHERE id = ?"),
    remove: database.prepare("DELETE FROM incoming WHERE id = ?"),
    overdue: database.prepare<IncomingRow>(
      `SELECT ${columns} FROM incoming WHERE at < ? ORDER BY at LIMIT ?`,
    ),
  };
}

function prepareJoins(database: Database, deliver: Deliver): Joins {
  const { find, insert, known, insertPart, parts, setJoined, remove, overdue } = joinStatements(database);

  const messageOf = (
    { id, sender, addressee, total }: IncomingRow,
    at: number,
    subject?: string,
  ): Message => {
    const rows = parts.all(id);
    const texts = new Map(rows.map(({ number, text }) => [number, textOf(text)]));
    const text = joinedText(texts, total);
    return { from: sender, to: addressee, subject, text, complete: rows.length === total, at };
  };
  /** A message that begins anew under the numbers of an old one takes its place. */
  const current = (part: ReceivedPart, network: number): IncomingRow | "repeated" | undefined => {
    const { from, to, at, place, text } = part;
    if (place === undefined) return undefined;
    const key = [network, from, to, place.reference, place.total] as const;
    const row = find.get(...key);
    const before = row === undefined ? undefined : known.get(row.id, place.number);
    if (row === undefined || (before === undefined && row.joined === 0)) return row ?? insert.get(...key, at);
    if (before !== undefined && textOf(before.text) === text) return "repeated";
    if (row.joined === 0) deliver(messageOf(row, at));
    remove.run(row.id);
    return insert.get(...key, at);
  };
  return {
    add(part, network) {
      const row = current(part, network);
      if (row === undefined || row === "repeated" || part.place === undefined) return "repeated";
      insertPart.run(row.id, part.place.number, utf16(part.text));
      const message = messageOf(row, part.at, part.subject);
      if (!message.complete) return "kept";
      setJoined.run(row.id);
      return deliver(message);
    },
    joinIncomplete(before, limit) {
      const rows = overdue.all(before, limit);
      for (const row of rows) {
        if (row.joined === 0) deliver(messageOf(row, row.at));
        remove.run(row.id);
      }
      return rows.length;
    },
  };
}

type NumberWrites = Pick<IncomingWrites, "addNumber" | "removeNumber" | "forgetStrays">;

function numberWrites(database: Database, put: PutIntoInbox): NumberWrites {
  const insert = database.prepare(
    "INSERT INTO inbox_number (number, customer_id, created_at) SELECT ?, id, ? FROM customer WHERE id = ? ON CONFLICT DO NOTHING",
  );
  const customer = database.prepare<object>("SELECT 1 FROM customer WHERE id = ?");
  const remove = database.prepare("DELETE FROM inbox_number WHERE number = ?");
  const strays = database.prepare<{
    readonly id: number;
    readonly sender: string;
    readonly addressee: string;
    readonly subject: string | null;
    readonly text: string;
    readonly at: number;
  }>("SELECT id, sender, addressee, subject, text, at FROM stray_message WHERE addressee = ? ORDER BY id");
  const removeStray = database.prepare("DELETE FROM stray_message WHERE id = ?");
  const forget = prepareForget(database, "stray_message");
  return {
    addNumber({ number: { number, customerId }, at }) {
      if (insert.run(number, at, customerId).changes === 0)
        return { ok: false, reason: customer.get(customerId) === undefined ? "unknownCustomer" : "exists" };
      const found = strays.all(number);
      for (const { id, sender: from, addressee: to, subject, ...message } of found) {
        put(customerId, { ...message, subject: subject ?? undefined, from, to, complete: true });
        removeStray.run(id);
      }
      return { ok: true, strays: found.length };
    },
    removeNumber: (number) => remove.run(number).changes > 0,
    forgetStrays: forget,
  };
}

type ForwardWrites = Pick<IncomingWrites, "setForward" | "removeForward" | "endForward" | "postponeForward">;

function forwardWrites(database: Database): ForwardWrites {
  const set = database.prepare(
    `INSERT INTO inbox_forward (customer_id, url, method, private) SELECT id, ?, ?, ? FROM customer WHERE id = ?
     ON CONFLICT (customer_id) DO UPDATE
     SET url = excluded.url, method = excluded.method, private = excluded.private`,
  );
  const remove = database.prepare("DELETE FROM inbox_forward WHERE customer_id = ?");
  const drop = database.prepare("DELETE FROM forward WHERE customer_id = ?");
  const end = database.prepare("DELETE FROM forward WHERE id = ?");
  const postpone = database.prepare("UPDATE forward SET attempts = attempts + 1, next_at = ? WHERE id = ?");
  return {
    setForward: ({ customerId, url, method, private: isPrivate }) =>
      set.run(url, method, Number(isPrivate), customerId).changes > 0,
    removeForward(customerId) {
      drop.run(customerId);
      return remove.run(customerId).changes > 0;
    },
    endForward(id) {
      end.run(id);
      return null;
    },
    postponeForward({ id, nextAt }) {
      postpone.run(nextAt, id);
      return null;
    },
  };
}

function addressOf(text: string): string {
  const printable = text.replace(/\p{C}/gu, "").trim().slice(0, maxAddress);
  return printable === "" ? "unknown" : printable;
}

/** A message in one piece that its network calls by a name is known by it. */
function onlyPlace(reference: string | undefined): ReceivedPart["place"] {
  return reference === undefined ? undefined : { reference: `whole:${reference}`, number: 1, total: 1 };
}

/** Prepares every change of incoming messages on one connection. */
export function incomingWrites(database: Database, addInbox: InboxWrites["addInbox"]): IncomingWrites {
  const put = preparePut(database, addInbox);
  const deliver = prepareDeliver(database, put);
  const joins = prepareJoins(database, deliver);
  const networkOf = database.prepare<{ readonly network: number }>("SELECT network FROM link WHERE id = ?");
  return {
    ...numberWrites(database, put),
    ...forwardWrites(database),
    receive: (parts) =>
      parts.map((part) => {
        const clean = { ...part, from: addressOf(part.from), to: addressOf(part.to) };
        const place = part.place ?? onlyPlace(part.reference);
        if (place !== undefined)
          return joins.add({ ...clean, place }, networkOf.get(part.linkId)?.network ?? 0);
        const { from, to, subject, at } = clean;
        return deliver({ from, to, subject, at, text: part.text, complete: true });
      }),
    joinIncomplete: ({ before, limit }) => joins.joinIncomplete(before, limit),
  };
}
