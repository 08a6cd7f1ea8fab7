import { describe, expect, test } from "@jest/globals";
import { keptAttempts } from "#server/domain/delivery/settling/failed-attempt.js";
import { RecipientState } from "#server/domain/recipient-state.js";
import type { SettlementEnd } from "#server/domain/delivery/outcomes/outcome.js";
import type { Store } from "#server/ports/store.js";
import { claimDue, owner } from "./claims.js";
import { noon, openAccount, submission } from "./fixtures.js";
import type { Subject } from "./suite.js";

/** An end that returns the message to the queue of the only link, due at once. */
const later = (counts: "attempt" | "deferral" | "nothing", code?: string): SettlementEnd => ({
  ...{ kind: "queued", nextAt: noon, linkId: 1, counts, uncertain: false, code },
});

/** Claims the next message and ends the attempt at this time, by default without an accepted part; returns its id. */
async function attempted(
  store: Store,
  at: number,
  end: SettlementEnd,
  accepted: readonly { readonly part: number; readonly messageId: string }[] = [],
): Promise<number> {
  const [claimed] = await claimDue(store, noon, 1);
  const { id = 0, linkId = 0 } = claimed ?? {};
  await store.delivery.settle([{ owner, recipientId: id, linkId, at, accepted, end }]);
  return id;
}

/** Failed attempts of messages, for the time line. */
export function attemptCases(subject: Subject): void {
  describe("failed attempts of a message", () => {
    test("are stored with link, outcome and code, until an attempt succeeds", async () => {
      const store = subject.store();
      await openAccount(store, { credit: 9_000 });
      await store.outbox.submit(submission("t"));
      const id = await attempted(store, noon + 1, later("attempt", "RMSGQFUL (0x14)"));
      await attempted(store, noon + 2, later("nothing"));
      await attempted(store, noon + 3, later("deferral", "RTHROTTLED (0x58)"));
      await attempted(store, noon + 4, { kind: "held", code: "no answer: closed" });
      await store.links.resolve([id], "resend", noon);
      const failed = [
        { number: 1, at: noon + 1, link: 1, outcome: "retried", code: "RMSGQFUL (0x14)" },
        { number: 2, at: noon + 3, link: 1, outcome: "deferred", code: "RTHROTTLED (0x58)" },
        { number: 3, at: noon + 4, link: 1, outcome: "uncertain", code: "no answer: closed" },
      ];
      const reopened = await subject.reopen();
      expect((await reopened.desk.message(id))?.failedAttempts).toEqual(failed);
      await attempted(reopened, noon + 5, { kind: "submitted" }, [{ part: 1, messageId: "7" }]);
      expect(await reopened.desk.message(id)).toMatchObject({
        ...{
          state: RecipientState.Submitted,
          attempts: 3,
          deferrals: 1,
          nextAt: noon + 5,
          failedAttempts: failed,
        },
      });
    });

    test.each<{ end: SettlementEnd; outcome: string | undefined }>([
      { end: { kind: "failed", code: "c" }, outcome: "failed" },
      { end: { kind: "unknown", code: "c" }, outcome: "uncertain" },
      { end: { kind: "expired" }, outcome: undefined },
    ])("are stored with the final state: $end.kind", async ({ end, outcome }) => {
      const store = subject.store();
      await openAccount(store, { credit: 9_000 });
      await store.outbox.submit(submission("t"));
      const id = await attempted(store, noon, end);
      expect((await store.desk.message(id))?.failedAttempts).toEqual(
        outcome === undefined ? [] : [{ number: 1, at: noon, link: 1, outcome, code: "c" }],
      );
    });

    test("are the latest ones, and deleted with the message", async () => {
      const store = subject.store();
      await openAccount(store, { credit: 9_000 });
      await store.outbox.submit(submission("t1"));
      let id = 0;
      for (let number = 1; number <= keptAttempts + 3; number++)
        id = await attempted(store, noon + number, later("deferral", `code ${number}`));
      const stored = (await store.desk.message(id))?.failedAttempts ?? [];
      expect(stored).toHaveLength(keptAttempts);
      expect([stored[0], stored.at(-1)]).toMatchObject([
        { number: 4, at: noon + 4, code: "code 4" },
        { number: keptAttempts + 3 },
      ]);
      await attempted(store, noon, { kind: "failed", code: "c" });
      await store.retention.purgeTransactions(0, noon + 1, 9);
      // A store may give the id again.
      await store.outbox.submit(submission("t2"));
      const next = await attempted(store, noon, later("attempt", "c"));
      expect((await store.desk.message(next))?.failedAttempts).toMatchObject([{ number: 1, code: "c" }]);
    });
  });
}
