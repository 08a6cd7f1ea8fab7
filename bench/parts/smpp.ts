import smpp, { type PDU } from "smpp";
import { decodePdu, writePdu } from "#server/networks/smpp/codec/codec.js";
import { PduWriter } from "#server/networks/smpp/codec/pdu-writer.js";
import { createLink, defaultPartOptions, type SubmitSm, submitsOf } from "#server/networks/smpp/index.js";
import { compared, costOf, cpuOf, interleave, type Row } from "../measure.js";
import { serveSmpp } from "../servers/smsc.js";

const rounds = 9;
const window = 50;

const text = "Your parcel is ready. Pick it up at the counter before eight.";

const [submit] = submitsOf(
  { phone: "12025550123", originator: "Shop", text, dataCoding: 0 },
  defaultPartOptions,
  1,
) as [SubmitSm];

/** The same for the npm package. */
const npmSubmit = {
  sequence_number: 1,
  source_addr_ton: 5,
  source_addr: "Shop",
  dest_addr_ton: 1,
  dest_addr_npi: 1,
  destination_addr: "12025550123",
  registered_delivery: 1,
  data_coding: 0,
  short_message: Buffer.from(text),
};

/** Our SMPP stack against the npm package `smpp`. */
export async function smppRows(): Promise<readonly Row[]> {
  return [await codecRow(), await linkRow()];
}

/** One submit_sm written and read. */
async function codecRow(): Promise<Row> {
  const octets = new smpp.PDU("submit_sm", npmSubmit).toBuffer();
  const calls = { ours: 100_000, npm: 5_000 };
  const writer = new PduWriter();
  const ours = (): void => {
    for (let i = 0; i < calls.ours; i++) {
      writePdu(writer, submit, 0, 1);
      decodePdu(writer.take());
    }
  };
  const npm = (): void => {
    for (let i = 0; i < calls.npm; i++) {
      new smpp.PDU("submit_sm", npmSubmit).toBuffer();
      smpp.PDU.fromBuffer(octets);
    }
  };
  ours();
  npm();
  const costs = await interleave(
    [
      { name: "ours", cost: () => cpuOf(ours) / calls.ours },
      { name: "npm", cost: () => cpuOf(npm) / calls.npm },
    ],
    rounds,
  );
  return {
    name: "smpp: submit_sm written and read, npm smpp / ours",
    unit: "x",
    ...compared(costs, "npm", "ours"),
    targets: { at: "least", must: 8, goal: 12, moonshot: 16 },
    note: figures(costs),
  };
}

/** Messages and responses over loopback on one bind, both sides in this process. */
async function linkRow(): Promise<Row> {
  const own = await ourLink();
  const other = await npmLink();
  const costs = await interleave(
    [
      { name: "ours", cost: () => cpuOfMessages(own, 40_000) },
      { name: "npm", cost: () => cpuOfMessages(other, 8_000) },
    ],
    rounds,
  );
  await own.close();
  await other.close();
  return {
    name: `smpp: submit_sm and its answer on one bind with a window of ${window}, both sides, npm smpp / ours`,
    unit: "x",
    ...compared(costs, "npm", "ours"),
    targets: { at: "least", must: 4, goal: 6, moonshot: 8 },
    note: figures(costs),
  };
}

function figures(costs: ReadonlyMap<string, readonly number[]>): string {
  const microseconds = (name: string): string => costOf(costs, name).toFixed(2);
  return `${microseconds("ours")} us against ${microseconds("npm")} us`;
}

async function cpuOfMessages(sender: Sender, count: number): Promise<number> {
  const before = process.cpuUsage();
  await sender.send(count);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / count;
}

interface Sender {
  send(count: number): Promise<void>;
  close(): Promise<void>;
}

async function ourLink(): Promise<Sender> {
  const smsc = await serveSmpp();
  let pump = (): void => undefined;
  const link = createLink({
    name: "bench",
    host: "127.0.0.1",
    port: smsc.port,
    systemId: "bench",
    password: "bench",
    window,
    onFree: () => {
      pump();
    },
    onDeliver: async () => 0,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  });
  link.start();
  return {
    send: (count) =>
      new Promise((resolve) => {
        let left = count;
        let open = count;
        const answered = (): void => {
          if (--open === 0) resolve();
        };
        pump = () => {
          for (let free = link.free; free > 0 && left > 0; free--) {
            left--;
            void link.submit(submit).then(answered);
          }
        };
        pump();
      }),
    close: async () => {
      await link.stop();
      await smsc.close();
    },
  };
}

async function npmLink(): Promise<Sender> {
  const server = smpp.createServer({}, (session) => {
    session.on("error", () => undefined);
    session.on("submit_sm", (pdu: PDU) => session.send(pdu.response({ message_id: "1" })));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const session = smpp.connect({ host: "127.0.0.1", port: server.address().port });
  await new Promise((resolve) => session.on("connect", resolve));
  return {
    send: (count) =>
      new Promise((resolve) => {
        let left = count;
        let open = count;
        const next = (): void => {
          if (left === 0) return;
          left--;
          session.send(new smpp.PDU("submit_sm", { ...npmSubmit, sequence_number: 0 }), () => {
            if (--open === 0) resolve();
            next();
          });
        };
        for (let place = 0; place < window; place++) next();
      }),
    close: () =>
      new Promise((resolve) => {
        session.destroy();
        server.close(resolve);
      }),
  };
}
