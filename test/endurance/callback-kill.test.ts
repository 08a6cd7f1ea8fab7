import { createHmac } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "@jest/globals";
import { plainMessage } from "#server/domain/delivery/submitting/submission.js";
import { RecipientState } from "#server/domain/recipient-state.js";
import { newTransactionId } from "#server/transaction-id.js";
import type { Store } from "#server/ports/store.js";
import { openStore } from "#server/storage/index.js";
import { chanceOf } from "#server/demo/messages.js";
import { eventually } from "../eventually.js";
import { type Account, openAccount, startService } from "../interop/service.js";
import { detailsOf } from "../storage/fixtures.js";

/** All of it with MESSENGER_ENDURANCE=full; a tenth otherwise. */
const scale = process.env["MESSENGER_ENDURANCE"] === "full" ? 1 : 0.1;
const finals = 10_000 * scale;
const kills = 20 * scale;
const hangs = 30 * scale;
/** Messages of each customer whose server is silent. */
const silences = Math.ceil(5 * scale);
const key = Buffer.from("0123456789abcdef0123456789abcdef");
const secret = `whsec_${key.toString("base64")}`;

/** Ways to respond. The first two accept the callback. */
const responses: Readonly<Record<string, (request: IncomingMessage, response: ServerResponse) => void>> = {
  ok: (_request, response) => response.writeHead(204).end(),
  "ok, then nothing": (_request, response) => {
    response.writeHead(200, { "content-length": 99 });
    response.write("o");
    setImmediate(() => response.destroy());
  },
  "ok, without end": (_request, response) => {
    response.writeHead(200);
    const more = (): void => {
      if (!response.destroyed) response.write("x".repeat(65_536), () => setImmediate(more));
    };
    more();
  },
  "server error": (_request, response) => response.writeHead(500).end("no"),
  redirect: (request, response) => response.writeHead(307, { location: request.url }).end(),
  "closed connection": (request) => request.socket.destroy(),
  "endless interim responses": (request) => {
    const more = (): void => {
      if (!request.socket.destroyed)
        request.socket.write("HTTP/1.1 102 Processing\r\n\r\n".repeat(99), () => setImmediate(more));
    };
    more();
  },
};
const isAccepted = (name: string): boolean => name.startsWith("ok");

/** A customer's server that checks signatures and responds in the given ways. */
class Receiver {
  /** Callbacks that it accepted, by number of the message. */
  readonly accepted = new Map<number, number>();
  readonly ids = new Map<number, Set<string>>();
  posts = 0;
  unsigned = 0;
  readonly #server: Server;

