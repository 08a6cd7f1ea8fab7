import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hashPassword } from "#server/credentials/hash.js";
import { openStore } from "#server/storage/index.js";
import { loadDriver } from "#server/storage/sqlite/engine/driver.js";
import { median, type Row } from "../measure.js";
import { cpuOfTree } from "../process-tree.js";
import { customer, customers, openAccounts } from "./account.js";
import { ConsoleVisitor, kindOf, placesOn, type Received } from "./console-visitor.js";
import { addOperator, adminPort, longestBlock, operator, searches } from "./desk.js";
import { fillMessages, insertsAround } from "./fill.js";
import { startMessenger } from "./messenger.js";

/** Milliseconds of CPU that a page may take once it is warm. */
const limit = 200;

/** Times that each page is read: the last one counts. */
const times = 3;

/** Pages of each site that are read. */
const most = 250;

interface Measured {
  readonly place: string;
  /** Milliseconds of CPU, of all processes of the service. */
  readonly cpu: number;
  /** Longest block of the event loop, in milliseconds. */
  readonly block: number;
}

interface Site {
  readonly name: "console" | "portal";
  readonly visitor: ConsoleVisitor;
  readonly base: string;
  readonly searches: readonly Readonly<Record<string, string>>[];
}

/** The service that is measured. */
interface Service {
  /** CPU of all its processes, with that of its database, in microseconds. */
  readonly cpu: () => number;
  /** Where its metrics are. */
  readonly metrics: string;
}

/** Reads each page that a site leads to. */
async function readSite(site: Site, { cpu: used, metrics }: Service): Promise<readonly Measured[]> {
  const { visitor, base } = site;
  const measured: Measured[] = [];
  const waiting = [`${base}/`];
  const known = new Set(waiting.map(kindOf));
  const read = async (place: string, open: () => Promise<Received>): Promise<void> => {
    let received = await open();
    let [cpu, block] = [0, 0];
    for (let time = 1; time < times; time++) {
      await longestBlock(metrics);
      const before = used();
      received = await open();
      cpu = (used() - before) / 1_000;
      block = await longestBlock(metrics);
    }
    if (received.status >= 400) throw new Error(`${site.name} ${place}: ${received.status}`);
    measured.push({ place: `${site.name} ${place.slice(base.length)}`, cpu, block });
    for (const path of placesOn(received, base)) {
      if (known.has(kindOf(path))) continue;
      known.add(kindOf(path));
      waiting.push(path);
    }
  };
  for (const conditions of site.searches)
    await read(`${base} find ${JSON.stringify(conditions)}`, async () => {
      await visitor.get(`${base}/messages`);
      return visitor.post(`${base}/messages/find`, conditions);
    });
  for (let index = 0; index < Math.min(waiting.length, most); index++) {
    const place = waiting[index] ?? "";
    await read(place, () => visitor.get(place));
  }
  return measured;
}

const owner = "owner";

async function addOwner(database: string): Promise<void> {
  const store = await openStore(database);
  const at = Date.now();
  const passwordHash = await hashPassword(operator.password);
  await store.portal.invite(
    { tokenHash: owner, customerId: customer, user: owner, role: owner, expiresAt: at + 60_000 },
    at,
  );
  await store.portal.accept(owner, passwordHash, { name: owner, source: "bench" }, at);
  await store.close();
}

function rowsOf(measured: readonly Measured[]): readonly Row[] {
  const dear = measured.toSorted((one, other) => other.cpu - one.cpu);
  const above = dear.filter(({ cpu }) => cpu > limit);
  const named = (above.length > 0 ? above : dear.slice(0, 3)).map(
    ({ place, cpu }) => `${place.replaceAll("|", " ")} ${cpu.toFixed(0)}`,
  );
  const [blocking] = measured.toSorted((one, other) => other.block - one.block);
  return [
    {
      name: "CPU of the dearest page of console and portal",
      value: dear[0]?.cpu ?? NaN,
      unit: "ms",
      targets: { at: "most", must: limit, goal: 100, moonshot: 50 },
      note: `median ${median(dear.map(({ cpu }) => cpu)).toFixed(1)} of ${dear.length}; ${above.length} above ${limit}; ${named.join(", ")}`,
    },
    {
      name: "longest block of the event loop by a page",
      value: blocking?.block ?? NaN,
      unit: "ms",
      note: blocking?.place ?? "",
    },
  ];
}

/** A port that nobody uses now. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

/** A store that is filled. */
export interface PageStore {
  /** Address for `--database`. */
  readonly database: string;
  /** CPU of the database, in microseconds; 0 if it is part of the service. */
  readonly cpu: () => number;
}

/** A store with customers, an operator and a user of the portal; `fill` adds its messages. */
export async function preparePages(database: string, fill: () => Promise<void>): Promise<void> {
  await openAccounts(database, customers);
  await fill();
  await addOperator(database);
  await addOwner(database);
}

/** Reads the pages of a service that is started on a store; `folder` gets its log. */
export async function readPages(store: PageStore, folder: string): Promise<readonly Row[]> {
  const port = await freePort();
  const options = ["--admin", "0", "--portal", String(port)];
  const messenger = await startMessenger(folder, store.database, options);
  const origin = `http://127.0.0.1:${await adminPort(folder)}`;
  const service: Service = {
    cpu: () => cpuOfTree(messenger.child.pid ?? 0) + store.cpu(),
    metrics: origin,
  };
  const ofConsole = new ConsoleVisitor(origin);
  await ofConsole.logIn(operator.name, operator.password);
  const console: Site = { name: "console", visitor: ofConsole, base: "/console", searches };
  const reads = [...(await readSite(console, service))];
  const visitor = new ConsoleVisitor(`http://127.0.0.1:${port}`, "");
  await visitor.logIn(owner, operator.password, { customer: String(customer) });
  const finds = [{ number: "12020007919" }, { originator: "None" }];
  reads.push(...(await readSite({ name: "portal", visitor, base: "", searches: finds }, service)));
  await messenger.stop();
  return rowsOf(reads);
}

/** CPU of each page of console and portal, in a store with a million messages. */
export async function pageRows(): Promise<readonly Row[]> {
  const folder = mkdtempSync(join(tmpdir(), "messenger-bench-"));
  const file = join(folder, "messenger.db");
  const database = `sqlite:${file}`;
  try {
    await preparePages(database, () => fillFile(file));
    return await readPages({ database, cpu: () => 0 }, folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Fills the file of an SQLite database. */
export async function fillFile(file: string): Promise<void> {
  await fillMessages(file, customers);
  const around = (await loadDriver()).open(file, false);
  for (const insert of insertsAround(customers, Date.now())) around.exec(insert);
  around.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  around.close();
}
