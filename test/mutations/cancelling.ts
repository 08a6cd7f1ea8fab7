import type { MutatedRow } from "./mutation.js";

const resend = "server/domain/desk/resend.ts";
const rules = "server/domain/desk/cancellation.ts";
const rulesTest = "test/domain/desk/cancellation.test.ts";
const shares = "server/domain/credit/refunds.ts";
const sharesTest = "test/domain/credit/refunds.test.ts";
const ends = "server/domain/delivery/states/ended.ts";
const writes = "server/storage/tables/desk/desk.ts";
const transitions = "server/storage/sqlite/hot/transitions.ts";

export const cancelling: readonly MutatedRow[] = [
  {
    test: rulesTest,
    name: "leaves state %d",
    mutations: [
      {
        file: rules,
        find: "rows.filter(isWaiting)",
        replace: "rows.filter(({ state }) => state >= RecipientState.Queued)",
      },
    ],
  },
  {
    test: rulesTest,
    name: "ends $title, and refunds what was not sent",
    mutations: [
      { file: rules, find: "uncertain === 0 && sentParts === 0", replace: "sentParts === 0" },
      { file: rules, find: "uncertain === 0 && sentParts === 0", replace: "uncertain === 0" },
    ],
  },
  {
    test: sharesTest,
    name: "of all recipients, in any steps, adds up to the charge and is never more than their shares",
    mutations: [
      { file: shares, find: "+ total - 1n) / total", replace: ") / total" },
      { file: shares, find: "Number(due) - refunded", replace: "Number(due)" },
    ],
  },
  {
    test: sharesTest,
    name: "is refunded at most once, whatever receipts arrive, repeat and contradict, and however the policy changes",
    mutations: [{ file: shares, find: "(!isFinal(from) || from === Unknown)", replace: "true" }],
  },
  {
    test: sharesTest,
    name: "that is cancelled before it was sent is refunded without a policy",
    mutations: [{ file: ends, find: "if (!refund && !isDue(", replace: "if (refund || !isDue(" }],
  },
  {
    test: sharesTest,
    name: "that an operator has refunded is not refunded by a policy as well",
    mutations: [{ file: ends, find: "refunded === 0 && ", replace: "" }],
  },
  {
    test: "test/admin/messages.test.ts",
    name: "message cancel, and every look-up and change in the audit log",
    mutations: [
      {
        file: writes,
        find: "const refunded = yield* writeTransitions(changes);",
        replace: "const refunded = Number(writeTransitions === undefined);",
      },
      { file: transitions, find: "sum + refund(each)", replace: "sum" },
      { file: writes, find: "if (messages.length > 0)", replace: "if (messages.length < 0)" },
    ],
  },
  {
    test: "test/domain/desk/resend.test.ts",
    name: "a message of state $state (claimed $claimed, private $hidden) is sent again unless $want",
    mutations: [
      { file: resend, find: 'if (isHeld(message)) return "held";', replace: "" },
      {
        file: resend,
        find: '[RecipientState.Accepted]: "accepted"',
        replace: "[RecipientState.Accepted]: undefined",
      },
      { file: resend, find: 'if (message.hidden) return "private";', replace: "" },
    ],
  },
  {
    test: "test/admin/messages.test.ts",
    name: "message show lists each failed attempt with its link and code, and the one that succeeded",
    mutations: [
      {
        file: "server/storage/sqlite/hot/settle.ts",
        find: "    keepFailed(changes.failed);\n",
        replace: "",
      },
      {
        file: "server/domain/delivery/settling/failed-attempt.ts",
        find: 'return end.counts === "attempt" ? "retried" : "deferred";',
        replace: 'return "retried";',
      },
      {
        file: "server/domain/desk/timeline.ts",
        find: "failedAttempts.some(({ number }) => number === attempts)",
        replace: "failedAttempts.length > 0",
      },
    ],
  },
];
