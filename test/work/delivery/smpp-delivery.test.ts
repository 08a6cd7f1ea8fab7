import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { RecipientState } from "#server/domain/recipient-state.js";
import { eventually } from "../../eventually.js";
import { Exchange } from "./exchange.js";
import { accept, answering, many, sendReceipt } from "./habits.js";
import { ManualClock } from "./manual-clock.js";
import type { TestSmsc } from "../../networks/smpp/test-smsc.js";

const { Queued, Submitting, Submitted, Delivered, Undeliverable, Unknown } = RecipientState;

let exchange: Exchange;

beforeEach(async () => {
  exchange = await Exchange.open();
});

afterEach(async () => {
  await exchange.close();
});

describe("a message", () => {
  test("goes to the SMSC once and is submitted", async () => {
    const smsc = await exchange.smsc();
    await exchange.addLink("a", smsc.port);
    exchange.start();
    const sent = await exchange.send();
    await exchange.untilState(sent, Submitted);
    const [submit, ...others] = smsc.received("submit_sm");
    expect(others).toEqual([]);
    expect(submit?.destination).toEqual({ ton: 1, npi: 1, address: "12025550101" });
    expect(Buffer.from(submit?.shortMessage ?? []).toString()).toBe("Your parcel is ready");
  });

  test("to many passes through a window of ten, in any order of responses", async () => {
    let waiting: (() => void)[] = [];
    let most = 0;
    const smsc = await exchange.smsc(
      answering((pdu, connection) => {
        waiting.push(() => {
          accept(pdu, connection, `id${pdu.destination.address}`);
        });
        most = Math.max(most, waiting.length);
        setTimeout(() => {
          const answers = waiting.reverse();
          waiting = [];
          for (const answer of answers) answer();
        }, 5);
      }),
    );
    await exchange.addLink("a", smsc.port);
    exchange.start();
    const sent = await exchange.send({ recipients: many(100) });
    await exchange.untilState(sent, Submitted);
    expect(most).toBeLessThanOrEqual(10);
    expect(new Set(smsc.received("submit_sm").map(({ destination }) => destination.address)).size).toBe(100);
    expect(smsc.received("submit_sm")).toHaveLength(100);
    for (const [index, phone] of many(100).entries())
      sendReceipt(smsc.last, { id: `id${phone}`, phone, stat: index % 3 === 0 ? "UNDELIV" : "DELIVRD" });
    await eventually(() => smsc.received("deliver_sm_resp").length === 100);
    expect(await exchange.states(sent)).toEqual(
      many(100).map((_, index) => (index % 3 === 0 ? Undeliverable : Delivered)),
    );
  });

  test("is not delayed by a thousand messages of another customer", async () => {
    let isHeld = true;
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const smsc = await exchange.smsc(
      answering((pdu, connection) => {
        const id = `id${pdu.destination.address}`;
        if (isHeld)
          void held.then(() => {
            accept(pdu, connection, id);
          });
        else accept(pdu, connection, id);
      }),
    );
    const other = { id: 43, name: "Other Ltd", payment: "postpaid", limit: undefined } as const;
    await exchange.store.accounts.addCustomer(other, 0);
    await exchange.addLink("a", smsc.port);
    exchange.start();
    const sent = await exchange.send({ recipients: many(1000) });
    await eventually(() => smsc.received("submit_sm").length === 10);
    await exchange.send({ customerId: 43, recipients: ["12025559999"] });
    isHeld = false;
    release();
    await exchange.untilState(sent, Submitted);
    const order = smsc.received("submit_sm").map(({ destination }) => destination.address);
    expect(order).toHaveLength(1001);
    expect(order.indexOf("12025559999")).toBeGreaterThanOrEqual(10);
    expect(order.indexOf("12025559999")).toBeLessThan(30);
  });

  test("waits while the link is down, and is sent after its address has been changed", async () => {
    const smsc = await exchange.smsc();
    await exchange.addLink("a", 9);
    const delivery = exchange.start();
    const sent = await exchange.send();
    await eventually(async () => (await exchange.store.links.reports())[0]?.up === false);
    expect(await exchange.states(sent)).toEqual([Queued]);
    expect(delivery.problem()).toBe("no link to a network is up; links down: 1");
    await exchange.store.links.change("a", { url: `smpp://messenger@127.0.0.1:${smsc.port}` });
    await exchange.untilState(sent, Submitted);
    await eventually(async () => (await exchange.store.links.reports())[0]?.up === true);
    expect(delivery.problem()).toBeUndefined();
  });

  test("is no problem while another link takes over; the text counts the links and names none", async () => {
    const smsc = await exchange.smsc();
    await exchange.addLink("down", 9);
    await exchange.addLink("down-too", 9);
    await exchange.addLink("up", smsc.port);
    const delivery = exchange.start();
    await eventually(async () => (await exchange.store.links.reports()).some(({ up }) => up));
    expect(delivery.problem()).toBeUndefined();
    await exchange.store.links.addRoute({
      ...{ prefix: "1", customerId: undefined, originator: undefined, kind: undefined, link: "down" },
      ...{ rank: 1, weight: 1, uncertain: "hold" as const, ofFile: false },
    });
    await eventually(() => delivery.problem() !== undefined);
    expect(delivery.problem()).toBe("some messages wait, because no link for them is up; links down: 2");
  });
});

