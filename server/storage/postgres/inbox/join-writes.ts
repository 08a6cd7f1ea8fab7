import {
  joined,
  type JoinRow,
  overdue,
  type PartText,
  type PlacedPart,
} from "../../../domain/inbox/joining.js";
import type { ReceivedMessage } from "../../../domain/inbox/received-part.js";
import type { Session } from "../engine/database.js";
import { lockKeys } from "../engine/key-locks.js";
import { sql } from "../engine/statement.js";

interface Head extends JoinRow {
  readonly id: number;
}

interface PartRow {
  readonly number: number;
  readonly text: Uint8Array;
}

const columns = 'id, sender AS "from", addressee AS "to", total, joined, at';

/** Guard: what `overdueMessages` takes away meanwhile is not there any more. */
const find = sql<Head>(
  `SELECT ${columns} FROM incoming
   WHERE network = $1 AND sender = $2 AND addressee = $3 AND reference = $4 AND total = $5 FOR UPDATE`,
);
/** Guard: two processes take two messages. */
const due = sql<Head>(
  `SELECT ${columns} FROM incoming WHERE at < $1 ORDER BY at LIMIT $2 FOR UPDATE SKIP LOCKED`,
);
const insert = sql<{ readonly id: number }>(
  `INSERT INTO incoming (network, sender, addressee, reference, total, at) VALUES ($1, $2, $3, $4, $5, $6)
   RETURNING id`,
);
const parts = sql<PartRow>("SELECT number, text FROM incoming_part WHERE incoming = $1");
const insertPart = sql("INSERT INTO incoming_part (incoming, number, text) VALUES ($1, $2, $3)");
const setJoined = sql("UPDATE incoming SET joined = true WHERE id = $1");
const remove = sql("DELETE FROM incoming WHERE id = $1");
const networks = sql<{ readonly id: number; readonly network: number }>(
  "SELECT id, network FROM link WHERE id = ANY ($1::bigint[])",
);

const utf16 = (text: string): Uint8Array => Buffer.from(text, "utf16le");

async function partsOf(session: Session, head: Head): Promise<readonly PartText[]> {
  const rows = await session.all(parts, head.id);
  return rows.map(({ number, text }) => ({ number, text: Buffer.from(text).toString("utf16le") }));
}

/** Result of a part, with the messages to deliver in their order; the last one of a `complete` is its own. */
export interface Join {
  readonly effect: "repeated" | "kept" | "complete";
  readonly messages: readonly ReceivedMessage[];
}

type Key = readonly [network: number, from: string, to: string, reference: string, total: number];

async function join(session: Session, part: PlacedPart, key: Key): Promise<Join> {
  const found = await session.get(find, ...key);
  const change = joined(part, found, found === undefined ? [] : await partsOf(session, found));
  if (change === "repeated") return { effect: change, messages: [] };
  const { replaced, complete } = change;
  if (found !== undefined && replaced !== undefined) await session.run(remove, found.id);
  const id =
    replaced === undefined && found !== undefined
      ? found.id
      : ((await session.get(insert, ...key, part.at))?.id ?? 0);
  await session.run(insertPart, id, part.place.number, utf16(part.text));
  if (complete !== undefined) await session.run(setJoined, id);
  const messages = [replaced?.message, complete].filter((message) => message !== undefined);
  return { effect: complete === undefined ? "kept" : "complete", messages };
}

/** Joins parts to their messages, in their order. */
export async function joinParts(session: Session, placed: readonly PlacedPart[]): Promise<readonly Join[]> {
  if (placed.length === 0) return [];
  const links = placed.map(({ linkId }) => linkId);
  const network = new Map((await session.all(networks, links)).map((row) => [row.id, row.network]));
  const keys = placed.map(({ linkId, from, to, place: { reference, total } }): Key => [
    ...([network.get(linkId) ?? 0, from, to, reference, total] as const),
  ]);
  // Guard: two parts of a message that come at once join one after the other, even when it has no row yet.
  await lockKeys(
    session,
    "join",
    keys.map((key) => key.join(" ")),
  );
  const joins: Join[] = [];
  for (const [index, part] of placed.entries()) {
    const key = keys[index];
    if (key !== undefined) joins.push(await join(session, part, key));
  }
  return joins;
}

/** Takes away messages that have waited since before a time for parts, or for repeated ones. */
export async function overdueMessages(
  session: Session,
  before: number,
  limit: number,
): Promise<{ readonly taken: number; readonly messages: readonly ReceivedMessage[] }> {
  const heads = await session.all(due, before, limit);
  const messages: ReceivedMessage[] = [];
  for (const head of heads) {
    const message = overdue(head, await partsOf(session, head));
    if (message !== undefined) messages.push(message);
    await session.run(remove, head.id);
  }
  return { taken: heads.length, messages };
}