  private constructor(respond: () => string) {
    this.#server = createServer((request, response) => {
      void text(request)
        .then((body) => {
          this.#take(request, body, response, respond());
        })
        // A server that was killed has not sent all of its request.
        .catch(() => undefined);
    });
  }

  static async listen(respond: () => string): Promise<Receiver> {
    const receiver = new Receiver(respond);
    await new Promise<void>((resolve) => receiver.#server.listen(0, "127.0.0.1", resolve));
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/states`;
  }

  #take(request: IncomingMessage, body: string, response: ServerResponse, name: string): void {
    this.posts += 1;
    const { "webhook-id": id, "webhook-timestamp": time, "webhook-signature": signature } = request.headers;
    const wanted = createHmac("sha256", key)
      .update(`${String(id)}.${String(time)}.${body}`)
      .digest("base64");
    if (signature !== `v1,${wanted}`) this.unsigned += 1;
    const { messageId, status } = (JSON.parse(body) as { data: { messageId: number; status: string } }).data;
    if (status !== "SMSC_DELIVERED") this.unsigned += 1;
    this.ids.set(messageId, (this.ids.get(messageId) ?? new Set()).add(String(id)));
    if (isAccepted(name)) this.accepted.set(messageId, (this.accepted.get(messageId) ?? 0) + 1);
    responses[name]?.(request, response);
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}

/** Accepts three of five callbacks, hangs a few times, and misbehaves otherwise. */
function misbehaving(): () => string {
  const random = chanceOf(7);
  const names = Object.keys(responses);
  let hung = 0;
  let count = 0;
  return () => {
    count += 1;
    if (hung < hangs && count % 20 === 0) {
      hung += 1;
      return "hang";
    }
    return random() < 0.6 ? "ok" : (names[Math.floor(random() * names.length)] ?? "ok");
  };
}

/** Accepts messages of a customer; returns their transactions. */
async function submitted({ outbox }: Store, customerId: number, count: number): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let start = 0; start < count; start += 500) {
    const at = Date.now();
    const transactionId = newTransactionId(at);
    const recipients = Array.from({ length: Math.min(500, count - start) }, (_, index) =>
      String(12_025_500_000 + start + index),
    );
    await outbox.submit({
      ...{ transactionId, customerId, userName: "api", operation: "SendSms", originator: "Shop" },
      ...{ text: "Hello", parts: 1 },
      ...plainMessage,
      ...{ at, dueAt: at, clientTransaction: undefined, recipients, refused: [] },
      charge: { kind: "SMS", amount: 1000 * recipients.length },
    });
    ids.push(transactionId);
  }
  return ids;
}

async function addCustomer({ accounts, callbacks }: Store, customerId: number, url: string): Promise<void> {
  await accounts.addCustomer(
    { id: customerId, name: "Example Ltd", payment: "postpaid", limit: undefined },
    0,
  );
  await callbacks.setTarget({ customerId, url, secret, parts: false, private: true }, Date.now());
}

const waiting = async ({ callbacks }: Store, customerId: number) =>
  callbacks.list({ customerId, failed: false }, 10_000);

/** Sends uncertain messages again and posts failed callbacks at once, as an operator may: attempts are minutes apart otherwise. */
async function hurry(store: Store, customerId: number): Promise<void> {
  await store.links.resolveBehind(0, 1_000_000, "resend", Date.now());
  const failed = (await waiting(store, customerId)).filter(({ attempts }) => attempts > 0);
  if (failed.length > 0) await store.callbacks.retry({ ids: failed.map(({ id }) => id) }, Date.now());
}

interface Parties {
  readonly store: Store;
  readonly bad: Receiver;
  readonly good: Receiver;
  readonly account: Account;
}

/** Runs servers one after the other and kills each in the middle of its posts. */
async function killServers({ store, bad, good, account }: Parties): Promise<void> {
  for (let round = 0; round < kills; round++) {
    const service = await startService(account.database);
    const total = (): number => bad.posts + good.posts;
    const least = total() + finals / (2 * kills);
    while (total() < least && good.accepted.size + bad.accepted.size < finals) {
      const before = total();
      await eventually(async () => {
        await hurry(store, 43);
        return total() > before;
      });
    }
    await service.kill();
  }
}

test(
  `${finals} final statuses to servers that fail, hang and misbehave, ${kills} kills: each is delivered at least once and signed, and silent servers delay no other customer`,
  async () => {
    const account = await openAccount();
    const store = await openStore(account.database);
    const bad = await Receiver.listen(misbehaving());
    const good = await Receiver.listen(() => "ok");
    const silent = await Receiver.listen(() => "hang");
    const silentCustomers = Array.from({ length: 40 }, (_, index) => 100 + index);
    try {
      await addCustomer(store, 43, bad.url);
      await addCustomer(store, 44, good.url);
      for (const id of silentCustomers) await addCustomer(store, id, silent.url);
      for (const id of silentCustomers) await submitted(store, id, silences);
      const transactions = [
        ...(await submitted(store, 43, finals / 2)).map((id) => [43, id] as const),
        ...(await submitted(store, 44, finals / 2)).map((id) => [44, id] as const),
      ];
      await killServers({ store, bad, good, account });
      const service = await startService(account.database);
      const isOver = async (): Promise<boolean> => {
        const open = [...(await waiting(store, 43)), ...(await waiting(store, 44))];
        return open.length === 0 && bad.accepted.size + good.accepted.size === finals;
      };
      while (!(await isOver())) {
        const before = bad.posts + good.posts;
        await eventually(async () => {
          await hurry(store, 43);
          return bad.posts + good.posts > before || (await isOver());
        });
        await sleep(100);
      }
      expect(await service.stop()).toBe(0);

      // All of the others came while these held their connections.
      expect([silent.accepted.size, silent.posts > 0]).toEqual([0, true]);
      for (const [customer, id] of transactions)
        for (const { state } of await detailsOf(store.outbox, customer, id))
          expect(state).toBe(RecipientState.Delivered);
      expect([bad.unsigned, good.unsigned, silent.unsigned]).toEqual([0, 0, 0]);
      expect([bad.accepted.size, good.accepted.size]).toEqual([finals / 2, finals / 2]);
      // Repetitions have the id of the first attempt.
      const ids = [...bad.ids.values(), ...good.ids.values()];
      expect(ids.filter(({ size }) => size !== 1)).toEqual([]);
      expect(bad.posts).toBeGreaterThan(finals / 2);
      expect(await store.callbacks.list({ customerId: undefined, failed: true }, 9)).toEqual([]);
    } finally {
      for (const receiver of [bad, good, silent]) receiver.close();
      await store.close();
      account.remove();
    }
  },
  scale * 3_600_000,
);