test("an SMSC that unbinds again and again leaves nothing uncertain, and each message is sent once", async () => {
  const held: (() => void)[] = [];
  const smsc = await exchange.smsc(
    answering((pdu, connection) => {
      held.push(() => {
        accept(pdu, connection, `id${pdu.destination.address}`);
      });
      const ofConnection = connection.received.filter(({ command }) => command === "submit_sm").length;
      if (ofConnection === 7) connection.request({ command: "unbind" });
      setTimeout(() => {
        for (const answer of held.splice(0)) answer();
      }, 20);
    }),
  );
  const clock = new ManualClock();
  await exchange.addLink("a", smsc.port);
  exchange.start({ clock });
  const sent = await exchange.send({ recipients: many(30) });
  await eventually(async () => {
    if ((await exchange.store.links.reports())[0]?.word === "waiting") clock.advance(1_000);
    return (await exchange.states(sent)).every((state) => state === Submitted);
  });
  expect(smsc.received("submit_sm")).toHaveLength(30);
  expect(smsc.received("unbind_resp").length).toBeGreaterThanOrEqual(2);
  expect((await exchange.store.links.reports())[0]?.counts.uncertain).toBe(0);
});

describe("a lost connection", () => {
  /** Accepts the first messages without a response, then closes the connection; responds on the next one. */
  async function losing(window: string, first: number): Promise<TestSmsc> {
    let silent = first;
    const smsc = await exchange.smsc(
      answering((pdu, connection) => {
        if (silent <= 0) accept(pdu, connection, `id${pdu.sequence}`);
        else if (--silent === 0) connection.socket.destroy();
      }),
    );
    await exchange.addLink("a", smsc.port, { window });
    return smsc;
  }

  test("holds uncertain messages for the operator, who resends them or fails them", async () => {
    const smsc = await losing("4", 4);
    exchange.start();
    const sent = await exchange.send({ recipients: many(10) });
    await eventually(async () => {
      const counts = await exchange.counts(sent);
      return counts.length === 2 && counts.every(({ state }) => [Submitting, Submitted].includes(state as 2));
    });
    const uncertain = await exchange.store.links.uncertain(100);
    expect(uncertain).toHaveLength(4);
    expect(uncertain[0]).toMatchObject({ link: "a", transactionId: sent, code: "no answer: lost" });
    const [first, ...others] = uncertain.map(({ id }) => id);
    expect(await exchange.store.links.resolve([first ?? 0, 999], "resend", exchange.now())).toBe(1);
    expect(await exchange.store.links.resolve(others, "fail", exchange.now())).toBe(3);
    await eventually(() => smsc.received("submit_sm").length === 11);
    await eventually(async () =>
      (await exchange.states(sent)).every((state) => [Submitted, Unknown].includes(state as 3)),
    );
    expect(await exchange.counts(sent)).toEqual([
      { state: Submitted, count: 7 },
      { state: Unknown, count: 3 },
    ]);
  });

  test("with the policy resend, the message is sent again and counted", async () => {
    const smsc = await losing("4", 4);
    await exchange.addRoute("a", { uncertain: "resend" });
    exchange.start();
    const sent = await exchange.send({ recipients: many(10) });
    await exchange.untilState(sent, Submitted);
    expect(smsc.received("submit_sm")).toHaveLength(14);
    await eventually(async () => (await exchange.store.links.reports())[0]?.counts.resent === 4);
  });

  test("with the policy fail, the message fails", async () => {
    await losing("2", 2);
    await exchange.addRoute("a", { uncertain: "fail" });
    exchange.start();
    const sent = await exchange.send({ recipients: many(2) });
    await exchange.untilState(sent, Unknown);
  });
});

test("a link that works again names no problem any more", async () => {
  const smsc = await exchange.smsc();
  await exchange.addLink("a", smsc.port);
  exchange.start();
  const report = async () => (await exchange.store.links.reports())[0];
  await eventually(async () => (await report())?.up === true);
  smsc.last.socket.destroy();
  await eventually(async () => (await report())?.problem !== undefined);
  await eventually(async () => (await report())?.up === true);
  expect((await report())?.problem).toBeUndefined();
});

