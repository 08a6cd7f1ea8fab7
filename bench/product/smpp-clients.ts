import { mkdtempSync, rmSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hashPassword } from "#server/credentials/hash.js";
import { defaultSmppSettings } from "#server/domain/smpp/accounts.js";
import { encodePdu, readHeader } from "#server/gateways/smpp/codec/codec.js";
import { FrameReader } from "#server/gateways/smpp/codec/frame-reader.js";
import type { Request } from "#server/gateways/smpp/codec/pdu.js";
import { openStore } from "#server/storage/index.js";
import { lowestThird, quantile, type Row, spreadOf } from "../measure.js";
import { cpuOfTree } from "../process-tree.js";
import { openAccount, send } from "./account.js";
import { startMessenger } from "./messenger.js";

/** Messages of a round: enough for receipts to come while others are submitted. */
const messages = 8_000;
const narrowMessages = 1_000;
/** Loopback confirms a message after a second, so a round takes two seconds at least. */
const rounds = 6;
const binds = 8;
const window = 50;
const smallWindow = 10;

const login = { systemId: "bench", password: "bench" };

const submit: Request = {
  command: "submit_sm",
  serviceType: "",
  source: { ton: 5, npi: 0, address: send.originator },
  destination: { ton: 1, npi: 1, address: send.recipientPhone },
  esmClass: 0,
  protocolId: 0,
  priority: 0,
  scheduleDeliveryTime: "",
  validityPeriod: "",
  registeredDelivery: 1,
  replaceIfPresent: 0,
  dataCoding: 0,
  defaultMessageId: 0,
  shortMessage: Buffer.from(send.smsText, "latin1"),
  tlvs: [],
};

const ids = { submitResp: 0x80000004, deliver: 0x00000005, bindResp: 0x80000009 };

/** What the clients of a round have seen. */
interface Round {
  left: number;
  answered: number;
  receipts: number;
  readonly times: number[];
  readonly onChange: () => void;
}

/** A client that keeps its window full and answers receipts. */
class Client {
  readonly #socket: Socket;
  readonly #sentAt = new Map<number, number>();
  #round: Round | undefined;
  #sequence = 1;
  #bound: () => void = () => undefined;

  constructor(port: number) {
    const frames = new FrameReader();
    this.#socket = connect({ port, host: "127.0.0.1", noDelay: true }).on("data", (piece) => {
      this.#socket.cork();
      frames.read(piece, (pdu) => {
        this.#take(pdu);
      });
      this.#socket.uncork();
    });
  }

  /** The socket may have connected long ago; until then it keeps what is written. */
  async bind(): Promise<void> {
    const bound = new Promise<void>((resolve) => (this.#bound = resolve));
    const fields = { systemType: "", interfaceVersion: 0x34, addressTon: 0, addressNpi: 0, addressRange: "" };
    this.#write({ command: "bind_transceiver", ...login, ...fields });
    await bound;
  }

  begin(round: Round, outstanding: number): void {
    this.#round = round;
    for (let count = 0; count < outstanding; count++) this.#submit();
  }

  close(): void {
    this.#socket.destroy();
  }

  #write(body: Request): void {
    this.#socket.write(encodePdu({ ...body, status: 0, sequence: this.#sequence++ }));
  }

  #submit(): void {
    const round = this.#round;
    if (round === undefined || round.left === 0) return;
    round.left--;
    this.#sentAt.set(this.#sequence, performance.now());
    this.#write(submit);
  }

  #take(pdu: Buffer): void {
    const { commandId, status, sequence } = readHeader(pdu);
    const round = this.#round;
    if (commandId === ids.bindResp) this.#bound();
    if (commandId === ids.deliver) {
      this.#socket.write(
        encodePdu({ command: "deliver_sm_resp", messageId: "", tlvs: [], status: 0, sequence }),
      );
      if (round !== undefined) round.receipts++;
      round?.onChange();
    }
    if (commandId !== ids.submitResp || round === undefined) return;
    if (status !== 0) throw new Error(`submit_sm was refused with ${status}`);
    round.times.push(performance.now() - (this.#sentAt.get(sequence) ?? NaN));
    this.#sentAt.delete(sequence);
    round.answered++;
    round.onChange();
    this.#submit();
  }
}

