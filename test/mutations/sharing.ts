import type { MutatedRow } from "./mutation.js";

const linkSet = "server/work/delivery/link-set.ts";
const shares = "server/domain/delivery/claiming/link-slots.ts";
const sharesTest = "test/domain/delivery/claiming/link-slots.test.ts";

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
    test: "test/work/delivery/link-slots.test.ts",
    name: "whatever order requests, responses, closing binds and changes of the link have, its slots are never used twice, and in the end all are",
    mutations: [
      { file: shares, find: "wanted - open - closing", replace: "wanted - open" },
      { file: linkSet, find: "closing: leaving.get(linkId) ?? 0", replace: "closing: 0" },
      { file: linkSet, find: "    this.#stated = used;\n", replace: "" },
      {
        file: "server/work/delivery/link-runner.ts",
        find: "this.#usedSlots = Math.max(slots, this.#usedSlots);",
        replace: "this.#usedSlots = slots;",
      },
    ],
  },
  {
    test: "test/networks/smpp/link.test.ts",
    name: "that become more again while some are closing: no others are opened until those are closed",
    mutations: [
      {
        file: "server/networks/smpp/session/link.ts",
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
];
