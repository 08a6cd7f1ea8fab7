import type { MutatedRow } from "./mutation.js";

const resend = "server/domain/desk/resend.ts";
const rules = "server/domain/desk/cancellation.ts";
const rulesTest = "test/domain/desk/cancellation.test.ts";
const writes = "server/storage/sqlite/desk/desk-writes.ts";

export const cancelling: readonly MutatedRow[] = [
  {
    test: rulesTest,
    name: "leaves state %d",
    mutations: [
      {
        file: rules,
        find: "rows.filter(({ state }) => state === RecipientState.Queued)",
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
    test: rulesTest,
    name: "of all recipients, in any steps, adds up to the charge and never exceeds a share",
    mutations: [
      { file: rules, find: "+ total - 1n) / total", replace: ") / total" },
      { file: rules, find: "Number(due) - refunded", replace: "Number(due)" },
    ],
  },
  {
    test: "test/admin/messages.test.ts",
    name: "message cancel, and every look-up and change in the audit log",
    mutations: [
      { file: writes, find: "write(changes);", replace: "void write;" },
      { file: writes, find: "if (refunded > 0)", replace: "if (refunded < 0)" },
      { file: writes, find: "if (count > 0)", replace: "if (count < 0)" },
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
      { file: resend, find: "message.hidden === 1", replace: "message.hidden === 2" },
    ],
  },
];
