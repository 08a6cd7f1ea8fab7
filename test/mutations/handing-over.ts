import type { MutatedRow } from "./mutation.js";

const rules = "server/domain/delivery/claiming/hand-over.ts";
const rulesTest = "test/domain/delivery/claiming/hand-over.test.ts";
const slots = "server/domain/delivery/claiming/granted-slots.ts";
const queues = "server/domain/delivery/claiming/link-queues.ts";
const round = "server/domain/delivery/claiming/round.ts";
const claiming = "server/work/delivery/claiming.ts";
const direct = "server/work/delivery/direct-hand-over.ts";
const directTest = "test/work/delivery/direct-hand-over.test.ts";
const insert = "server/storage/sqlite/hot/only-recipient.ts";
const settle = "server/storage/sqlite/hot/settle.ts";
const claim = "server/storage/sqlite/hot/claim.ts";
const primitives = "server/storage/sqlite/primitives.ts";
const storeTest = "test/storage/hand-over.test.ts";

export const handingOver: readonly MutatedRow[] = [
  {
    test: rulesTest,
    name: "$title",
    mutations: [
      { file: rules, find: "if (!isOwner || hasRate ||", replace: "if (hasRate ||" },
      { file: rules, find: "if (!isOwner || hasRate ||", replace: "if (!isOwner ||" },
      { file: rules, find: " || isListed ||", replace: " ||" },
      { file: rules, find: " || !isIdle(unrouted)) return", replace: ") return" },
      { file: rules, find: "slots.free(linkId) >= parts && isIdle(linkId)", replace: "isIdle(linkId)" },
      {
        file: rules,
        find: "slots.free(linkId) >= parts && isIdle(linkId)",
        replace: "slots.free(linkId) >= parts",
      },
      { file: rules, find: "slots.free(linkId) >= parts", replace: "slots.free(linkId) > 0" },
      { file: rules, find: "slots.isUp(linkId))", replace: "linkId > 0)" },
      { file: rules, find: "dueAt <= at &&", replace: "" },
      { file: rules, find: "!isExpired(submission, validity, at) &&", replace: "" },
    ],
  },
  {
    test: "test/domain/delivery/hand-over-turns.test.ts",
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
      { file: claim, find: "memory.returned(linkId, -Infinity);", replace: "" },
      { file: primitives, find: "memory.returned(unrouted, -Infinity);", replace: "" },
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
        find: "VALUES (${id}, ?, ?, ${Submitting}, ?, ?, ?, 0, ?, ?, 1)",
        replace: "VALUES (${id}, ?, ?, ${Queued}, ?, ?, ?, 0, ?, ?, 1)",
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
        find: "      this.#receive([message], owner);\n",
        replace: "",
      },
    ],
  },
  {
    test: directTest,
    name: "no more messages than the window has free slots are handed over, and the others wait for a claim",
    mutations: [
      { file: insert, find: "    slots.take(decision.linkId, parts);\n", replace: "" },
      {
        file: claiming,
        find: "      this.#grant.receive(message.linkId, message.parts);\n",
        replace: "",
      },
    ],
  },
  {
    test: directTest,
    name: "slots of messages whose outcome is pending are not claimed meanwhile",
    mutations: [
      { file: insert, find: "    slots.take(decision.linkId, parts);\n", replace: "" },
      {
        file: claim,
        find: "grant === undefined ? claim.links : memory",
        replace: "grant !== undefined ? claim.links : memory",
      },
    ],
  },
  {
    test: directTest,
    name: "a slot is free only once the settlement of its last message is on its way to the store",
    mutations: [
      { file: claiming, find: "this.#unposted.get(link.linkId) ?? 0", replace: "0" },
      {
        file: claiming,
        find: "for (const result of posted) this.#mark(result, true);",
        replace: "",
      },
      {
        file: claiming,
        find: "if (!isLasting(error)) for (const result of posted) this.#mark(result, false);",
        replace: "",
      },
    ],
  },
  {
    test: directTest,
    name: "settlements that are stored one by one, because they failed together, free one slot each",
    mutations: [{ file: claiming, find: "results.filter(({ isPosted }) => !isPosted)", replace: "results" }],
  },
  {
    test: directTest,
    name: "nothing is handed over to a link that has lost its slots",
    mutations: [
      { file: claiming, find: "if (this.#grant.isStale(this.#rooms())) this.#state();", replace: "" },
    ],
  },
  {
    test: "test/domain/delivery/claiming/granted-slots.test.ts",
    name: "at most a window is in flight, and no slot is lost, whatever is delayed, undone or unknown",
    mutations: [
      { file: slots, find: " - (this.#taken.get(linkId) ?? 0)", replace: "" },
      { file: slots, find: "free + (received.get(linkId) ?? 0)]", replace: "free]" },
      { file: slots, find: "new Map(isSame ? taken : [])", replace: "this.#taken" },
      {
        file: slots,
        find: "      this.#taken.set(linkId, Math.max(parts, this.#taken.get(linkId) ?? 0));\n",
        replace: "      this.#taken.set(linkId, this.#taken.get(linkId) ?? 0);\n",
      },
      { file: slots, find: "    this.#id += 1;\n", replace: "" },
    ],
  },
  {
    test: "test/domain/delivery/claiming/granted-slots.test.ts",
    name: "$title",
    mutations: [
      { file: slots, find: "if (freeSlots.length !== this.#stated.size) return true;", replace: "" },
      {
        file: slots,
        find: "if (stated?.up !== up) return true;",
        replace: "if (stated === undefined) return true;",
      },
      { file: slots, find: "free !== left", replace: "free > left" },
      { file: slots, find: "limit: free + this.#of(linkId) }", replace: "limit: free }" },
      { file: slots, find: "free !== left", replace: "free < left" },
    ],
  },
  {
    test: storeTest,
    name: "takes slots that the last claim has left, and gets no others",
    mutations: [
      { file: insert, find: "    slots.take(decision.linkId, parts);\n", replace: "" },
      { file: claim, find: "memory.slots.take(decision.linkId, row.parts)", replace: "row" },
    ],
  },
  {
    test: storeTest,
    name: "waits if its caller does not send it",
    mutations: [{ file: insert, find: "    if (!mayLeave) return undefined;\n", replace: "" }],
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
      { file: claiming, find: "    if (this.#hasFailed() && this.#open > 0) return poll;\n", replace: "" },
    ],
  },
  {
    test: directTest,
    name: "a message that was stored under a lease that has ended is left to the process that settles it",
    mutations: [{ file: claiming, find: "if (!this.#isCurrent(owner)) return;\n    for", replace: "for" }],
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
    name: "nothing is handed over while this process does not own delivery",
    mutations: [{ file: claiming, find: "this.#hasFailed() || !mayClaim()", replace: "this.#hasFailed()" }],
  },
  {
    test: directTest,
    name: "nothing is handed over after a stop, which waits for messages that are being stored",
    mutations: [
      { file: claiming, find: "if (this.#stopping || this.#hasFailed()", replace: "if (this.#hasFailed()" },
      {
        file: claiming,
        find: "    if (this.#open > 0) await new Promise<void>((resolve) => (this.#onNoneOpen = resolve));\n",
        replace: "",
      },
    ],
  },
  {
    test: "test/work/delivery/follow-links.test.ts",
    name: "routes messages again that a claim in progress adds to a link that is down",
    mutations: [
      {
        file: "server/work/delivery/follow-links.ts",
        find: "[...waiting, ...this.#stored].filter",
        replace: "waiting.filter",
      },
    ],
  },
  {
    test: "test/endurance/hand-over-kill.test.ts",
    name: "kill -9 while ${senders} callers send, ${rounds} rounds: no accepted message is lost or sent twice, and at most a window of them is uncertain each time",
    mutations: [
      {
        file: "server/domain/delivery/claiming/remains.ts",
        find: "const end = uncertainEnd(known,",
        replace: 'const end = uncertainEnd({ ...known, policy: "resend" },',
      },
    ],
  },
];
