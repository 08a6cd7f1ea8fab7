import type { MutatedRow, Mutation } from "./mutation.js";

const batch = "server/work/delivery/batched-calls.ts";
const batchTest = "test/work/delivery/batched-calls.test.ts";
const bind = "server/networks/smpp/session/bind.ts";
const deliveryTest = "test/cli/delivery.test.ts";
const lock = "server/storage/sqlite/engine/owner-lock.ts";
const ownerRule = "server/domain/delivery/claiming/ownership.ts";
const owner = "server/storage/sqlite/hot/owner.ts";
const runner = "server/work/delivery/link-runner.ts";
const session = "server/networks/smpp/session/session.ts";
const settlement = "server/domain/delivery/outcomes/outcome.ts";
const claiming = "server/work/delivery/claiming.ts";
const modelTest = "test/domain/delivery/outbox-model.test.ts";
const settleRules = "server/domain/delivery/settling/settle.ts";

const remainsAreLeft: Mutation = {
  file: owner,
  find: 'if (taken === "taken") settleRemains(owner, now);',
  replace: "",
};
const remainsAreSentAgain: Mutation = {
  file: "server/domain/delivery/claiming/remains.ts",
  find: "const end = uncertainEnd(known,",
  replace: 'const end = uncertainEnd({ ...known, policy: "resend" },',
};

const role = "server/work/coordination/delivery-role.ts";
const roleTest = "test/work/coordination/delivery-role.test.ts";
const followTest = "test/work/delivery/follow-links.test.ts";
const heldByLease: Mutation = {
  file: role,
  find: "return this.#options.now() < this.#until && performance.now() < this.#sendsUntil;",
  replace: "return this.#isOwner;",
};
const ownershipTest = "test/work/coordination/ownership.test.ts";

/** Messages leave without a look at the lease. */
const leavesUnchecked: Mutation = {
  file: runner,
  find: "this.#gateway.free() > 0 && this.#mayLeave()",
  replace: "this.#gateway.free() > 0",
};

