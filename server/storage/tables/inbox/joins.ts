import { endsKeptFor, type OtherSession, ownerOf, sessionOf } from "../../../domain/inbox/arrivals.js";
import {
  equalElsewhere,
  joined,
  type JoinRow,
  overdue,
  type PartText,
  type PlacedPart,
} from "../../../domain/inbox/joining.js";
import type { ReceivedMessage } from "../../../domain/inbox/received-part.js";
import { bytes, flag, mapped, optional, text, integer } from "../../script/columns.js";
import { sql } from "../../script/statement.js";
import { all, get, run, type Steps } from "../../script/steps.js";
import { alone, lockKeys } from "../primitives.js";

const headNames = 'id, sender AS "from", addressee AS "to", total, joined, at';
const head = { id: integer(), from: text(), to: text(), total: integer(), joined: flag(), at: integer() };

/** Guard: what `overdueMessages` takes away meanwhile is not there any more. */
const find = sql(
  `SELECT ${headNames} FROM incoming
   WHERE network = $network AND sender = $from AND addressee = $to AND reference = $reference AND total = $total`,
  head,
  { lock: "FOR UPDATE" },
);
/** Guard: two processes take two messages. */
const due = sql(`SELECT ${headNames} FROM incoming WHERE at < $before ORDER BY at LIMIT $limit`, head, {
  lock: "FOR UPDATE SKIP LOCKED",
});
const insert = sql(
  `INSERT INTO incoming (network, sender, addressee, reference, total, at)
   VALUES ($network, $from, $to, $reference, $total, $at) RETURNING id`,
  { id: integer() },
);
const utf16 = "utf16le";
const parts = sql("SELECT number, at, arrival, text FROM incoming_part WHERE incoming = $id", {
  number: integer(),
  at: integer(),
  arrival: text(),
  text: mapped(bytes(), (stored) => Buffer.from(stored).toString(utf16)),
});
const insertPart = sql(
  "INSERT INTO incoming_part (incoming, number, at, arrival, text) VALUES ($id, $number, $at, $arrival, $text)",
);
const setJoined = sql("UPDATE incoming SET joined = true WHERE id = $id");
const remove = sql("DELETE FROM incoming WHERE id = $id");
const networks = sql("SELECT id, network FROM link WHERE id = ANY ($links::bigint[])", {
  id: integer(),
  network: integer(),
});

/** One process serves a file: no session of another one is open. */
const otherSession = sql(
  `SELECT (SELECT at FROM session_end WHERE session = $session) AS ended,
     (SELECT until FROM delivery_lease WHERE owner = $owner AND until > 0) AS until,
     EXISTS (SELECT 1 FROM delivery_lease WHERE owner = $owner AND NOT ended AND until > $storeTime) AS is_held`,
  { ended: optional(integer()), until: optional(integer()), isHeld: flag() },
  {
    sqlite:
      "SELECT (SELECT at FROM session_end WHERE session = $session) AS ended, NULL AS until, 0 AS is_held",
  },
);
const endSession = sql(
  "INSERT INTO session_end (session, at) VALUES ($session, $at) ON CONFLICT (session) DO NOTHING",
);
const forgetEnds = sql(
  "DELETE FROM session_end WHERE session IN (SELECT session FROM session_end WHERE at < $before ORDER BY at LIMIT 100)",
);

/** Stores the end of a session over which parts may have arrived, and forgets those of sessions that ended long ago. */
export function* endOfSession(session: string, at: number): Steps<void> {
  yield* run(endSession, { session, at });
  if (yield* alone("forget ends of sessions")) yield* run(forgetEnds, { before: at - endsKeptFor });
}

/** Result of a part, with the messages to deliver in their order; the last one of a `complete` is its own. */
export interface Join {
  readonly effect: "repeated" | "undecided" | "kept" | "complete";
  readonly messages: readonly ReceivedMessage[];
}

interface Key {
  readonly network: number;
  readonly from: string;
  readonly to: string;
  readonly reference: string;
  readonly total: number;
}

const textsOf = (open: (JoinRow & { readonly id: number }) | undefined): Steps<readonly PartText[]> =>
  all(parts, { id: open?.id });

function* sessionOfPart({ arrival }: PartText, storeTime: number): Steps<OtherSession | undefined> {
  return yield* get(otherSession, { session: sessionOf(arrival), owner: ownerOf(arrival), storeTime });
}

function* join(part: PlacedPart, key: Key): Steps<Join> {
  const found = yield* get(find, { ...key });
  const texts = found === undefined ? [] : yield* textsOf(found);
  const elsewhere = equalElsewhere(part, texts);
  const other = elsewhere && (yield* sessionOfPart(elsewhere, part.at));
  const change = joined(part, found, texts, other);
  if (change === "repeated" || change === "undecided") return { effect: change, messages: [] };
  const { replaced, complete } = change;
  if (found !== undefined && replaced !== undefined) yield* run(remove, { id: found.id });
  const continued = replaced === undefined ? found : undefined;
  const id = (continued ?? (yield* get(insert, { ...key, at: part.at })))?.id;
  const { place, at, arrival, text: said } = part;
  const row = { id, number: place.number, at, arrival: arrival?.key ?? "" };
  yield* run(insertPart, { ...row, text: Buffer.from(said, utf16) });
  if (complete !== undefined) yield* run(setJoined, { id });
  const messages = [replaced?.message, complete].filter((message) => message !== undefined);
  return { effect: complete === undefined ? "kept" : "complete", messages };
}

/** Joins parts to their messages, in their order. */
export function* joinParts(placed: readonly PlacedPart[]): Steps<readonly Join[]> {
  if (placed.length === 0) return [];
  const rows = yield* all(networks, { links: placed.map(({ linkId }) => linkId) });
  const networkOf = new Map(rows.map(({ id, network }) => [id, network]));
  const keys = placed.map(({ linkId, from, to, place: { reference, total } }): Key => {
    return { network: networkOf.get(linkId) ?? 0, from, to, reference, total };
  });
  // Guard: two parts of a message that come at once join one after the other, even when it has no row yet.
  yield* lockKeys(
    "join",
    keys.map((key) => Object.values(key).join(" ")),
  );
  const joins: Join[] = [];
  for (const [index, part] of placed.entries()) {
    const key = keys[index];
    if (key !== undefined) joins.push(yield* join(part, key));
  }
  return joins;
}

/** Takes away messages that have waited since before a time for parts, or for repeated ones. */
export function* overdueMessages(
  before: number,
  limit: number,
): Steps<{ readonly taken: number; readonly messages: readonly ReceivedMessage[] }> {
  const heads = yield* all(due, { before, limit });
  const messages: ReceivedMessage[] = [];
  for (const open of heads) {
    const message = overdue(open, yield* textsOf(open));
    if (message !== undefined) messages.push(message);
    yield* run(remove, { id: open.id });
  }
  return { taken: heads.length, messages };
}
