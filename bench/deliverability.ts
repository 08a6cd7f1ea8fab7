import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { comparedBy, type DeliverabilityChoice, reportGroupings } from "#server/admin/deliverability.js";
import { RecipientState } from "#server/domain/recipient-state.js";
import { comparedPeriods } from "#server/domain/usage/deliverability.js";
import { DeliverabilityTally, delayPlace } from "#server/domain/usage/deliverability-counts.js";
import { firstKept } from "#server/domain/usage/deliverability-spans.js";
import { hourLength, hourOf } from "#server/domain/usage/usage.js";
import { openStore } from "#server/storage/index.js";
import { connect } from "#server/storage/postgres/engine/connection.js";
import { postgresSettings } from "#server/storage/postgres/engine/settings.js";
import { sql } from "#server/storage/postgres/engine/statement.js";
import { loadDriver } from "#server/storage/sqlite/engine/driver.js";
import { addChanges } from "#server/storage/tables/usage/deliverability-counters.js";
import { median } from "./measure.js";
import { postmasterOf } from "./postgres/counters.js";
import { cpuOfServer } from "./process-tree.js";

/**
 * `node dist/bench/deliverability.js [MESSAGES] [postgres://USER@127.0.0.1/EMPTY]` prints rows of results/operators.md: time of the reads of the page
 * about deliverability with the counters of so many messages (default 10,000,000) in 60 days, in SQLite or in an empty database of
 * PostgreSQL. There are 100 customers, of which few send most, each to one to four of ten countries, 700 prefixes, 3 links and 6 codes.
 */
const messages = Number(process.argv.find((argument) => /^\d+$/u.test(argument)) ?? 10_000_000);
const url = process.argv.find((argument) => argument.startsWith("postgres:"));
const days = 60;
const now = Date.UTC(2026, 2, 1, 15);
const repetitions = 9;

const countries = ["1", "44", "49", "33", "91", "971", "974", "30", "380", "55"];
const prefixesOf = (code: string): number => (code === "1" ? 300 : 45);
const codes = ["RINVDSTADR (0x0b)", "RSUBMITFAIL (0x45)", "001", "006", "027", "no receipt in time"];
const { Delivered, Undeliverable, Failed, Expired } = RecipientState;
const failures = [Failed, Failed, Undeliverable, Undeliverable, Expired, Expired] as const;

/** Numbers from 0 to 1, always the same. */
let seed = 1;
function random(): number {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return seed / 2 ** 32;
}

/** One of so many, the first ones most often. */
const skewed = (count: number): number => Math.floor(count * random() ** 3);

function countMessage(tally: DeliverabilityTally, at: number): void {
  const customerId = 1_000 + skewed(100);
  const country = countries[(customerId + skewed(1 + (customerId % 4))) % countries.length] ?? "1";
  const prefix = skewed(prefixesOf(country));
  const digits = `${country}${200 + prefix}00`.slice(0, 5);
  const isDelivered = random() < 0.95;
  const failure = skewed(codes.length);
  const group = {
    ...{ customerId, digits, endedAt: at, messages: 1, parts: 1 },
    linkId: 1 + ((country.length + skewed(2)) % 3),
    code: isDelivered ? "" : (codes[failure] ?? ""),
    delay: delayPlace(2_000 * Math.exp(1.5 * (random() + random() + random() - 1.5))),
  };
  tally.ended(group, isDelivered ? Delivered : (failures[failure] ?? Failed));
}

const [byHour = { hour: 0 }] = firstKept(hourOf(now));

/** Hours whose counters the service no longer keeps are counted with the first one of their day. */
function countedAt(at: number): number {
  const hour = hourOf(at);
  return hourLength * (hour < byHour.hour ? hour - (hour % 24) : hour);
}

/** Stores the changes of all messages, those of an hour at once: more of them by day than at night. */
async function fill(add: (changes: string) => unknown): Promise<void> {
  const tally = new DeliverabilityTally();
  for (let at = now - days * 24 * hourLength; at <= now; at += hourLength) {
    const share = (1 + 0.9 * Math.sin(((hourOf(at) % 24) / 24) * 2 * Math.PI - 2)) / 24 / days;
    for (let left = Math.round(messages * share); left > 0; left--) countMessage(tally, countedAt(at));
    if (countedAt(at) === countedAt(at + hourLength)) continue;
    const changes = tally.take();
    if (changes !== undefined) await add(changes);
  }
}

async function fillSqlite(file: string): Promise<undefined> {
  const database = (await loadDriver()).open(file, false);
  const insert = database.prepare(addChanges("?"));
  await fill((changes) => insert.run(changes));
  database.close();
}

/** Returns the process of the server. */
async function fillPostgres(place: string): Promise<number> {
  const database = await connect(postgresSettings(place));
  await fill((changes) => database.run(sql(addChanges("$1")), changes));
  const postmaster = await postmasterOf(database);
  await database.close();
  return postmaster;
}

/** CPU time so far in milliseconds: of this process, whose threads read SQLite, and of the server of PostgreSQL. */
function cpuUsed(postmaster: number | undefined): number {
  const { user, system } = process.cpuUsage();
  return (user + system + (postmaster === undefined ? 0 : cpuOfServer(postmaster))) / 1_000;
}

/** Prints the times of reads after a first one, which prepares the statement. */
async function measured(
  name: string,
  postmaster: number | undefined,
  read: () => Promise<number>,
): Promise<void> {
  const rows = await read();
  const [times, used]: [number[], number[]] = [[], []];
  for (let round = 0; round < repetitions; round++) {
    const [before, cpu] = [performance.now(), cpuUsed(postmaster)];
    await read();
    times.push(performance.now() - before);
    used.push(cpuUsed(postmaster) - cpu);
  }
  process.stdout.write(`| ${name} | ${rows} | ${median(times).toFixed(0)} | ${median(used).toFixed(0)} |\n`);
}

const folder = mkdtempSync(join(tmpdir(), "messenger-deliverability-"));
try {
  const place = url ?? `sqlite:${join(folder, "messenger.db")}`;
  await (await openStore(place)).close();
  const postmaster = await (url === undefined ? fillSqlite(join(folder, "messenger.db")) : fillPostgres(url));
  const store = await openStore(place);
  while (await store.retention.gatherDeliverability(5));
  while (await store.retention.foldDeliverability(hourOf(now)));
  const all = { customerId: undefined, linkId: undefined, callingCode: undefined };
  const read = async (choice: DeliverabilityChoice): Promise<number> =>
    (await comparedBy(store, choice.by, choice, now)).rows.length;
  process.stdout.write("| Read | Rows | Time, ms | CPU, ms |\n| --- | --- | --- | --- |\n");
  for (const period of comparedPeriods)
    for (const by of reportGroupings)
      await measured(`${by}, ${period}`, postmaster, () => read({ ...all, by, period }));
  await measured("country of a customer, 30d", postmaster, () =>
    read({ ...all, by: "country", period: "30d", customerId: 1_000 }),
  );
  await store.close();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