export const restarts: readonly MutatedRow[] = [
  {
    test: ownershipTest,
    name: "is renewed during a long $work",
    mutations: [
      {
        file: role,
        find: "await this.#between.wait(Math.min(soon, interval), interval);",
        replace: "await this.#between.wait(interval, 1e9);",
      },
    ],
  },
  {
    test: ownershipTest,
    name: "is checked before a message is sent: claimed messages wait until it is renewed",
    mutations: [leavesUnchecked, heldByLease, { file: role, find: "if (!wasHeld) onHeld();", replace: "" }],
  },
  {
    test: ownershipTest,
    name: "lost to another process: re-routing and claims change nothing any more",
    mutations: [
      {
        file: "server/storage/sqlite/hot/claim.ts",
        find: "    if (!owns(input.owner)) return null;\n",
        replace: "",
      },
      {
        file: "server/storage/sqlite/hot/claim.ts",
        find: "    if (!owns(claim.owner)) return [];\n",
        replace: "",
      },
    ],
  },
  {
    test: followTest,
    name: "routes messages again when their link has been down for longer than the grace period",
    mutations: [
      {
        file: "server/work/delivery/follow-links.ts",
        find: "[...waiting, ...down] : down",
        replace: "waiting : []",
      },
      {
        file: "server/work/delivery/follow-links.ts",
        find: "if (!changed && sameUp) return [];",
        replace: "if (!changed) return [];",
      },
    ],
  },
  {
    test: followTest,
    name: "routes messages again when the routes change",
    mutations: [
      {
        file: "server/work/delivery/follow-links.ts",
        find: "changed ? [...waiting, ...down] : down",
        replace: "up.length === 0 ? down : []",
      },
    ],
  },
  {
    test: roleTest,
    name: "starts with the first process; the next one takes over when it ends",
    mutations: [
      { file: role, find: "await delivery.disown(this.owner)", replace: "await Promise.resolve()" },
    ],
  },
  {
    test: roleTest,
    name: "is lost if it is not renewed in time, and held again after a renewal",
    mutations: [heldByLease],
  },
  {
    test: "test/work/coordination/rounds.test.ts",
    name: "long work continues only while this process has the role; stopping waits for its slice",
    mutations: [
      {
        file: "server/work/coordination/rounds.ts",
        find: "!this.#stopped && mayRun()",
        replace: "!this.#stopped",
      },
    ],
  },
  {
    test: deliveryTest,
    name: "a process that was suspended for longer than its lease sends nothing more when it resumes",
    mutations: [leavesUnchecked],
  },
  {
    test: deliveryTest,
    name: "messages in flight at kill -9 are uncertain and held; the others are sent once, with a link of a file",
    mutations: [
      remainsAreLeft,
      remainsAreSentAgain,
      {
        file: runner,
        find: "return Math.max(0, this.#gateway.free() - this.#waiting.length",
        replace: "return Math.max(0, 2 * this.#gateway.free() - this.#waiting.length",
      },
      {
        file: "server/storage/tables/delivery/requeued.ts",
        find: "WHERE r.${isInFlight} AND r.worker IS NOT NULL",
        replace: "WHERE r.${isInFlight} AND r.id % 2 = 0 AND r.worker IS NOT NULL",
      },
    ],
  },
  {
    test: "test/work/delivery/smpp-delivery.test.ts",
    name: "leaves its claimed messages uncertain: $uncertain",
    mutations: [
      remainsAreLeft,
      remainsAreSentAgain,
      {
        file: "server/domain/delivery/routing/route-table.ts",
        find: "return { linkId: waitsFor, policy: own.uncertain };",
        replace: 'return { linkId: waitsFor, policy: "hold" };',
      },
      {
        file: settlement,
        find: 'if (policy === "hold" || (uncertain && attempt >= mostResent)) return { kind: "held", code };',
        replace: "",
      },
    ],
  },
  {
    test: "test/endurance/delivery-kill.test.ts",
    name: "${messages} messages, ${kills} kills, ${losses} lost connections: each has one final state, and only uncertain messages may be doubled",
    mutations: [
      remainsAreLeft,
      remainsAreSentAgain,
      {
        file: session,
        find: 'pending.settle({ kind: pending.write <= lastWrite ? "uncertain" : "unsent", reason: "lost" });',
        replace:
          'pending.settle({ kind: pending.write <= lastWrite ? "unsent" : "unsent", reason: "lost" });',
      },
      {
        file: settlement,
        find: 'return { kind: "queued", nextAt, linkId, counts: "attempt", uncertain: true, code };',
        replace: 'return { kind: "held", code };',
      },
      {
        file: "server/storage/sqlite/hot/settle.ts",
        find: "    unmatched.keep(changes.kept);\n",
        replace: "",
      },
      {
        file: bind,
        find: "return Math.min(this.#options.window - this.#used, this.#pace.free(now));",
        replace: "return Math.min(50 * this.#options.window - this.#used, this.#pace.free(now));",
      },
    ],
  },
  {
    test: "test/storage/owner-lock.test.ts",
    name: "delivery is taken at once from an owner whose lock has gone, and not before",
    mutations: [
      {
        file: ownerRule,
        find: 'return row.locked && hasLock ? "taken" : "denied";',
        replace: 'return "denied";',
      },
      {
        file: ownerRule,
        find: 'return row.locked && hasLock ? "taken" : "denied";',
        replace: 'return hasLock ? "taken" : "denied";',
      },
      {
        file: ownerRule,
        find: "if (row === undefined || row.aliveUntil <= now)",
        replace: "if (row === undefined)",
      },
      {
        file: lock,
        find: "holder === undefined ? begin(owner) : holder === owner",
        replace: "true",
      },
      { file: lock, find: '        database.exec("BEGIN IMMEDIATE");\n'.trimStart(), replace: "" },
    ],
  },
  {
    test: deliveryTest,
    name: "SIGTERM waits for the responses, unbinds and leaves nothing uncertain",
    mutations: [
      {
        file: "server/cli/run-server.ts",
        find: 'const signals = [wait("SIGINT"), wait("SIGTERM")];',
        replace: 'const signals = [wait("SIGINT")];',
      },
      {
        file: bind,
        find: "this.#drain(this.#options.timers.drain);",
        replace: 'this.#session?.end("stopped");',
      },
      {
        file: bind,
        find: 'contain(this.#options.log, "SMPP unbind failed", () => this.#session?.unbind(unbindTime));',
        replace: 'this.#session?.end("unbound");',
      },
    ],
  },
  {
    test: batchTest,
    name: "that fails holds back what comes after it: the order stays",
    mutations: [
      {
        file: batch,
        find: "if (this.#items.length === 0 || this.#holding > 0) return;",
        replace: "if (this.#items.length === 0) return;",
      },
    ],
  },
  {
    test: batchTest,
    name: "whose outcome is unknown is written again until the store reports its outcome",
    mutations: [
      { file: "server/ports/service.ts", find: "if (isOutcomeUnknown(error)) return false;", replace: "" },
    ],
  },
  {
    test: batchTest,
    name: "with an item that is refused for good drops that item alone",
    mutations: [{ file: batch, find: "if (isLasting(error)) return this.#keepEach(items);", replace: "" }],
  },
  {
    test: batchTest,
    name: "that cannot be written is given up when its time is over",
    mutations: [{ file: batch, find: "this.#isOver() || (isLasting(error)", replace: "(isLasting(error)" }],
  },
  {
    test: "test/cli/full-disk.test.ts",
    name: "a full disk does not keep the server from stopping; what it could not write is uncertain",
    mutations: [{ file: claiming, find: "this.#results.giveUpAfter(writeTime);", replace: "" }],
  },
  {
    test: "test/cli/database.test.ts",
    name: "of a copy whose messages were sent since: none is sent again before the operator decides",
    mutations: [
      {
        file: "server/storage/sqlite/files/restore.ts",
        find: 'links === "stopped" ? held(database, now) : nothing',
        replace: "nothing",
      },
      {
        file: "server/storage/tables/delivery/holding.ts",
        find: "WHERE ${isQueued} OR (state = ${to} AND worker IS NOT NULL)",
        replace: "WHERE state = ${to} AND worker IS NOT NULL",
      },
    ],
  },
  {
    test: modelTest,
    name: "never return a message to an earlier state, count every row, keep every accepted part, and apply a receipt once",
    mutations: [
      {
        file: settleRules,
        find: "if (end === undefined || message.state > RecipientState.Submitting) return undefined;",
        replace: "if (end === undefined) return;",
      },
      {
        file: settleRules,
        find: "if (!fits || this.used.has(row.id)) continue;",
        replace: "if (!fits) continue;",
      },
      {
        file: "server/domain/delivery/states/transitions.ts",
        find: "const found = rows.filter(({ state }) => from.includes(state));",
        replace: "const found = rows.filter(({ state }) => state >= (from[0] ?? state));",
      },
      {
        file: "server/domain/delivery/states/counts.ts",
        find: "if (from !== undefined) add(txn, from, -n);",
        replace: "if (from !== undefined && from > 0) add(txn, from, -n);",
      },
    ],
  },
  {
    test: modelTest,
    name: "lead to the same result in batches and one by one",
    mutations: [
      {
        file: "server/domain/delivery/receipts/tracked-message.ts",
        find: "return this.transition?.to ?? this.row.state;",
        replace: "return this.row.state;",
      },
    ],
  },
  {
    test: "test/domain/delivery/settling/settle.test.ts",
    name: "several in one batch: the last that counts, from the first state",
    mutations: [
      {
        file: settleRules,
        find: "message.state === RecipientState.Submitting && message.transition === undefined;",
        replace: "message.state === RecipientState.Submitting;",
      },
      {
        file: settleRules,
        find: "if (!isClaimed || message.row.worker !== owner) return undefined;",
        replace: "",
      },
    ],
  },
];
