import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { readLinkUrl } from "#server/work/delivery/link-settings.js";
import { type Delivery, startDelivery } from "#server/work/delivery/worker.js";
import { RecipientState } from "#server/domain/recipient-state.js";
import type { Store } from "#server/ports/store.js";
import { systemClock } from "#server/ports/service.js";
import { SmppGateway } from "#server/networks/smpp/gateway.js";
import { smppSettings } from "#server/networks/smpp/settings.js";
import { openPostgresStore } from "#server/storage/postgres/store.js";
import { eventually } from "../../eventually.js";
import { type Habit, type SmscConnection, TestSmsc } from "../../networks/smpp/test-smsc.js";
import { openAccount, submission } from "../../storage/fixtures.js";
import { anyServer, testsOn } from "../../storage/postgres-server.js";
import { accept, answering, many } from "./habits.js";

/** An SMSC that counts its binds and the requests without a response, and records when it got each message. */
class CountingSmsc {
  readonly smsc: TestSmsc;
  readonly arrivals: number[] = [];
  readonly phones = new Map<string, number>();
  /** Most binds at once. */
  mostBinds = 0;
  readonly #bound = new Set<SmscConnection>();
  #held: (() => void)[] | undefined;
  readonly #count: { now: number; most: number };

  private constructor(smsc: TestSmsc, count: { now: number; most: number }) {
    this.smsc = smsc;
    this.#count = count;
  }

