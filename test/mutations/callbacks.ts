import type { MutatedRow } from "./mutation.js";

export const callbacks: readonly MutatedRow[] = [
  {
    test: "test/work/forwarding/callbacks.test.ts",
    name: "is one signed POST for each final state, without the text",
    mutations: [
      {
        file: "server/storage/sqlite/hot/blocks.ts",
        find: "end.run(state);",
        replace: "",
      },
      {
        file: "server/work/forwarding/requests.ts",
        find: ".update(`${id}.${time}.${body}`)",
        replace: ".update(`${id}.${body}`)",
      },
      {
        file: "server/work/forwarding/requests.ts",
        find: 'Buffer.from(secret.slice(secretPrefix.length), "base64")',
        replace: "Buffer.from(secret)",
      },
      {
        file: "server/work/forwarding/poster.ts",
        find: "await queue.end(post.id, at, { host, status: result });",
        replace: 'await queue.postpone({ id: post.id, at, nextAt: 0, failure: "" });',
      },
    ],
  },
  {
    test: "test/work/forwarding/callbacks.test.ts",
    name: "of a part comes before that of its message, also when it is tried again",
    mutations: [
      {
        file: "server/storage/sqlite/schema/own.ts",
        find: "CREATE TRIGGER recipient_ends AFTER UPDATE OF state ON recipient",
        replace: "CREATE TRIGGER recipient_ends AFTER UPDATE OF link ON recipient",
      },
      {
        file: "server/storage/sqlite/schema/own.ts",
        find: "CREATE TRIGGER part_ends AFTER UPDATE OF state ON sent_part",
        replace: "CREATE TRIGGER part_ends AFTER UPDATE OF network ON sent_part",
      },
      {
        file: "server/storage/tables/callbacks/callbacks.ts",
        find: "b.customer_id = $customerId AND b.ready = true AND b.next_at",
        replace: "b.customer_id = $customerId AND b.next_at",
      },
    ],
  },
  {
    test: "test/storage/ready-callbacks.test.ts",
    name: "one callback of each message is ready, the first that waits",
    mutations: [
      {
        file: "server/storage/sqlite/schema/own.ts",
        find: "WHEN OLD.ready = 1\nBEGIN",
        replace: "WHEN OLD.ready = 2\nBEGIN",
      },
      {
        file: "server/storage/sqlite/schema/own.ts",
        find: "(SELECT min(id) FROM callback",
        replace: "(SELECT max(id) FROM callback",
      },
    ],
  },
  {
    test: "test/work/forwarding/callbacks.test.ts",
    name: "is posted again after %i with the same id, later each time, across a restart",
    mutations: [
      {
        file: "server/domain/callbacks/callbacks.ts",
        find: "return `${transactionId}.${messageId}",
        replace: "return `${Math.random()}.${transactionId}.${messageId}",
      },
      {
        file: "server/work/forwarding/poster.ts",
        find: "status >= 200 && status < 300",
        replace: "status >= 200 && status < 600",
      },
      {
        file: "server/domain/posts/posts.ts",
        find: "Math.min(firstDelay * 2 ** attempts, longestDelay)",
        replace: "Math.min(firstDelay, longestDelay)",
      },
    ],
  },
  {
    test: "test/work/forwarding/callbacks.test.ts",
    name: "is given up after a day, counted and kept; an operator has it posted again",
    mutations: [
      {
        file: "server/storage/tables/callbacks/callbacks.ts",
        find: "UPDATE callback SET next_at = NULL, changed_at = $now",
        replace: "UPDATE callback SET next_at = until, changed_at = $now",
      },
      {
        file: "server/storage/sqlite/schema/own.ts",
        find: "NEW.at + 86400000",
        replace: "NEW.at + 8640000000",
      },
      {
        file: "server/work/forwarding/poster.ts",
        find: 'observe?.("given up")',
        replace: 'observe?.("failed")',
      },
    ],
  },
  {
    test: "test/domain/posts.test.ts",
    name: "servers that fail take half of the places at most: the others are not held up by any number of them",
    mutations: [{ file: "server/domain/posts/posts.ts", find: "failing: 32", replace: "failing: 64" }],
  },
  {
    test: "test/domain/posts.test.ts",
    name: "few free places go to the customer whose last turn is the longest ago",
    mutations: [
      {
        file: "server/domain/posts/posts.ts",
        find: "|| one.lastTurn - other.lastTurn",
        replace: "",
      },
    ],
  },
  {
    test: "test/work/forwarding/forwarder.test.ts",
    name: "each of 100 customers with messages to forward has a turn before any has all its own posted",
    mutations: [
      {
        file: "server/work/forwarding/poster.ts",
        find: "this.#lastTurns.set(customerId, (this.#turns += 1));",
        replace: "",
      },
    ],
  },
];
