import type { CandidateRow } from "#server/domain/delivery/routing/candidate.js";

/** A text message that is due and not routed yet, as a driver reads it. */
export function candidate(change: Partial<CandidateRow>): CandidateRow {
  return {
    ...{ id: 1, txn: 1, phone: "12025550101", counted: true, attempts: 0, deferrals: 0 },
    ...{
      uncertain: 0,
      link: 0,
      nextAt: 0,
      dueAt: 0,
      transactionId: "t1",
      customerId: 42,
      userName: "Ann",
      originator: "Shop",
      text: "Hello",
    },
    ...{ dataCoding: 0, parts: 1, kind: "text" },
    ...change,
  };
}