interface Measured {
  /** Milliseconds until all are answered, and until the last receipt. */
  readonly time: number;
  readonly settled: number;
  /** Milliseconds in which 99 of 100 are answered. */
  readonly p99: number;
}

/** Sends the messages of a round; resolves when each has its receipt. */
async function sent(clients: readonly Client[], outstanding: number, count = messages): Promise<Measured> {
  const begun = performance.now();
  let time = NaN;
  const times: number[] = [];
  await new Promise<void>((resolve) => {
    const round: Round = {
      left: count,
      answered: 0,
      receipts: 0,
      times,
      onChange: () => {
        if (round.answered === count && Number.isNaN(time)) time = performance.now() - begun;
        if (round.answered === count && round.receipts === count) resolve();
      },
    };
    for (const client of clients) client.begin(round, outstanding);
  });
  return { time, settled: performance.now() - begun, p99: quantile(times, 0.99) };
}

async function addClient(database: string): Promise<void> {
  await openAccount(database);
  const store = await openStore(database);
  const { systemId, password } = login;
  const account = { systemId, passwordHash: await hashPassword(password), customerId: 42, userName: "api" };
  await store.smpp.add({ ...defaultSmppSettings, window, ...account });
  await store.close();
}

function rowsOf(
  cpu: readonly number[],
  wide: readonly Measured[],
  narrow: readonly Measured[],
): readonly Row[] {
  const perMessage = cpu.map((each) => each / messages);
  const rates = wide.map(({ time }) => (1_000 * messages) / time);
  const settled = messages / lowestThird(wide.map((each) => each.settled));
  const rate = (1_000 * messages) / lowestThird(wide.map(({ time }) => time));
  const title = `SMPP clients: submit_sm with receipt, window ${window}, ${binds} binds`;
  return [
    {
      name: `${title}: CPU per message`,
      unit: "us",
      value: lowestThird(perMessage),
      spread: spreadOf(perMessage),
      targets: { at: "most", must: 120, goal: 90, moonshot: 60 },
      note: "accepted on disk, delivered over loopback, receipt acknowledged",
    },
    {
      name: `${title}: durable messages a second`,
      unit: "a second",
      value: rate,
      spread: spreadOf(rates),
      targets: { at: "least", must: 10_000, goal: 15_000, moonshot: 25_000 },
      note: `${(settled * 1_000).toFixed(0)} with their receipts, which follow after a second`,
    },
    {
      name: `SMPP clients: p99 of submit_sm_resp at window ${smallWindow}, ${binds} binds`,
      unit: "ms",
      value: lowestThird(narrow.map(({ p99 }) => p99)),
      spread: spreadOf(narrow.map(({ p99 }) => p99)),
      targets: { at: "most", must: 50, goal: 25, moonshot: 10 },
    },
  ];
}

/** Customers that bind with SMPP, from submit_sm to the response to the receipt, everything on disk. */
export async function smppClientRows(): Promise<readonly Row[]> {
  const folder = mkdtempSync(join(tmpdir(), "messenger-bench-"));
  const database = `sqlite:${join(folder, "messenger.db")}`;
  await addClient(database);
  const messenger = await startMessenger(folder, database, ["--smpp", "0"]);
  const clients = Array.from({ length: binds }, () => new Client(messenger.smppPort));
  for (const client of clients) await client.bind();
  const [cpu, wide, narrow]: [number[], Measured[], Measured[]] = [[], [], []];
  // The first messages warm up and do not count.
  await sent(clients, window);
  for (let round = 0; round < rounds; round++) {
    const before = cpuOfTree(messenger.child.pid ?? NaN);
    wide.push(await sent(clients, window));
    cpu.push(cpuOfTree(messenger.child.pid ?? NaN) - before);
    narrow.push(await sent(clients, smallWindow, narrowMessages));
  }
  for (const client of clients) client.close();
  await messenger.stop();
  rmSync(folder, { recursive: true });
  return rowsOf(cpu, wide, narrow);
}
