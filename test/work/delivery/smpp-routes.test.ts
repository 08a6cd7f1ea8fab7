import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { RecipientState } from "#server/domain/recipient-state.js";
import { eventually } from "../../eventually.js";
import { Exchange } from "./exchange.js";
import { many } from "./habits.js";
import type { TestSmsc } from "../../networks/smpp/test-smsc.js";

const { Submitted } = RecipientState;

let exchange: Exchange;

beforeEach(async () => {
  exchange = await Exchange.open();
});

afterEach(async () => {
  await exchange.close();
});

describe("routes", () => {
  test("choose by prefix, customer and originator, and change without a restart", async () => {
    const [a, b] = [await exchange.smsc(), await exchange.smsc()];
    await exchange.addLink("a", a.port);
    await exchange.addLink("b", b.port);
    await exchange.addRoute("a");
    await exchange.addRoute("b", { prefix: "44" });
    exchange.start();
    const sent = await exchange.send({ recipients: ["12025550101", "442025550101"] });
    await exchange.untilState(sent, Submitted);
    const numbers = (smsc: TestSmsc) =>
      smsc.received("submit_sm").map(({ destination }) => destination.address);
    expect([numbers(a), numbers(b)]).toEqual([["12025550101"], ["442025550101"]]);
    await exchange.addRoute("b", { originator: "Shop" });
    await eventually(async () => {
      await exchange.untilState(await exchange.send(), Submitted);
      return numbers(b).includes("12025550101");
    });
  });

  test("of the next rank are used while a link is down; queued messages move to them", async () => {
    const b = await exchange.smsc();
    await exchange.addLink("a", 9);
    await exchange.addLink("b", b.port);
    await exchange.addRoute("a", { rank: 1 });
    await exchange.addRoute("b", { rank: 2 });
    exchange.start({ times: { failover: 300 } });
    const sent = await exchange.send({ recipients: many(20) });
    await eventually(async () => {
      exchange.pass(300);
      return (await exchange.states(sent)).every((state) => state === Submitted);
    });
    expect(b.received("submit_sm")).toHaveLength(20);
  });

  test("queue messages for their link while it is down, so that they are counted there", async () => {
    await exchange.addLink("a", 9);
    await exchange.addLink("b", 9);
    await exchange.addRoute("a");
    await exchange.addRoute("b", { prefix: "44" });
    exchange.start({ times: { failover: 300 } });
    await exchange.send({ recipients: ["12025550101", "12025550102", "442025550101"] });
    const ids = new Map((await exchange.store.links.links()).map(({ name, id }) => [name, id]));
    const waitingFor = async (name: string): Promise<number | undefined> =>
      (await exchange.store.links.queues()).find(({ linkId }) => linkId === ids.get(name))?.waiting;
    await eventually(async () => {
      exchange.pass(300);
      return (await waitingFor("a")) === 2 && (await waitingFor("b")) === 1;
    });
  });

  test("share by weight", async () => {
    const [a, b] = [await exchange.smsc(), await exchange.smsc()];
    await exchange.addLink("a", a.port);
    await exchange.addLink("b", b.port);
    await exchange.addRoute("a", { weight: 3 });
    await exchange.addRoute("b", { weight: 1 });
    exchange.start();
    await exchange.untilState(await exchange.send({ recipients: many(400) }), Submitted);
    expect(a.received("submit_sm").length).toBeGreaterThan(250);
    expect(b.received("submit_sm").length).toBeGreaterThan(50);
  });
});
