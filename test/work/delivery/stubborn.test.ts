import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { Metrics } from "#server/monitoring/metrics.js";
import { collectQueues } from "#server/monitoring/queues.js";
import { RecipientState } from "#server/domain/recipient-state.js";
import { eventually } from "../../eventually.js";
import { Exchange } from "./exchange.js";
import { accept, answering, many, refusals } from "./habits.js";
import { ManualClock } from "./manual-clock.js";

const { Queued, Submitted, Failed } = RecipientState;

const stubborn = "12025559999";
const good = many(30);

let exchange: Exchange;

beforeEach(async () => {
  exchange = await Exchange.open();
});

afterEach(async () => {
  await exchange.close();
});

test("a message that is refused three times is named in the problem of its link and in the metrics", async () => {
  const smsc = await exchange.smsc(
    answering((pdu, connection) => {
      connection.refuse(pdu, 0x58);
    }),
  );
  await exchange.addLink("a", smsc.port);
  exchange.start();
  const metrics = new Metrics();
  collectQueues(metrics, exchange.store, exchange.now, { info: () => 0, warn: () => 0, error: () => 0 });
  const series = /^messenger_link_refused_message\{.*[1-9]$/mu;
  const sent = await exchange.send({ recipients: [stubborn] });
  for (let refused = 1; refused <= 3; refused++) {
    await eventually(() => smsc.received("submit_sm").length === refused);
    await exchange.untilState(sent, Queued);
    if (refused === 3) break;
    expect(series.exec(await metrics.print())).toBeNull();
    exchange.pass(2_000);
  }
  const report = async () => (await exchange.store.links.reports())[0];
  await eventually(async () => (await report())?.refused !== undefined);
  const code = "RTHROTTLED (0x58)";
  const [message] = await exchange.store.desk.candidates({ kind: "transaction", id: sent }, undefined, 1);
  const messageId = message?.id ?? 0;
  const refused = { transactionId: sent, times: 3, code, messageId };
  expect(await report()).toMatchObject({
    ...{ up: true, refused, problem: expect.stringMatching(`of transaction ${sent} was refused 3 times`) },
  });
  expect(series.exec(await metrics.print())?.[0]).toBe(
    `messenger_link_refused_message{link="a",message="${messageId}",code="${code}"} 3`,
  );
});

test("a message that ends every session is resent at most five times, later each time, then kept for the operator", async () => {
  const smsc = await exchange.smsc(
    answering((pdu, connection) => {
      if (pdu.destination.address === stubborn) connection.socket.destroy();
      else accept(pdu, connection, pdu.destination.address);
    }),
  );
  await exchange.addLink("a", smsc.port, { window: "1" });
  await exchange.addRoute("a", { uncertain: "resend" });
  const clock = new ManualClock();
  exchange.start({ clock });
  const bad = await exchange.send({ recipients: [stubborn] });
  const sent = await exchange.send({ recipients: good });
  const held = async () => (await exchange.store.links.uncertain(9)).length;
  await eventually(async () => {
    clock.advance(1_000);
    return (await exchange.states(sent)).every((state) => state === Submitted);
  });
  expect(await exchange.states(bad)).not.toContain(Submitted);
  await eventually(async () => {
    exchange.pass(60_000);
    clock.advance(1_000);
    return (await held()) === 1;
  });
  const tries = smsc.received("submit_sm").filter(({ destination }) => destination.address === stubborn);
  expect(tries).toHaveLength(6);
});

describe.each(refusals)("one message that is always refused with $name", ({ refuse }) => {
  test("does not delay others, ends no session, and finally fails", async () => {
    const smsc = await exchange.smsc(
      answering((pdu, connection) => {
        if (pdu.destination.address === stubborn) refuse(pdu, connection);
        else accept(pdu, connection, pdu.destination.address);
      }),
    );
    await exchange.addLink("a", smsc.port);
    const bad = await exchange.send({ recipients: [stubborn] });
    const sent = await exchange.send({ recipients: good });
    exchange.start();
    const tries = (): number =>
      smsc.received("submit_sm").filter(({ destination }) => destination.address === stubborn).length;
    await exchange.untilState(sent, Submitted);
    await exchange.untilState(bad, Queued);
    expect(tries()).toBe(1);
    expect(smsc.received("submit_sm")).toHaveLength(good.length + 1);
    for (let tried = 1; (await exchange.states(bad))[0] !== Failed; tried++) {
      expect(tried).toBeLessThan(20);
      exchange.pass(3_600_000);
      await eventually(async () => tries() > tried || (await exchange.states(bad))[0] === Failed);
      await eventually(async () => [Queued, Failed].includes((await exchange.states(bad))[0] as 0));
    }
    const rest = await exchange.send({ recipients: good.map((phone) => phone.replace("120255", "120256")) });
    await exchange.untilState(rest, Submitted);
  });
});
