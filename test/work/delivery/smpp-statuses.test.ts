import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { RecipientState } from "#server/domain/recipient-state.js";
import { eventually } from "../../eventually.js";
import { Exchange } from "./exchange.js";
import { accept, answering, many } from "./habits.js";
import type { TestSmsc } from "../../networks/smpp/test-smsc.js";

const { Queued, Submitted, Failed } = RecipientState;

let exchange: Exchange;

beforeEach(async () => {
  exchange = await Exchange.open();
});

afterEach(async () => {
  await exchange.close();
});

/** Refuses so many messages with a status, then accepts. */
async function refusing(status: number, refusals: number): Promise<TestSmsc> {
  let left = refusals;
  return exchange.smsc(
    answering((pdu, connection) => {
      if (left-- > 0) connection.refuse(pdu, status);
      else accept(pdu, connection, "1");
    }),
  );
}

test.each([
  { status: 0x0b, want: Failed, name: "a permanent one fails" },
  { status: 0x45, want: Failed, name: "submit failed is permanent" },
  {
    status: 0x45,
    statuses: "0x45=retry:0:5",
    want: Submitted,
    name: "submit failed, where the link says so",
  },
  { status: 0x0a0a, want: Failed, name: "one that no table knows fails" },
  { status: 0x40a, want: Failed, name: "one of the vendor's fails" },
  { status: 0x40a, statuses: "0x40a=retry:0:1", want: Submitted, name: "one of the vendor's, tried again" },
  { status: 0x40a, statuses: "0x40a=throttle", want: Submitted, name: "one of the vendor's that slows down" },
  { status: 0x14, statuses: "0x14=throttle", want: Submitted, name: "queue full, where that slows down" },
])("a response with a status: $name", async ({ status, want, statuses = "" }) => {
  const smsc = await refusing(status, 1);
  await exchange.addLink("a", smsc.port, { statuses });
  exchange.start({ now: Date.now });
  await exchange.untilState(await exchange.send(), want);
  expect(smsc.received("submit_sm")).toHaveLength(want === Failed ? 1 : 2);
});

test.each([
  { status: 0x02, delays: [30_000, 60_000] },
  { status: 0x03, delays: [30_000, 60_000] },
  { status: 0x08, delays: [30_000, 60_000, 120_000] },
  { status: 0x64, delays: [30_000, 60_000, 120_000] },
  { status: 0xfe, delays: [30_000] },
  { status: 0xff, delays: [30_000] },
  { status: 0x14, delays: [1, 2, 4, 8, 16, 32, 60].map((minutes) => minutes * 60_000) },
])(
  "a message with the temporary status $status is retried after $delays ms, then fails",
  async ({ status, delays }) => {
    const smsc = await refusing(status, Infinity);
    await exchange.addLink("a", smsc.port);
    exchange.start();
    const sent = await exchange.send();
    for (const [attempt, delay] of delays.entries()) {
      await eventually(() => smsc.received("submit_sm").length === attempt + 1);
      await exchange.untilState(sent, Queued);
      const due = (await exchange.store.delivery.nextDue([1])) ?? 0;
      expect(due).toBeGreaterThan(exchange.now() + delay - 10_000);
      expect(due).toBeLessThanOrEqual(exchange.now() + delay);
      exchange.pass(delay);
    }
    await exchange.untilState(sent, Failed);
    expect(smsc.received("submit_sm")).toHaveLength(delays.length + 1);
  },
);

test("a throttled message counts as an attempt from the fourth time on, with increasing delays, and finally fails", async () => {
  const smsc = await refusing(0x58, Infinity);
  await exchange.addLink("a", smsc.port);
  exchange.start();
  const sent = await exchange.send();
  const minutes = [0.5, 1, 2, 4, 8, 16, 32, 60, 60, 60];
  const delays = [100, 400, 1_600, ...minutes.map((minute) => minute * 60_000)];
  for (const [attempt, delay] of delays.entries()) {
    await eventually(() => smsc.received("submit_sm").length === attempt + 1);
    await exchange.untilState(sent, Queued);
    const due = (await exchange.store.delivery.nextDue([1])) ?? 0;
    expect(due).toBe(exchange.now() + delay);
    exchange.pass(delay);
  }
  await exchange.untilState(sent, Failed);
});

test("throttling loses nothing, and no message fails because of it", async () => {
  let throttled = 0;
  let taken = 0;
  const smsc = await exchange.smsc(
    answering((pdu, connection) => {
      if (taken >= 20 && throttled < 12) {
        throttled += 1;
        connection.refuse(pdu, 0x58);
      } else accept(pdu, connection, String(++taken));
    }),
  );
  await exchange.addLink("a", smsc.port);
  exchange.start({ now: Date.now });
  const sent = await exchange.send({ recipients: many(40) });
  await exchange.untilState(sent, Submitted);
  expect(taken).toBe(40);
  expect(throttled).toBe(12);
  await eventually(async () => (await exchange.store.links.reports())[0]?.counts.throttled === 12);
  const [report] = await exchange.store.links.reports();
  expect([report?.counts.later, report?.codes]).toEqual([0, { "RTHROTTLED (0x58)": 12 }]);
});
