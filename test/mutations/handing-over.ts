import type { MutatedRow } from "./mutation.js";

const rules = "server/domain/outbox/hand-over.ts";
const rulesTest = "test/domain/outbox/hand-over.test.ts";
const queues = "server/domain/outbox/link-queues.ts";
const round = "server/domain/outbox/claim-round.ts";
const claiming = "server/delivery/claiming.ts";
const direct = "server/delivery/direct-hand-over.ts";
const directTest = "test/delivery/direct-hand-over.test.ts";
const insert = "server/storage/sqlite/outbox/only-recipient.ts";
const settle = "server/storage/sqlite/delivery/settle.ts";
const claim = "server/storage/sqlite/delivery/claim.ts";
const sweeps = "server/storage/sqlite/delivery/delivery-sweeps.ts";
const storeTest = "test/storage/hand-over.test.ts";

export const handingOver: readonly MutatedRow[] = [
  {
    test: rulesTest,
    name: "$title",
    mutations: [
      { file: rules, find: "if (!isOwner || hasRate ||", replace: "if (hasRate ||" },
      { file: rules, find: "if (!isOwner || hasRate ||", replace: "if (!isOwner ||" },
      { file: rules, find: " || !isIdle(unrouted)) return", replace: ") return" },
      { file: rules, find: "offer.free.includes(linkId) && isIdle(linkId)", replace: "isIdle(linkId)" },
      {
        file: rules,
        find: "offer.free.includes(linkId) && isIdle(linkId)",
        replace: "offer.free.includes(linkId)",
      },
      { file: rules, find: "offer.up.includes(linkId))", replace: "linkId > 0)" },
      { file: rules, find: "dueAt <= at &&", replace: "" },
      { file: rules, find: "!isExpired(dueAt, validity, at) &&", replace: "" },
    ],
  },
  {
    test: "test/domain/outbox/hand-over-turns.test.ts",
    name: "a message is never handed over before another one that may leave over its link, whatever happened before",
    mutations: [
      { file: queues, find: "if (this.#laterAt <= now) return false;", replace: "" },
      {
        file: queues,
        find: "for (const { customerId } of this.#due.values()) if (budgets.allows(customerId, now * 1000)) return false;",
        replace: "",
      },
      {
        file: queues,
        find: "  returned(dueAt: number): void {\n    this.#laterAt = Math.min(this.#laterAt, dueAt);\n",
        replace: "  returned(dueAt: number): void {\n",
      },
      {
        file: round,
        find: "    this.#memory.queuesOf(linkId).arrived(queue.queue, row.nextAt);\n",
        replace: "",
      },
    ],
  },
  {
    test: storeTest,
    name: "$title",
    mutations: [
      { file: insert, find: "reads.memory.arrived(lane, dueAt);", replace: "" },
      { file: settle, find: "memory.returned(linkId, nextAt);", replace: "" },
      { file: claim, find: "memory.returned(placement.linkId, -Infinity);", replace: "" },
      { file: sweeps, find: "memory.returned(unrouted, -Infinity);", replace: "" },
    ],
  },
  {
    test: storeTest,
    name: "is the one that a claim would return",
    mutations: [
      {
        file: insert,
        find: "?, ${Submitting}, ?, ?, ?, 0, ?, ?, 1)",
        replace: "?, ${Submitting}, ?, ?, ?, 0, ?, ?, 2)",
      },
      { file: rules, find: "nextAt: dueAt,", replace: "nextAt: 0," },
    ],
  },
  {
    test: storeTest,
    name: "is uncertain if its process ends before it is sent: $uncertain",
    mutations: [
      {
        file: insert,
        find: "VALUES (?, ?, ${Submitting}, ?, ?, ?, 0, ?, ?, 1)",
        replace: "VALUES (?, ?, ${Queued}, ?, ?, ?, 0, ?, ?, 1)",
      },
    ],
  },
  {
    test: directTest,
    name: "a message goes to its link when its commit is on disk, without a claim",
    mutations: [
      {
        file: direct,
        find: "handedOver && handedOverMessage(submission, handedOver, validity)",
        replace: "undefined",
      },
      {
        file: claiming,
        find: "this.#isCurrent(owner)) this.#send(message);",
        replace: "this.#isCurrent(owner)) this.#steps;",
      },
    ],
  },
  {
    test: directTest,
    name: "no more messages than the window has free slots are handed over, and the others wait for a claim",
    mutations: [
      { file: "server/delivery/link-runner.ts", find: " - this.#reserved);", replace: ");" },
      { file: claiming, find: "    release();\n    this.#offers -= 1;", replace: "    this.#offers -= 1;" },
    ],
  },
  {
    test: directTest,
    name: "slots that are kept for messages are not claimed meanwhile",
    mutations: [{ file: "server/delivery/link-runner.ts", find: " - this.#reserved);", replace: ");" }],
  },
  {
    test: directTest,
    name: "a message that may have been stored as claimed is returned to the queue, and no other is handed over before",
    mutations: [
      { file: direct, find: 'isOutcomeUnknown(error) ? "unknown" : undefined', replace: "undefined" },
    ],
  },
  {
    test: directTest,
    name: "a message that is stored as claimed is not returned while its outcome is pending",
    mutations: [
      { file: claiming, find: "    if (this.#claimFailed && this.#offers > 0) return poll;\n", replace: "" },
    ],
  },
  {
    test: directTest,
    name: "a message that was stored under a lease that has ended is left to the process that settles it",
    mutations: [{ file: claiming, find: " && this.#isCurrent(owner)) this.#send", replace: ") this.#send" }],
  },
  {
    test: directTest,
    name: "a message whose link was closed meanwhile returns to the queue",
    mutations: [
      {
        file: claiming,
        find: "if (runner === undefined) this.#giveBack(message.id, message.linkId, message.nextAt);\n    else runner.send(message);",
        replace: "runner?.send(message);",
      },
    ],
  },
  {
    test: directTest,
    name: "nothing is offered while this process does not own delivery",
    mutations: [{ file: claiming, find: "this.#claimFailed || !mayClaim()", replace: "this.#claimFailed" }],
  },
  {
    test: directTest,
    name: "nothing is offered after a stop, which waits for open offers",
    mutations: [
      { file: claiming, find: "if (this.#stopping || this.#claimFailed", replace: "if (this.#claimFailed" },
      {
        file: claiming,
        find: "    if (this.#offers > 0) await new Promise<void>((resolve) => (this.#onNoOffer = resolve));\n",
        replace: "",
      },
    ],
  },
  {
    test: "test/endurance/hand-over-kill.test.ts",
    name: "kill -9 while ${senders} callers send, ${rounds} rounds: no accepted message is lost or sent twice, and at most a window of them is uncertain each time",
    mutations: [
      {
        file: "server/domain/outbox/remains.ts",
        find: "const end = uncertainEnd(known,",
        replace: 'const end = uncertainEnd({ ...known, policy: "resend" },',
      },
    ],
  },
];
