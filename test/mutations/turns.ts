import type { MutatedRow } from "./mutation.js";

const share = "server/domain/outbox/fair-share.ts";
const shareTest = "test/domain/outbox/fair-share.test.ts";
const queue = "server/domain/outbox/customer-queue.ts";
const queues = "server/storage/sqlite/links/link-queues.ts";
const round = "server/storage/sqlite/delivery/claim-round.ts";
const candidates = "server/storage/sqlite/delivery/candidates.ts";
const storeTest = "test/storage/fairness.test.ts";

const oneQueueForAll = {
  file: queue,
  find: "return customerId * perCustomer + userPriority * trafficKinds.length + trafficKinds.indexOf(kind);",
  replace: "return 42 * perCustomer;",
};
const noWeight = { file: candidates, find: "weight: row.weight,", replace: "weight: 1," };
const staysBehind = {
  file: round,
  find: "      looked += this.#route(limit - looked);\n",
  replace: "      if (this.#heads.size < 2) looked += this.#route(limit - looked);\n",
};

export const turns: readonly MutatedRow[] = [
  {
    test: "test/delivery/smpp-routes.test.ts",
    name: "give messages to their link while it is down, so that they are counted there",
    mutations: [{ file: round, find: "      this.#route(routedWithoutRoom);\n", replace: "" }],
  },
  {
    test: "test/delivery/smpp-delivery.test.ts",
    name: "is not held up by a thousand messages of another customer",
    mutations: [oneQueueForAll, staysBehind],
  },
  {
    test: shareTest,
    name: "$title",
    mutations: [
      {
        file: share,
        find: "this.#current.credit += this.#current.weight;",
        replace: "this.#current.credit += 1;",
      },
      {
        file: share,
        find: "    this.#current.credit -= parts;\n",
        replace: "    this.#current.credit -= 1;\n",
      },
      { file: share, find: "const reserve = 10;", replace: "const reserve = 11;" },
      { file: share, find: "(reserve - 1) * (this.#levels.length - 1)", replace: "reserve - 1" },
      { file: share, find: "    this.#current.last = queue;\n", replace: "" },
      { file: share, find: "b.priority - a.priority", replace: "a.priority - b.priority" },
      { file: share, find: "level.passed - parts * this.#due()", replace: "level.passed - this.#due()" },
    ],
  },
  {
    test: shareTest,
    name: "whatever the customers have, the link is never idle, and those with messages get their shares",
    mutations: [
      {
        file: share,
        find: "while ((this.#current?.credit ?? 0) <= 0 && !this.isEmpty) this.#nextTurn();",
        replace: "if ((this.#current?.credit ?? 0) <= 0 && !this.isEmpty) this.#nextTurn();",
      },
      {
        file: share,
        find: "    this.#current.credit -= parts;\n",
        replace: "    this.#current.credit -= 1;\n",
      },
      {
        file: share,
        find: "for (const flow of this.#flows.values()) flow.queues = [];",
        replace: "for (const flow of [...this.#flows.values()]) this.#leave(flow);",
      },
    ],
  },
  {
    test: shareTest,
    name: "a customer whose queue runs empty after every message gets no more than its share",
    mutations: [
      { file: share, find: "credit: Math.min(0, owed)", replace: "credit: 0" },
      { file: share, find: "weight * (this.#round - debt.round)", replace: "longestDebt" },
    ],
  },
  {
    test: storeTest,
    name: "by weight, whatever a claim has room for",
    mutations: [noWeight, oneQueueForAll],
  },
  {
    test: storeTest,
    name: "hundreds of customers with few messages each are all served beside one with many",
    mutations: [oneQueueForAll],
  },
  {
    test: storeTest,
    name: "a message of higher priority of $title leaves first, but for a tenth",
    mutations: [
      { file: queue, find: "return priority + userPriority +", replace: "return userPriority +" },
      { file: queue, find: '(kind === "single" ? singlePriority : bulkPriority)', replace: "bulkPriority" },
      { file: share, find: "index > 0 && passed >= due", replace: "index > 0 && passed < 0 && due < 0" },
    ],
  },
  {
    test: storeTest,
    name: "messages of a user of higher priority leave before others of the customer, and bulk ones by their own",
    mutations: [
      { file: queue, find: "return priority + userPriority +", replace: "return priority +" },
      { file: queue, find: 'recipients <= mostSingleRecipients ? "single" : "bulk"', replace: '"single"' },
    ],
  },
  {
    test: storeTest,
    name: "a message that becomes due is claimed within a turn of the others",
    mutations: [
      {
        file: queues,
        find: "if (this.#sent >= this.#read * readAgainAfter) return true;",
        replace: "if (this.#read === 0) return true;",
      },
    ],
  },
];
