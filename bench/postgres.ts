import { parseArgs } from "node:util";
import type { Store } from "#server/ports/store.js";
import { openStore } from "#server/storage/index.js";
import { connect, longPatience } from "#server/storage/postgres/engine/connection.js";
import type { Database } from "#server/storage/postgres/engine/database.js";
import { postgresSettings } from "#server/storage/postgres/engine/settings.js";
import { lowestThird, median } from "./measure.js";
import { insertBare } from "./postgres/bare-rows.js";
import { dearestStatements, logOf, postmasterOf, type Use, used, writtenRows } from "./postgres/counters.js";
import { fill } from "./postgres/fill.js";
import { answers, lease, owner, sendAll } from "./postgres/life.js";
import { customers, submission } from "./postgres/messages.js";

/**
 * `node dist/bench/postgres.js postgres://USER@127.0.0.1/EMPTY [--messages N] [--fill N] [--rounds N] [--callers 1,16,64] [--statements]`:
 * the cost of a message in PostgreSQL, by the number of calls at once: CPU of the database and of this process, rows, bytes of the
 * write-ahead log, statements and commits. `--fill`: messages of 13 weeks that are in the store before. `--statements` prints the
 * dearest ones. Prints rows of `results/postgres.md`. The server must be on this machine: the CPU of its processes is read from /proc.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    messages: { type: "string", default: "2000" },
    fill: { type: "string", default: "1000000" },
    rounds: { type: "string", default: "6" },
    callers: { type: "string", default: "1,16,64,256" },
    statements: { type: "boolean", default: false },
  },
});
const [url = ""] = positionals;
const rounds = Number(values.rounds);
/** Distinct in all rounds. */
let next = 0;

/** Sends so many messages with so many calls at once. */
async function submitAll(store: Store, callers: number, count: number): Promise<void> {
  const last = next + count;
  const call = async (): Promise<void> => {
    while (next < last) {
      const { kind } = await store.outbox.submit(submission(++next));
      if (kind !== "accepted") throw new Error(`a message is ${kind}`);
    }
  };
  await Promise.all(Array.from({ length: callers }, call));
}

/** Claims, settles and reports everything, so many messages at once. */
async function deliverAll(store: Store, room: number): Promise<void> {
  const { delivery } = store;
  for (;;) {
    const now = Date.now();
    const links = [{ linkId: await lease(store, now), up: true, free: room }];
    const claimed = await delivery.claim({ owner, now, validity: 1e9, links });
    if (claimed.length === 0) return;
    const all = claimed.map((message) => answers(message, now));
    await delivery.settle(all.map(({ settlement }) => settlement));
    const effects = await delivery.receipts(all.map(({ receipt }) => receipt));
    const others = effects.filter((effect) => effect !== "changes").length;
    if (others > 0) throw new Error(`${others} receipts change nothing`);
  }
}

/** Sends so many messages as a process that delivers them; returns how many the store has handed over. */
async function sendOwn(store: Store, callers: number, count: number): Promise<number> {
  const last = next + count;
  const handedOver = await sendAll(store, callers, () => (next < last ? ++next : undefined));
  await deliverAll(store, callers);
  return handedOver;
}

/** Values for each round, per message. */
interface Costs {
  readonly perSecond: number[];
  /** Microseconds of CPU. */
  readonly database: number[];
  readonly own: number[];
}

async function measured(use: () => Use, costs: Costs, count: number, work: () => Promise<unknown>) {
  const before = use();
  await work();
  const after = use();
  costs.perSecond.push((count * 1_000) / (after.at - before.at));
  costs.database.push((after.database - before.database) / count);
  costs.own.push((after.own - before.own) / count);
}

const row = (...cells: readonly (string | number)[]): void => {
  process.stdout.write(`| ${cells.join(" | ")} |\n`);
};
/** The median of the rounds, and the mean of the best third. */
const both = (all: readonly number[]): string => `${median(all).toFixed(0)} (${lowestThird(all).toFixed(0)})`;

/** A round in which rows and statements are counted; the first round also prepares statements. */
async function counted(database: Database, callers: number, count: number): Promise<void> {
  const [before, begun] = [await writtenRows(database), await logOf(database)];
  const store = await openStore(url);
  await submitAll(store, callers, count);
  await deliverAll(store, callers);
  const log = (await logOf(database)) - begun;
  await store.close();
  const after = await writtenRows(database);
  const per = (key: keyof typeof after, digits = 2): string =>
    ((after[key] - before[key]) / count).toFixed(digits);
  const hot = (after.hot - before.hot) / (after.ofRecipients - before.ofRecipients);
  row(
    callers,
    per("inserted"),
    per("updated"),
    per("deleted"),
    `${(hot * 100).toFixed(0)} %`,
    (log / count).toFixed(0),
    per("statements"),
    per("commits", 3),
  );
}

/** Rounds of one number of callers. */
async function timed(database: Database, callers: number, count: number): Promise<void> {
  const postmaster = await postmasterOf(database);
  const use = () => used(postmaster);
  const store = await openStore(url);
  const handedOver: number[] = [];
  const works = {
    send: async () => handedOver.push((await sendOwn(store, callers, count)) / count),
    accept: () => submitAll(store, callers, count),
    deliver: () => deliverAll(store, callers),
    "bare rows": () => insertBare(database, count),
  };
  const costs = new Map<string, Costs>();
  for (let round = -1; round < rounds; round++)
    for (const [name, work] of Object.entries(works)) {
      const all = costs.get(name) ?? { perSecond: [], database: [], own: [] };
      if (round >= 0) costs.set(name, all);
      await measured(use, all, count, work);
    }
  await store.close();
  const share = (median(handedOver) * 100).toFixed(0);
  for (const [name, { perSecond, database: ofDatabase, own }] of costs)
    row(
      name === "bare rows"
        ? name
        : `${name}, ${callers} at once${name === "send" ? ` (${share} % handed over)` : ""}`,
      median(perSecond).toFixed(0),
      both(ofDatabase),
      both(own),
    );
}

function heading(...cells: readonly string[]): void {
  process.stdout.write("\n");
  row(...cells);
  row(...cells.map(() => "---"));
}

async function prepare(database: Database): Promise<void> {
  const store = await openStore(url);
  const link = {
    name: "bench",
    kind: "smpp",
    url: "smpp://bench@127.0.0.1",
    password: "",
    network: "bench",
  } as const;
  await store.links.add({ ...link, settings: {}, ofFile: false }, 0);
  for (const id of customers)
    await store.accounts.addCustomer(
      { id, name: `Customer ${id}`, payment: "postpaid", limit: undefined },
      0,
    );
  await store.retention.prepare(Date.now());
  await store.close();
  await fill(database, Number(values.fill), Date.now());
}

const database = await connect(postgresSettings(url), longPatience);
await prepare(database);
const counts = values.callers.split(",").map(Number);
/** A message that comes alone takes ten times as long. */
const messagesOf = (callers: number): number => Number(values.messages) / (callers === 1 ? 10 : 1);
heading("At once", "inserted", "updated", "deleted", "HOT", "log, bytes", "statements", "commits");
for (const callers of counts) await counted(database, callers, messagesOf(callers));
heading("Work", "messages/s", "database, us", "process, us");
for (const callers of counts) await timed(database, callers, messagesOf(callers));
if (values.statements)
  for (const line of await dearestStatements(database, next)) process.stdout.write(`${line}\n`);
await database.close();
