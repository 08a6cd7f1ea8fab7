import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { Arrivals, type SessionArrivals } from "#server/domain/inbox/arrivals.js";
import type { ReceivedPart } from "#server/domain/inbox/received-part.js";
import { SmppGateway } from "#server/networks/smpp/gateway.js";
import { smppSettings } from "#server/networks/smpp/settings.js";
import { systemClock } from "#server/ports/service.js";
import type { Store } from "#server/ports/store.js";
import { openPostgresStore } from "#server/storage/postgres/store.js";
import { readLinkUrl } from "#server/work/delivery/link-settings.js";
import { type Delivery, startDelivery } from "#server/work/delivery/worker.js";
import { deliver } from "../work/delivery/habits.js";
import { eventually } from "../eventually.js";
import { type SmscConnection, TestSmsc } from "../networks/smpp/test-smsc.js";
import { allOf, openAccount } from "../storage/fixtures.js";
import { execute } from "../storage/local-server.js";
import { anyServer, testsOn } from "../storage/postgres-server.js";

/** Parts of incoming messages over the sessions of two processes. */

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

interface Process {
  readonly store: Store;
  readonly delivery: Delivery;
}

testsOn(await anyServer(), (server) => {
  let url: string;
  let store: Store;
  let smsc: TestSmsc;
  let running: Process[];

  beforeEach(async () => {
    url = await server.createDatabase();
    store = await openPostgresStore(url);
    await openAccount(store);
    await store.incoming.addNumber({ number: "1234", customerId: 42 }, 0);
    smsc = await TestSmsc.listen();
    const address = readLinkUrl(`smpp://messenger:secret@127.0.0.1:${smsc.port}`);
    await store.links.add({ ...address, name: "a", settings: { binds: "2" }, ofFile: false }, 0);
    running = [];
  });
  afterEach(async () => {
    for (const { delivery } of running) await delivery.close();
    for (const process of running) await process.store.close();
    await smsc.close();
    await store.close();
  });

  const open = (): readonly SmscConnection[] =>
    smsc.connections.filter(({ socket }) => !socket.destroyed && !socket.readableEnded);
  const binds = (): number => smsc.received("bind_transceiver").length;

  async function start(): Promise<void> {
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
  }

  /** Starts two processes; resolves with the session of each. */
  async function startTwo(): Promise<readonly [SmscConnection, SmscConnection]> {
    await start();
    await eventually(() => binds() === 2);
    const former = open();
    await start();
    // The first one gives one of its sessions to the other.
    await eventually(() => binds() === 3 && open().length === 2);
    const first = open().find((each) => former.includes(each));
    const second = open().find((each) => !former.includes(each));
    if (first === undefined || second === undefined) throw new Error("a process has no session");
    await Promise.all([first.takenIn(), second.takenIn()]);
    return [first, second];
  }

  /** Resolves when so many ends of sessions are stored. */
  const ended = (count: number): Promise<void> =>
    eventually(async () => (await execute(url, "SELECT 1 FROM session_end")).length === count);

  /** Sends parts one after the other, each behind the response to the one before. */
  async function send(connection: SmscConnection, ...numbers: readonly number[]): Promise<void> {
    for (const number of numbers) {
      const before = smsc.received("deliver_sm_resp").length;
      deliver(connection, { text: `part ${number} `, place: { reference: 7, total: 2, number } });
      await eventually(() => smsc.received("deliver_sm_resp").length > before);
    }
  }

  const inbox = async () => (await allOf(store.inbox.fetch(42, "all"))).map(({ text }) => text);
  const whole = "part 1 part 2 ";

  test("equal messages over two processes that live are as many messages", async () => {
    const [first, second] = await startTwo();
    await send(first, 1, 2);
    await send(second, 1, 2);
    await send(first, 2, 1);
    expect(await inbox()).toEqual([whole, whole, whole]);
  });

  test("parts that come again over another process after the end of their session are repeated", async () => {
    const [first, second] = await startTwo();
    await send(first, 1, 2);
    first.socket.destroy();
    await ended(1);
    await send(second, 2, 1);
    expect(await inbox()).toEqual([whole]);
  });

  test("parts that come again after their process has stopped are repeated", async () => {
    const [first, second] = await startTwo();
    await send(first, 1, 2);
    await running[0]?.delivery.close();
    await ended(1);
    await send(second, 1, 2);
    expect(await inbox()).toEqual([whole]);
  });

  describe("parts of an owner that may have been killed", () => {
    const lease = 1_000;
    const renew = (owner: string) => {
      const now = Date.now();
      return store.delivery.own({ owner, now, until: now + lease, reports: [], wanted: [] });
    };
    const sessionOf = (owner: string) =>
      new Arrivals({ owner: () => owner, lease, now: Date.now, onEnd: () => undefined }).begin();
    const part = (number: number, at: number, session: SessionArrivals): ReceivedPart => ({
      ...{ from: "12025550101", to: "1234", text: `part ${number} `, linkId: 1, at },
      place: { reference: "udh8:7", total: 2, number },
      arrival: session.arrive(),
    });
    const receive = async (session: SessionArrivals, at: number) =>
      store.incoming.receive([part(1, at, session), part(2, at, session)]);

    test.each([
      { title: "that lives begin another message", lives: true, want: ["kept", "delivered"] },
      { title: "that does not are repeated", lives: false, want: ["repeated", "repeated"] },
    ])("$title once that is known", async ({ lives, want }) => {
      await renew("q");
      const session = sessionOf("q");
      expect(await receive(session, Date.now())).toEqual(["kept", "delivered"]);
      const other = sessionOf("p");
      const at = (await store.processes.time()) + 1;
      expect(await receive(other, at)).toEqual(["undecided", "undecided"]);
      if (lives) {
        await eventually(async () => (await store.processes.time()) > at);
        await renew("q");
      }
      const found: unknown[] = [];
      await eventually(async () => {
        found.splice(0, 2, ...(await receive(other, at)));
        return !found.includes("undecided");
      });
      expect(found).toEqual(want);
      expect(await inbox()).toHaveLength(lives ? 2 : 1);
    });
  });
});
