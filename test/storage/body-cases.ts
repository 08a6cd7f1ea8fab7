import { describe, expect, test } from "@jest/globals";
import type { Store } from "#server/ports/store.js";
import { noon, openAccount, submission } from "./fixtures.js";
import type { Subject } from "./suite.js";
import { claimDue, giveBack, type Outgoing } from "./claims.js";
import type { Submission } from "#server/domain/delivery/submitting/submission.js";
import { RecipientState } from "#server/domain/recipient-state.js";

const octets = (length: number): Uint8Array => Uint8Array.from({ length }, (_, index) => index % 256);

const binary = {
  kind: "binary",
  header: Uint8Array.of(6, 5, 4, 0x0b, 0x84, 0x23, 0xf0),
  body: octets(300),
  esmClass: 0x40,
  protocolId: 21,
} as const;

const mms = {
  kind: "mms",
  wishes: { expiresAt: 1_893_499_200_000, priority: "High", deliveryReport: false },
  parts: [
    { contentType: "application/smil", contentId: "start", body: octets(10) },
    { contentType: "image/png", contentId: "", body: octets(100_000) },
  ],
} as const;

async function claimed(store: Pick<Store, Outgoing>, changes: Partial<Submission>) {
  await openAccount(store, { credit: 1000 });
  await store.outbox.submit(submission("t1", changes));
  return claimDue(store, noon, 10);
}

/** Messages that are no text. */
export function bodyCases(subject: Subject<Outgoing>): void {
  describe("bodies", () => {
    test("a text message has none", async () => {
      const [recipient] = await claimed(subject.store(), {});
      expect(recipient?.body).toBeUndefined();
      expect(await subject.store().outbox.mmsParts("t1")).toEqual([]);
    });

    test("a binary message is claimed as it was given, after a restart too, for each recipient", async () => {
      const recipients = ["12025550101", "12025550102"];
      const given = { body: binary, text: "", dataCoding: 245, parts: 3, recipients };
      const wanted = { body: binary, text: "", dataCoding: 245, parts: 3 };
      const first = await claimed(subject.store(), given);
      expect(first).toMatchObject([wanted, wanted]);
      await giveBack(await subject.reopen(), first, noon);
      expect(await claimDue(subject.store(), noon + 2000, 10)).toMatchObject([wanted, wanted]);
    });

    test("an MMS is claimed without its parts, which are read apart", async () => {
      const [recipient] = await claimed(subject.store(), { body: mms, text: "Subject" });
      expect(recipient).toMatchObject({ text: "Subject", body: { kind: "mms", wishes: mms.wishes } });
      expect(await (await subject.reopen()).outbox.mmsParts("t1")).toEqual(mms.parts);
    });

    test.each([true, false])(
      "with hidden %s the octets are erased accordingly at the end",
      async (hidden) => {
        const { outbox } = subject.store();
        const recipients = ["12025550101", "12025550102"];
        const [first, second] = await claimed(subject.store(), { body: binary, hidden, recipients });
        await outbox.advance([{ recipientId: first?.id ?? 0, state: RecipientState.Delivered, at: noon }]);
        await giveBack(subject.store(), second === undefined ? [] : [second], noon);
        const [again] = await claimDue(subject.store(), noon + 2000, 10);
        expect(again).toMatchObject({ id: second?.id, body: binary });
        await outbox.advance([{ recipientId: second?.id ?? 0, state: RecipientState.Failed, at: noon }]);
        expect(await outbox.statistics(42, "t1")).toMatchObject({ counts: [{ count: 1 }, { count: 1 }] });
      },
    );
  });
}
