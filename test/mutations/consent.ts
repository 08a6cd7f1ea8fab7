import type { MutatedRow } from "./mutation.js";

const candidates = "server/storage/tables/delivery/candidates.ts";
const transitions = "server/domain/delivery/states/transitions.ts";
const round = "server/domain/delivery/claiming/round.ts";
const submit = "server/storage/sqlite/hot/only-recipient.ts";
const billing = "server/storage/tables/delivery/ended.ts";
const file = "test/storage/consent.test.ts";

/** Consent is looked up again when a message is sent. */
export const consent: readonly MutatedRow[] = [
  {
    test: file,
    name: "$title ends in state $want",
    mutations: [
      { file: round, find: "if (row.optedOut === 1) this.#optedOut.push(row);\n    else if", replace: "if" },
      { file: candidates, find: "     AND r.uncertain = 0 AND NOT EXISTS", replace: "     AND NOT EXISTS" },
      {
        file: candidates,
        find: " AND NOT EXISTS (SELECT 1 FROM sent_part p WHERE p.recipient = r.id)",
        replace: "",
      },
      { file: candidates, find: "THEN 0 ELSE t.customer_id END", replace: "THEN t.customer_id ELSE 0 END" },
      { file: candidates, find: "b.customer_id IN (0, CASE", replace: "b.customer_id IN (-1, CASE" },
      { file: transitions, find: "to: OptedOut, at, refund: true", replace: "to: OptedOut, at" },
    ],
  },
  {
    test: file,
    name: "of a long list ends alone: its share is returned, and the counters say so",
    mutations: [
      {
        file: billing,
        find: "AND state < ${RecipientState.InvalidNumber}",
        replace: "AND state < ${RecipientState.OptedOut}",
      },
    ],
  },
  {
    test: file,
    name: "that opts out $title between the call and its commit gets nothing over a link with free slots",
    mutations: [
      {
        file: submit,
        find: "isListed: sender.anyListed === 1 && reads.isListed(customerId, phone)",
        replace: "isListed: false",
      },
    ],
  },
];