  static async listen(delay: number): Promise<CountingSmsc> {
    const count = { now: 0, most: 0 };
    let ids = 0;
    const habit = answering((pdu, connection) => {
      count.now += 1;
      count.most = Math.max(count.most, count.now);
      found.arrivals.push(performance.now());
      const phone = pdu.destination.address;
      found.phones.set(phone, (found.phones.get(phone) ?? 0) + 1);
      const answer = (): void => {
        count.now -= 1;
        accept(pdu, connection, String(++ids));
      };
      if (found.#held === undefined) setTimeout(answer, delay);
      else found.#held.push(answer);
    });
    const counting: Habit = (pdu, connection) => {
      if (pdu.command === "bind_transceiver") found.#bind(connection);
      if (pdu.command === "unbind") found.#bound.delete(connection);
      habit(pdu, connection);
    };
    const found = new CountingSmsc(await TestSmsc.listen(counting), count);
    return found;
  }

  /** Responds to no message until `release`. */
  hold(): void {
    this.#held = [];
  }

  release(): void {
    for (const answer of this.#held ?? []) answer();
    this.#held = undefined;
  }

  #bind(connection: SmscConnection): void {
    this.#bound.add(connection);
    connection.socket.once("close", () => this.#bound.delete(connection));
    this.mostBinds = Math.max(this.mostBinds, this.#bound.size);
  }

  /** Most messages without a response at once. */
  get most(): number {
    return this.#count.most;
  }

  /** Connections that are open now. */
  get open(): number {
    return this.smsc.connections.filter(({ socket }) => !socket.destroyed && !socket.readableEnded).length;
  }

  /** Most messages within a second. */
  get mostPerSecond(): number {
    let [from, most] = [0, 0];
    for (const [index, at] of this.arrivals.entries()) {
      while ((this.arrivals[from] ?? at) <= at - 1_000) from += 1;
      most = Math.max(most, index - from + 1);
    }
    return most;
  }
}

testsOn(await anyServer(), (server) => {
  let url: string;
  let store: Store;
  let smsc: CountingSmsc;
  let running: { readonly store: Store; readonly delivery: Delivery }[];

  beforeEach(async () => {
    url = await server.createDatabase();
    store = await openPostgresStore(url);
    await openAccount(store, { payment: "postpaid" });
    running = [];
  });
  afterEach(async () => {
    await smsc.smsc.close();
    for (const { delivery } of running) await delivery.close();
    for (const process of running) await process.store.close();
    await store.close();
  });

  const addLink = async (settings: Readonly<Record<string, string>>) => {
    const address = readLinkUrl(`smpp://messenger:secret@127.0.0.1:${smsc.smsc.port}`);
    await store.links.add({ ...address, name: "a", settings, ofFile: false }, 0);
  };
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

  const start = async (): Promise<Delivery> => {
    const own = await openPostgresStore(`${url}?connections=4`);
    const delivery = startDelivery({
      ...{ store: own, now: Date.now, log, times: { look: 50 } },
      open: (link, context, slots) =>
        new SmppGateway({
          name: link.name,
          settings: smppSettings(link),
          slots,
          context,
          clock: systemClock,
        }),
    });
    running.push({ store: own, delivery });
    return delivery;
  };
  const send = async (count: number, id = "t1") => {
    const at = Date.now();
    await store.outbox.submit(submission(id, { recipients: many(count), at, dueAt: at }));
  };
  const allSubmitted = (count: number, id = "t1") =>
    eventually(async () => {
      const counts = (await store.outbox.statistics(42, id))?.counts ?? [];
      return counts.some((each) => each.state === RecipientState.Submitted && each.count === count);
    });

  describe("several processes on one link", () => {
    test.each([{ processes: 2 }, { processes: 4 }])(
      "$processes of them never exceed its window, and send each message once",
      async ({ processes }) => {
        smsc = await CountingSmsc.listen(5);
        await addLink({ binds: "4", window: "3" });
        await send(600);
        for (let count = 0; count < processes; count++) await start();
        await allSubmitted(600);
        expect(smsc.most).toBeLessThanOrEqual(4 * 3);
        expect(smsc.open).toBe(4);
        expect([smsc.phones.size, Math.max(...smsc.phones.values())]).toEqual([600, 1]);
      },
    );

    test.each([{ processes: 2 }, { processes: 4 }])(
      "$processes of them never exceed its rate",
      async ({ processes }) => {
        smsc = await CountingSmsc.listen(1);
        await addLink({ binds: "4", window: "10", rate: "100" });
        for (let count = 0; count < processes; count++) await start();
        await eventually(() => smsc.open === 4);
        await send(400);
        await allSubmitted(400);
        // A second of the rate and a burst of a tenth of one, at least one message for each process.
        expect(smsc.mostPerSecond).toBeLessThanOrEqual(100 + 10 + processes);
      },
    );

    test("a link with one bind belongs to one process; when that stops, another takes over", async () => {
      smsc = await CountingSmsc.listen(1);
      await addLink({ binds: "1", window: "2" });
      for (let count = 0; count < 3; count++) await start();
      await send(50);
      await allSubmitted(50);
      expect([smsc.open, smsc.most <= 2]).toEqual([1, true]);
      const binds = () => smsc.smsc.received("bind_transceiver").length;
      const before = binds();
      for (let round = 1; binds() === before; round++) {
        const ended = running.shift();
        await ended?.delivery.close();
        await ended?.store.close();
        if (running.length === 0) await start();
        const previous = binds();
        await send(10, `round-${round}-`);
        await allSubmitted(10, `round-${round}-`);
        expect(binds() - previous).toBeLessThanOrEqual(1);
      }
      expect(smsc.most).toBeLessThanOrEqual(2);
    });

    test("a process that starts takes over binds while messages flow; none is sent twice", async () => {
      smsc = await CountingSmsc.listen(3);
      await addLink({ binds: "4", window: "2" });
      await send(900);
      await start();
      await eventually(() => smsc.arrivals.length > 100);
      await start();
      await eventually(() => smsc.arrivals.length > 300);
      await start();
      const first = running.shift();
      await eventually(() => smsc.arrivals.length > 500);
      await first?.delivery.close();
      await first?.store.close();
      await allSubmitted(900);
      expect([smsc.phones.size, Math.max(...smsc.phones.values())]).toEqual([900, 1]);
      expect(smsc.most).toBeLessThanOrEqual(8);
      expect(smsc.mostBinds).toBe(4);
      expect(await store.links.uncertain(9)).toEqual([]);
    });

    /** Waits until this process has applied what a renewal gave it, after what was stored until now. */
    const renewed = async () => {
      for (let renewals = 0, last = Date.now(); renewals < 4; renewals++)
        await eventually(async () => {
          const [report] = await store.links.reports();
          const isLater = report !== undefined && report.at > last;
          if (isLater) last = report.at;
          return isLater;
        });
    };

    test("a share that returns while its binds are closing opens no others until they are closed", async () => {
      smsc = await CountingSmsc.listen(1);
      await addLink({ binds: "4", window: "2", drain: "100" });
      await start();
      await eventually(() => smsc.open === 4);
      smsc.hold();
      await send(40);
      await eventually(() => smsc.arrivals.length === 8);
      const second = await start();
      await eventually(async () => (await store.links.reports())[0]?.window === 4);
      await second.close();
      await renewed();
      smsc.release();
      await allSubmitted(40);
      await eventually(() => smsc.open === 4);
      expect(smsc.mostBinds).toBe(4);
      expect([smsc.phones.size, Math.max(...smsc.phones.values())]).toEqual([40, 1]);
    });

    test("a link whose settings change opens no binds until the previous ones are closed", async () => {
      smsc = await CountingSmsc.listen(1);
      await addLink({ binds: "4", window: "2", drain: "100" });
      for (let count = 0; count < 2; count++) await start();
      await eventually(() => smsc.open === 4);
      smsc.hold();
      await send(40);
      await eventually(() => smsc.arrivals.length === 8);
      await store.links.change("a", { settings: { binds: "4", window: "3" } });
      await renewed();
      smsc.release();
      await allSubmitted(40);
      await eventually(() => smsc.open === 4);
      expect(smsc.mostBinds).toBe(4);
      expect([smsc.phones.size, Math.max(...smsc.phones.values())]).toEqual([40, 1]);
    });
  });
});
