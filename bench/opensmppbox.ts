import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { lowestThird, spreadOf } from "./measure.js";
import { cpuOfTree } from "./process-tree.js";
import { startMessenger } from "./product/messenger.js";
import { startSmsc } from "./product/messenger-gateway.js";
import { hasOpensmppbox, startOpensmppbox, systemTypeOf } from "./product/opensmppbox.js";
import { addClient } from "./product/smpp-clients.js";
import { sent, SmppClient } from "./product/smpp-load.js";

/**
 * `node dist/bench/opensmppbox.js [ROUNDS]`: from `submit_sm` of a client to its response to the receipt, through the service and through
 * opensmppbox with bearerbox. Each has an SMSC of its own that confirms every message at once; their rounds alternate.
 */
const rounds = Number(process.argv[2] ?? 6);
const messages = 4_000;
const binds = 8;
const window = 50;
/** Milliseconds without a receipt after which a round is over: opensmppbox loses some. */
const patience = 10_000;

/** A server for clients, which are bound. */
interface Peer {
  readonly name: string;
  readonly clients: readonly SmppClient[];
  /** CPU time so far of all its processes, in microseconds. */
  cpu(): number;
  close(): Promise<void>;
}

async function bound(port: number, typeOf: (client: number) => string): Promise<readonly SmppClient[]> {
  const clients = Array.from({ length: binds }, () => new SmppClient(port));
  for (const [index, client] of clients.entries()) await client.bind(typeOf(index));
  return clients;
}

async function startOwn(folder: string): Promise<Peer> {
  mkdirSync(folder);
  const smsc = await startSmsc("receipts");
  const database = `sqlite:${join(folder, "messenger.db")}`;
  await addClient(database, window);
  // Its ids are short, and all messages go to one number: in another base, a receipt could be that of another message.
  const link = `smpp://bench:bench@127.0.0.1:${smsc.port}?window=${window}&idForm=same`;
  const messenger = await startMessenger(folder, database, ["--smpp", "0", "--smsc", link]);
  return {
    name: "Messenger",
    clients: await bound(messenger.smppPort, () => ""),
    cpu: () => cpuOfTree(messenger.child.pid ?? NaN),
    close: async () => {
      await messenger.stop();
      await smsc.close();
    },
  };
}

async function startKannels(folder: string): Promise<Peer> {
  const smsc = await startSmsc("receipts");
  const box = await startOpensmppbox(folder, { smsc: smsc.port, window, clients: binds });
  return {
    name: "opensmppbox and bearerbox",
    clients: await bound(box.port, systemTypeOf),
    cpu: () => box.cpu(),
    close: async () => {
      await box.close();
      await smsc.close();
    },
  };
}

if (!hasOpensmppbox()) throw new Error("opensmppbox is not on the PATH, or bearerbox is not installed");
const folder = mkdtempSync(join(tmpdir(), "messenger-bench-"));
const peers = [await startOwn(join(folder, "own")), await startKannels(join(folder, "kannel"))];
const costs = new Map(
  peers.map(({ name }) => [name, { cpu: [] as number[], rates: [] as number[], receipts: 0 }]),
);
for (let round = -1; round < rounds; round++)
  for (const peer of round % 2 === 0 ? peers : [...peers].reverse()) {
    const before = peer.cpu();
    const { settled, receipts } = await sent(peer.clients, window, messages, patience);
    // The first round warms up and does not count.
    if (round < 0) continue;
    const cost = costs.get(peer.name);
    if (cost === undefined) continue;
    cost.cpu.push((peer.cpu() - before) / messages);
    cost.rates.push((1_000 * messages) / settled);
    cost.receipts += receipts;
  }
console.log("| Server | CPU per message | Spread | Messages a second | Messages with receipts |");
console.log("| --- | --- | --- | --- | --- |");
for (const [name, { cpu, rates, receipts }] of costs) {
  const [each, spread] = [lowestThird(cpu).toFixed(0), (100 * spreadOf(cpu)).toFixed(0)];
  const share = ((100 * receipts) / (rounds * messages)).toFixed(1);
  console.log(`| ${name} | ${each} us | ${spread} % | ${Math.max(...rates).toFixed(0)} | ${share} % |`);
}
for (const peer of peers) {
  for (const client of peer.clients) client.close();
  await peer.close();
}
rmSync(folder, { recursive: true });