describe("no response for sixty seconds", () => {
  test.each([
    { uncertain: "hold", want: Submitting, sent: 1 },
    { uncertain: "fail", want: Unknown, sent: 1 },
    { uncertain: "resend", want: Submitted, sent: 2 },
  ] as const)(
    "renews the bind, and the policy of the route applies: $uncertain",
    async ({ uncertain, want, sent }) => {
      const smsc = await exchange.smsc(
        answering((pdu, connection) => {
          if (smsc.connections.length > 1) accept(pdu, connection, "1");
        }),
      );
      await exchange.addLink("a", smsc.port);
      await exchange.addRoute("a", { uncertain });
      const clock = new ManualClock();
      exchange.start({ clock });
      const message = await exchange.send();
      await eventually(() => smsc.received("submit_sm").length === 1);
      clock.advance(30_000);
      await eventually(() => smsc.received("enquire_link").length === 1);
      await smsc.last.takenIn();
      clock.advance(29_900);
      await smsc.last.takenIn();
      expect(smsc.received("unbind")).toEqual([]);
      clock.advance(100);
      await eventually(() => smsc.received("unbind").length === 1);
      await eventually(() => clock.dueIn <= 1_000);
      clock.advance(1_000);
      await eventually(() => smsc.received("bind_transceiver").length === 2);
      const held = uncertain === "hold" ? [{ code: "no answer: timeout" }] : [];
      await eventually(async () => (await exchange.store.links.uncertain(9)).length === held.length);
      expect(await exchange.store.links.uncertain(9)).toMatchObject(held);
      await exchange.untilState(message, want);
      expect(smsc.received("submit_sm")).toHaveLength(sent);
    },
  );
});

test("an SMSC that sends nonsense without end does not fill the log", async () => {
  const smsc = await exchange.smsc();
  await exchange.addLink("a", smsc.port);
  exchange.start();
  await eventually(() => smsc.received("bind_transceiver").length === 1);
  for (let count = 1; count <= 500; count++)
    smsc.last.send({ command: "submit_sm_resp", messageId: "x", tlvs: [] }, 0, 1_000 + count);
  smsc.last.request({ command: "enquire_link" });
  await eventually(() => smsc.received("enquire_link_resp").length === 1);
  expect(exchange.events.filter((event) => event === "SMPP problem")).toHaveLength(10);
});

describe("a worker that disappears", () => {
  /** The state after a kill: messages claimed by a worker that no longer exists. */
  async function leaveBehind(): Promise<void> {
    const { delivery } = exchange.store;
    const past = exchange.now();
    await delivery.own({ owner: "gone", now: past, until: past + 50, reports: [], wanted: [] });
    const links = [{ linkId: 1, up: true, free: 3 }];
    await delivery.claim({ owner: "gone", now: past, validity: 1e9, links });
    exchange.pass(100);
  }

  test.each([
    { uncertain: "hold", want: [Submitting, Submitted] },
    { uncertain: "fail", want: [Unknown, Submitted] },
    { uncertain: "resend", want: [Submitted, Submitted] },
  ] as const)("leaves its claimed messages uncertain: $uncertain", async ({ uncertain, want }) => {
    const smsc = await exchange.smsc();
    await exchange.addLink("a", smsc.port);
    await exchange.addRoute("a", { uncertain });
    const sent = await exchange.send({ recipients: many(5) });
    await leaveBehind();
    exchange.start();
    const [early, late] = want;
    await eventually(async () => {
      const states = await exchange.states(sent);
      return (
        states.slice(0, 3).every((state) => state === early) &&
        states.slice(3).every((state) => state === late)
      );
    });
    expect(smsc.received("submit_sm")).toHaveLength(uncertain === "resend" ? 5 : 2);
  });
});

describe("closing", () => {
  test("waits for the responses, so that nothing is uncertain", async () => {
    const held: (() => void)[] = [];
    let stopping = false;
    const smsc = await exchange.smsc(
      answering((pdu, connection) => {
        const answer = (): void => {
          accept(pdu, connection, String(pdu.sequence));
        };
        if (stopping) answer();
        else held.push(answer);
      }),
    );
    await exchange.addLink("a", smsc.port);
    exchange.start();
    const sent = await exchange.send({ recipients: many(100) });
    await eventually(() => held.length === 10);
    const stopped = exchange.stop();
    stopping = true;
    for (const answer of held) answer();
    await stopped;
    const states = new Set(await exchange.states(sent));
    expect(states).toEqual(new Set([Queued, Submitted]));
    expect(smsc.received("unbind")).toHaveLength(1);
    expect(await exchange.store.links.uncertain(10)).toEqual([]);
  });
});

test("a claim whose response is lost is returned and sent once", async () => {
  const smsc = await exchange.smsc();
  await exchange.addLink("a", smsc.port);
  const { store } = exchange;
  let failures = 3;
  const delivery = {
    ...store.delivery,
    claim: async (claim: Parameters<typeof store.delivery.claim>[0]) => {
      const claimed = await store.delivery.claim(claim);
      if (claimed.length > 0 && failures-- > 0) throw new Error("the writer is lost");
      return claimed;
    },
  };
  exchange.start({ store: { ...store, delivery } });
  const sent = await exchange.send({ recipients: many(30) });
  await exchange.untilState(sent, Submitted);
  expect(smsc.received("submit_sm")).toHaveLength(30);
  expect(exchange.events.filter((event) => event === "delivery round failed")).toHaveLength(3);
});
