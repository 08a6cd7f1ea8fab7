import { setImmediate } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { RecipientState } from "#server/domain/recipient-state.js";
import type { DeliveryStore } from "#server/ports/delivery.js";
import { eventually } from "../../eventually.js";
import { Exchange } from "../delivery/exchange.js";
import { accept, answering, many } from "../delivery/habits.js";

const { Submitted } = RecipientState;

let exchange: Exchange;

beforeEach(async () => {
  exchange = await Exchange.open();
});

afterEach(async () => {
  await exchange.close();
});

/** Starts delivery on a store of which a part is replaced. */
function startWith(replaced: (delivery: DeliveryStore) => Partial<DeliveryStore>): void {
  const { store } = exchange;
  const { delivery } = store;
  exchange.start({ store: { ...store, delivery: { ...delivery, ...replaced(delivery) } } });
}

describe("ownership of delivery", () => {
  test.each<{ work: string; endless: (isOver: () => boolean) => Partial<DeliveryStore> }>([
    {
      work: "sweep",
      endless: (isOver) => ({
        expire: async () => {
          await setImmediate();
          return isOver() ? 0 : 500;
        },
      }),
    },
    {
      work: "re-routing",
      endless: (isOver) => ({
        waitingLinks: async () => [7],
        reroute: async () => {
          await setImmediate();
          return isOver() ? undefined : { lane: 0, nextAt: 0, id: 0 };
        },
      }),
    },
  ])("is renewed during a long $work", async ({ endless }) => {
    const smsc = await exchange.smsc();
    await exchange.addLink("a", smsc.port);
    let renewals = 0;
    startWith((delivery) => ({
      own: (input) => {
        renewals += 1;
        return delivery.own(input);
      },
      ...endless(() => renewals >= 10),
    }));
    await eventually(() => renewals >= 10);
    await exchange.untilState(await exchange.send(), Submitted);
  });

  test("is checked before a message is sent: claimed messages wait until it is renewed", async () => {
    let first: (() => void) | undefined;
    const smsc = await exchange.smsc(
      answering((pdu, connection) => {
        const answer = (): void => {
          accept(pdu, connection, String(pdu.sequence));
        };
        if (first === undefined) first = answer;
        else answer();
      }),
    );
    await exchange.addLink("a", smsc.port, { window: "1" });
    let renew = (): void => undefined;
    let renewable = Promise.resolve();
    let waiting = 0;
    startWith((delivery) => ({
      own: async (input) => {
        waiting += 1;
        await renewable;
        waiting -= 1;
        return delivery.own({ ...input, now: exchange.now(), until: exchange.now() + 5_000 });
      },
    }));
    const sent = await exchange.send({ text: "x".repeat(200), parts: 2 });
    await eventually(() => smsc.received("submit_sm").length === 1);
    renewable = new Promise((resolve) => (renew = resolve));
    await eventually(() => waiting === 1);
    exchange.pass(5_000);
    first?.();
    await smsc.last.takenIn();
    await smsc.last.takenIn();
    const sentBefore = smsc.received("submit_sm").length;
    renew();
    expect(sentBefore).toBe(1);
    // The lease of the renewal in progress has run out by now as well; the next one holds.
    await exchange.untilState(sent, Submitted);
    expect(smsc.received("submit_sm")).toHaveLength(2);
  });

  test("lost to another process: re-routing and claims change nothing any more", async () => {
    await exchange.addLink("a", 9);
    await exchange.send();
    const { delivery } = exchange.store;
    const now = exchange.now();
    await delivery.own({ owner: "before", now, until: now + 50, reports: [], wanted: [] });
    await delivery.own({ owner: "after", now: now + 50, until: now + 5_000, reports: [], wanted: [] });
    const links = [{ linkId: 1, up: true, free: 3 }];
    expect(await delivery.claim({ owner: "before", now, validity: 1e9, links })).toEqual([]);
    await delivery.reroute({ owner: "before", linkId: 0, up: [1], after: undefined });
    expect(await delivery.waitingLinks()).toEqual([0]);
    await delivery.reroute({ owner: "after", linkId: 0, up: [1], after: undefined });
    expect(await delivery.waitingLinks()).toEqual([1]);
  });
});

test("a claim that failed after it was written is returned, even after repeated failures", async () => {
  const smsc = await exchange.smsc();
  await exchange.addLink("a", smsc.port);
  let lost = 0;
  let failures = 3;
  startWith((delivery) => ({
    claim: async (claim) => {
      const claimed = await delivery.claim(claim);
      if (claimed.length === 0 || lost > 0) return claimed;
      lost = claimed.length;
      throw new Error("the disk is full");
    },
    takeBack: async (owner, known) => {
      if (failures-- > 0) throw new Error("the disk is full");
      await delivery.takeBack(owner, known);
    },
  }));
  const sent = await exchange.send({ recipients: many(5) });
  await exchange.untilState(sent, Submitted);
  expect(lost).toBeGreaterThan(0);
  expect(smsc.received("submit_sm")).toHaveLength(5);
});
