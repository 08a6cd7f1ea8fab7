import type { MutatedRow } from "./mutation.js";

const share = "server/domain/delivery/claiming/customer-shares.ts";
const shareTest = "test/domain/delivery/claiming/customer-shares.test.ts";
const queue = "server/domain/delivery/claiming/customer-queue.ts";
const queues = "server/domain/delivery/claiming/link-queues.ts";
const round = "server/domain/delivery/claiming/round.ts";
const roundTest = "test/domain/delivery/claiming/round.test.ts";
const budgets = "server/domain/delivery/pace/rate-budget.ts";
const candidates = "server/storage/tables/delivery/candidates.ts";
const storeTest = "test/storage/fairness.test.ts";

const oneQueueForAll = {
  file: queue,
  find: "return customerId * perCustomer + userPriority * trafficKinds.length + trafficKinds.indexOf(kind);",
  replace: "return 42 * perCustomer;",
};
const noWeight = { file: candidates, find: "weight: row.weight ?? 1,", replace: "weight: 1," };
const staysBehind = {
  file: round,
  find: "      yield* this.#route(limit);\n",
  replace: "      if (this.#heads.size < 2) yield* this.#route(limit);\n",
};

const everyClaim =
  "for any queues, a claim takes only due and routed messages, once, within slots and rates, and leaves no slot unused";

export const turns: readonly MutatedRow[] = [
  {
    test: "test/work/delivery/smpp-routes.test.ts",
    name: "queue messages for their link while it is down, so that they are counted there",
    mutations: [{ file: round, find: "      yield* this.#route(routedWithoutRoom);\n", replace: "" }],
  },
  {
    test: "test/work/delivery/smpp-delivery.test.ts",
    name: "is not delayed by a thousand messages of another customer",
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
    name: "for any queues, the link is never idle, and customers with messages get their shares",
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
    name: "by weight, for any number of free slots",
    mutations: [noWeight, oneQueueForAll],
  },
  {
    test: storeTest,
    name: "hundreds of customers with few messages each are all served beside one with many",
    mutations: [oneQueueForAll],
  },
  {
    test: storeTest,
    name: "a message of higher priority of $title is sent first, except for a tenth",
    mutations: [
      { file: queue, find: "return priority + userPriority +", replace: "return userPriority +" },
      { file: queue, find: '(kind === "single" ? singlePriority : bulkPriority)', replace: "bulkPriority" },
      { file: share, find: "index > 0 && passed >= due", replace: "index > 0 && passed < 0 && due < 0" },
    ],
  },
  {
    test: storeTest,
    name: "messages of a user of higher priority are sent before others of the customer, and bulk messages by their own priority",
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
        find: "if (this.#due.size === 0 || this.#sent >= this.#read || this.#laterAt <= now) return true;",
        replace: "if (this.#read === 0) return true;",
      },
    ],
  },
  {
    test: roundTest,
    name: everyClaim,
    mutations: [
      { file: round, find: "    this.#room.set(linkId, this.of(linkId) - parts);\n", replace: "" },
      {
        file: round,
        find: "else if (isExpired(row, validity, now) && this.#laterEnd(row) === undefined) this.#expired.push(row);",
        replace: "else if (validity > now) this.#expired.push(row);",
      },
      {
        file: round,
        find: "    this.#memory.budgets.spend(customerId, row.parts, this.#claim.now * 1000);\n",
        replace: "",
      },
      { file: budgets, find: "freeAt: unstored ?? freeAt ?? 0", replace: "freeAt: freeAt ?? 0" },
    ],
  },
  {
    test: roundTest,
    name: "counts spent tokens of a rate when it reads queues again",
    mutations: [{ file: budgets, find: "freeAt: unstored ?? freeAt ?? 0", replace: "freeAt: freeAt ?? 0" }],
  },
  {
    test: roundTest,
    name: "fills the free slots from one customer if another one has few messages",
    mutations: [
      { file: queues, find: "rows.isRead = read.length < rows.asked;", replace: "rows.isRead = true;" },
    ],
  },
  {
    test: roundTest,
    name: "takes a message that becomes due behind others of its queue within a turn of the others",
    mutations: [
      {
        file: queues,
        find: "    this.#laterAt = Math.min(this.#laterAt, laterAt);\n",
        replace: "",
      },
    ],
  },
  {
    test: roundTest,
    name: "takes messages that were submitted since the queues were read within a turn of the others",
    mutations: [
      {
        file: queues,
        find: "if (!this.#due.has(queue)) this.#laterAt = Math.min(this.#laterAt, dueAt);",
        replace: "if (this.#due.has(queue)) this.#laterAt = dueAt;",
      },
    ],
  },
  {
    test: roundTest,
    name: "customers that always have messages share a link by weight, for any number of free slots",
    mutations: [
      {
        file: share,
        find: "this.#current.credit += this.#current.weight;",
        replace: "this.#current.credit += 1;",
      },
    ],
  },
  {
    test: roundTest,
    name: "a higher priority leaves first, except for a tenth",
    mutations: [
      { file: share, find: "const reserve = 10;", replace: "const reserve = 4;" },
      { file: share, find: "b.priority - a.priority", replace: "a.priority - b.priority" },
    ],
  },
  {
    test: "test/storage/hand-over.test.ts",
    name: "leaves over a link of its provider, as soon as it has one and as long as that is up",
    mutations: [
      {
        file: "server/domain/delivery/route.ts",
        find: "preferred === undefined ? alive : preferring(alive, (linkId) => preferred.has(linkId))",
        replace: "alive",
      },
      {
        file: "server/domain/delivery/route.ts",
        find: "const alive = preferring(routes, isUp);",
        replace: "const alive = routes;",
      },
      {
        file: "server/domain/delivery/routing/route-table.ts",
        find: "keyOf(customerId, userNameKey(userName))",
        replace: "keyOf(customerId, userName)",
      },
      {
        file: "server/storage/tables/links/routes.ts",
        find: "provider: providerOf(settings)",
        replace: "provider: undefined",
      },
      { file: "server/domain/delivery/routing/link.ts", find: "provider.toLowerCase()", replace: "provider" },
      {
        file: "server/storage/sqlite/schema/own.ts",
        find: '    tube_user: ["UPDATE OF provider"],\n',
        replace: "",
      },
    ],
  },
];
