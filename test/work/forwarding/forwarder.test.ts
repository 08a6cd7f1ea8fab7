import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "@jest/globals";
import { postEvents } from "#server/work/forwarding/forwarder.js";
import { Poster } from "#server/work/forwarding/poster.js";
import type { Forward } from "#server/domain/inbox/forwards.js";
import { keepingLog } from "../../host/greeter/server.js";
import { postForward } from "#server/work/forwarding/requests.js";
import { eventually } from "../../eventually.js";
import { Exchange } from "../delivery/exchange.js";
import { execute } from "../../storage/local-server.js";
import { storeKind } from "../../storage/new-database.js";

test.each([200, 500])(
  "a message whose response %i cannot be stored is posted once a round",
  async (status) => {
    const exchange = await Exchange.open();
    try {
      const { incoming } = exchange.store;
      await incoming.setForward({
        customerId: 42,
        url: "http://127.0.0.1:1/",
        method: "POST",
        private: true,
      });
      await incoming.addNumber({ number: "1234", customerId: 42 }, 0);
      const message = { from: "12025550101", to: "1234", text: "Hi", linkId: 1, at: exchange.now() };
      await incoming.receive([message]);
      const full = () => Promise.reject(new Error("the disk is full"));
      const posts: Forward[] = [];
      const forwarder = new Poster({
        queue: { ...incoming.queue, end: full, postpone: full },
        events: postEvents.forward,
        post: async (forward) => {
          posts.push(forward);
          if (posts.length > 20) throw new Error("posted without end");
          return status;
        },
        logged: ({ id }) => ({ message: id }),
        now: () => exchange.now(),
        mayPost: () => true,
        log: keepingLog(),
      });
      for (const rounds of [1, 2]) {
        // On PostgreSQL the message stays claimed for a minute.
        if (storeKind === "postgres")
          await execute(exchange.database, "UPDATE forward SET claimed_until = 0");
        await forwarder.round();
        await new Promise((resolve) => setTimeout(resolve, 50));
        expect(posts).toHaveLength(rounds);
      }
      await forwarder.close();
    } finally {
      await exchange.close();
    }
  },
);

test("each of 100 customers with messages to forward has a turn before any has all its own posted", async () => {
  const exchange = await Exchange.open();
  const { accounts, incoming } = exchange.store;
  const customers = Array.from({ length: 100 }, (_, at) => 100 + at);
  for (const customerId of customers) {
    const customer = { id: customerId, name: "Other Ltd", payment: "postpaid", limit: undefined } as const;
    await accounts.addCustomer(customer, 0);
    await incoming.setForward({ customerId, url: "http://127.0.0.1:1/", method: "POST", private: true });
    await incoming.addNumber({ number: `9${customerId}`, customerId }, 0);
    await incoming.receive(
      Array.from({ length: 20 }, (_, at) => ({
        ...{ from: "12025550101", to: `9${customerId}`, text: `Text ${at}`, linkId: 1, at: exchange.now() },
      })),
    );
  }
  const posts: number[] = [];
  const forwarder = new Poster({
    queue: incoming.queue,
    events: postEvents.forward,
    post: async ({ customerId }) => {
      posts.push(customerId);
      return 200;
    },
    logged: ({ id }) => ({ message: id }),
    now: () => exchange.now(),
    mayPost: () => true,
    log: keepingLog(),
  });
  await forwarder.round();
  await eventually(() => posts.length === 20 * customers.length);
  await forwarder.close();
  await exchange.close();
  // The windows of the first open up to eight posts before the others have had a turn.
  expect(new Set(posts.slice(0, 8 * customers.length)).size).toBe(customers.length);
});

test("a server that sends endless interim responses is disconnected", async () => {
  const server = createServer(({ socket }) => {
    const more = (): void => {
      socket.write("HTTP/1.1 102 Processing\r\n\r\n".repeat(100), (error) => {
        if (!error) setImmediate(more);
      });
    };
    more();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const message = { id: 1, customerId: 42, from: "12025550101", to: "1234", subject: undefined, text: "Hi" };
  const posted = postForward({
    ...{ ...message, complete: true, at: 0, attempts: 0, until: 0 },
    ...{ url: `http://127.0.0.1:${port}/`, method: "GET", private: true },
  });
  try {
    await expect(posted).rejects.toThrow("too many interim responses");
  } finally {
    server.close();
    server.closeAllConnections();
  }
});
