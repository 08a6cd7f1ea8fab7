import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "@jest/globals";
import { postEvents } from "#server/forwarding/forwarder.js";
import { Poster } from "#server/forwarding/poster.js";
import type { Forward } from "#server/domain/inbox/forwards.js";
import { keepingLog } from "../host/greeter/server.js";
import { postForward } from "#server/forwarding/forward-post.js";
import { Exchange } from "../delivery/exchange.js";

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
        now: () => exchange.now(),
        mayPost: () => true,
        log: keepingLog(),
      });
      for (const rounds of [1, 2]) {
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
