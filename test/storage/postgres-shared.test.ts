import { describe, expect, test } from "@jest/globals";
import { guessCount, ofAll, ofCodes, ofNetwork } from "#server/credentials/guesses.js";
import { startForwarding } from "#server/work/forwarding/forwarder.js";
import type { Store } from "#server/ports/store.js";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { eventually } from "../eventually.js";
import { claimDue, owner } from "./claims.js";
import { noon, openAccount, submission } from "./fixtures.js";
import { execute } from "./local-server.js";
import { anyServer, testsOn } from "./postgres-server.js";
import { sharedStores } from "./postgres-stores.js";

testsOn(await anyServer(), (server) => {
  const shared = sharedStores(server);
  const first = (): Store => shared().first;

  describe("what several processes share on one PostgreSQL", () => {
    test("the limit of log-in attempts", async () => {
      const counts = shared().all.map((store) => guessCount(Date.now, store.attempts));
      const guess = { account: "ann", exists: true, network: "192.0.2.1", trusted: true };
      const storm = async () =>
        (
          await Promise.all(counts.flatMap((each) => Array.from({ length: 8 }, async () => each.take(guess))))
        ).filter(Boolean).length;
      expect(await storm()).toBe(ofNetwork.burst);
      await counts[1]?.giveBack(guess);
      expect(await storm()).toBe(1);
      expect(await counts[2]?.take({ ...guess, network: "192.0.2.2" })).toBe(true);
      // A bucket gains one attempt in each interval.
      await execute(shared().url, `UPDATE login_attempt SET at = at - ${ofNetwork.interval * 3}`);
      expect(await storm()).toBe(3);
    });

    test("the limit of log-in attempts, whatever names others make up", async () => {
      const guesses = guessCount(Date.now, first().attempts);
      const guess = { account: "bob", exists: true, network: "192.0.2.1", trusted: false };
      const tried = async () => {
        let count = 0;
        while (await guesses.take(guess)) count += 1;
        return count;
      };
      expect(await tried()).toBeGreaterThanOrEqual(ofNetwork.burst);
      for (let n = 0; n < 2_000; n++)
        await guesses.take({ ...guess, account: `made up ${n}`, exists: false });
      expect(await tried()).toBeLessThan(ofNetwork.burst);
    });

    test("log-in attempts that count no more are forgotten", async () => {
      const { attempts } = first();
      if (attempts === undefined) throw new Error("attempts are not shared");
      const rows = async () => execute(shared().url, "SELECT name, used FROM login_attempt ORDER BY name");
      const guesses = guessCount(Date.now, attempts);
      const guess = { account: "ann", exists: true, network: "192.0.2.1", trusted: false };
      await guesses.take(guess);
      await guesses.take(guess);
      await guesses.giveBack(guess);
      expect(await rows()).toEqual([
        { name: "ann", used: expect.closeTo(1, 1) },
        { name: "ann 192.0.2.1", used: expect.closeTo(1, 1) },
      ]);
      await guesses.giveBack(guess);
      expect(await rows()).toEqual([]);

      await attempts.take("full", ofAll);
      const tillFull = Math.max(...[ofAll, ofNetwork].map(({ burst, interval }) => burst * interval));
      const age = async (by: number, of = "true") =>
        execute(
          shared().url,
          `UPDATE login_attempt SET at = at - ${by}, full_at = full_at - ${by} WHERE ${of}`,
        );
      await attempts.take("code ann", ofCodes);
      await age(120_001);
      await attempts.take("filling", ofAll);
      await age(tillFull, "name = 'filling'");
      for (let n = 0; n < 100; n++) await attempts.take("busy", ofAll);
      expect((await rows()).map((row) => ("name" in row ? row.name : ""))).toEqual([
        ...["busy", "code ann", "filling"],
      ]);
    });

    test("messages to forward: each is posted by one of them", async () => {
      const posted: string[] = [];
      const customer = createServer((request, response) => {
        let body = "";
        request.on("data", (piece: Buffer) => (body += piece.toString()));
        request.on("end", () => {
          posted.push(new URLSearchParams(body).get("MessageID") ?? "");
          setTimeout(() => response.end(), 20);
        });
      });
      await new Promise<void>((resolve) => customer.listen(0, "127.0.0.1", resolve));
      const { port } = customer.address() as AddressInfo;
      await openAccount(first());
      const { incoming } = first();
      await incoming.setForward({
        ...{ customerId: 42, url: `http://127.0.0.1:${port}/`, method: "POST", private: true },
      });
      await incoming.addNumber({ number: "1234", customerId: 42 }, noon);
      await first().links.add(
        {
          ...{ name: "a", kind: "loopback", url: "loopback:", password: "", network: "a" },
          ...{ settings: {}, ofFile: false },
        },
        0,
      );
      const parts = Array.from({ length: 100 }, (_, index) => ({
        ...{ linkId: 1, from: "12025550101", to: "1234", text: `Text ${index}`, at: noon },
      }));
      await incoming.receive(parts);
      const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
      const all = shared().all.map((store) =>
        startForwarding({
          ...{ store, now: () => noon + 1_000, mayPost: () => true, log, interval: 5 },
        }),
      );
      await eventually(async () => (await execute(shared().url, "SELECT 1 FROM forward")).length === 0);
      for (const each of all) await each.close();
      expect([posted.length, new Set(posted).size]).toEqual([100, 100]);
      customer.closeAllConnections();
      await new Promise((resolve) => customer.close(resolve));
    });

    test("callbacks: each is posted by one of them, those of one message in their order", async () => {
      const posted: string[] = [];
      const customer = createServer((request, response) => {
        posted.push(String(request.headers["webhook-id"]));
        request.resume();
        setTimeout(() => response.end(), 10);
      });
      await new Promise<void>((resolve) => customer.listen(0, "127.0.0.1", resolve));
      const { port } = customer.address() as AddressInfo;
      const store = first();
      await openAccount(store, { payment: "postpaid" });
      await store.callbacks.setTarget(
        {
          ...{ customerId: 42, url: `http://127.0.0.1:${port}/`, private: true, parts: true },
          secret: `whsec_${Buffer.alloc(32).toString("base64")}`,
        },
        noon,
      );
      const recipients = Array.from({ length: 25 }, (_, index) => String(12_025_550_100 + index));
      await store.outbox.submit(submission("t1", { recipients, parts: 2 }));
      const claimed = await claimDue(store, noon, 99);
      const ids = claimed.map(({ id }) => id);
      await store.delivery.settle(
        ids.map((recipientId) => ({
          ...{ owner, recipientId, linkId: 1, at: noon, end: { kind: "submitted" } as const },
          accepted: [1, 2].map((part) => ({ part, messageId: `${recipientId}-${part}` })),
        })),
      );
      for (const part of [2, 1])
        await store.delivery.receipts(
          ids.map((id, index) => ({
            ...{ linkId: 1, messageId: `${id}-${part}`, keys: [`${id}-${part}`], phone: recipients[index] },
            ...{ state: 6, at: noon, code: undefined },
          })),
        );
      const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
      const all = shared().all.map((each) =>
        startForwarding({ store: each, now: () => noon + 1_000, mayPost: () => true, log, interval: 5 }),
      );
      await eventually(async () => (await execute(shared().url, "SELECT 1 FROM callback")).length === 0);
      for (const each of all) await each.close();
      expect([posted.length, new Set(posted).size]).toEqual([75, 75]);
      for (const id of ids)
        expect(posted.filter((each) => each.startsWith(`t1.${id}`))).toEqual([
          `t1.${id}.2`,
          `t1.${id}.1`,
          `t1.${id}`,
        ]);
      customer.closeAllConnections();
      await new Promise((resolve) => customer.close(resolve));
    });

    test("the work of maintenance: a step that another process does is left to it", async () => {
      await openAccount(first(), { payment: "postpaid" });
      await first().outbox.submit(submission("t1"));
      const blocked = "BEGIN; SELECT pg_advisory_xact_lock(hashtextextended('task expire', 0))";
      const { default: pg } = await import("pg");
      const client = new pg.Client({ connectionString: shared().url });
      await client.connect();
      await client.query(blocked);
      expect(await first().delivery.expire(noon + 1e9, 1_000, 9)).toBe(0);
      await client.query("COMMIT");
      await client.end();
      const ended = await Promise.all(
        shared().all.map(async ({ delivery }) => delivery.expire(noon + 1e9, 1_000, 9)),
      );
      expect(ended.reduce((sum, count) => sum + count, 0)).toBe(1);
    });
  });
});
