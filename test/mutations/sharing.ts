import type { MutatedRow } from "./mutation.js";

const linkSet = "server/delivery/link-set.ts";
const shares = "server/domain/links/shares.ts";
const store = "server/storage/sqlite/store.ts";
const sharesTest = "test/domain/links/shares.test.ts";

export const sharing: readonly MutatedRow[] = [
  {
    test: sharesTest,
    name: "in any order of renewals and ends, no slot is used twice, and in the end all are used",
    mutations: [
      { file: shares, find: "mine.slice(Math.max(used, target))", replace: "mine.slice(target)" },
      { file: shares, find: "mine.slice(Math.max(used, target))", replace: "mine.slice(mine.length)" },
      { file: shares, find: "filter((slot) => !busy.has(slot))", replace: "filter(() => true)" },
    ],
  },
  {
    test: "test/delivery/link-slots.test.ts",
    name: "whatever order requests, responses, closing binds and changes of the link have, its slots are never used twice, and in the end all are",
    mutations: [
      { file: shares, find: "wanted - open - closing", replace: "wanted - open" },
      { file: linkSet, find: "closing: leaving.get(linkId) ?? 0", replace: "closing: 0" },
      { file: linkSet, find: "    this.#stated = used;\n", replace: "" },
      {
        file: "server/delivery/link-runner.ts",
        find: "this.#usedSlots = Math.max(slots, this.#usedSlots);",
        replace: "this.#usedSlots = slots;",
      },
    ],
  },
  {
    test: "test/smpp/link.test.ts",
    name: "that become more again while some are closing: no others are opened until those are closed",
    mutations: [
      {
        file: "server/smpp/session/link.ts",
        find: "closing: this.#leaving.size",
        replace: "closing: 0",
      },
    ],
  },
  {
    test: sharesTest,
    name: "$slots slots are divided among $processes processes: $want",
    mutations: [
      { file: shares, find: "before < slots % live.length ? 1 : 0", replace: "0" },
      { file: shares, find: "before < slots % live.length ? 1 : 0", replace: "1" },
    ],
  },
  {
    test: "test/storage/kept.test.ts",
    name: "$name: a change of this process counts from the next call on",
    mutations: [
      {
        file: store,
        find: "coverageStore(reader, changes, revising)",
        replace: "coverageStore(reader, changes, writer)",
      },
      { file: store, find: "accountCalls(revising)", replace: "accountCalls(writer)" },
    ],
  },
  {
    test: "test/storage/kept.test.ts",
    name: "a change of another process counts soon, also for what was read a moment ago",
    mutations: [
      {
        file: "server/storage/sqlite/migrations/accounts.ts",
        find: "CREATE TRIGGER blacklist_inserted AFTER INSERT ON blacklist BEGIN UPDATE price_revision SET n = n + 1; END;\n",
        replace: "",
      },
    ],
  },
];
