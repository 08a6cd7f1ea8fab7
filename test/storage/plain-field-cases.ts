import { expect, test } from "@jest/globals";
import type { Actor } from "#server/domain/audit.js";
import { type PlainFields, plainFields } from "#server/domain/delivery/submitting/submission.js";
import { noon, openAccount, submission } from "./fixtures.js";
import type { Subject } from "./suite.js";

const by: Actor = { name: "ann", source: "command line" };

/** A value of each field that differs from that of a plain message. */
const fields: PlainFields = {
  dataCoding: 8,
  flash: true,
  blink: true,
  hidden: true,
  validUntil: noon + 1,
  apiKey: "0123456789abcdef",
  quietHours: "21:00-08:00 UTC",
};

/** What a message that is sent again has of a field, or why it is not. */
const again: { readonly [Name in keyof PlainFields]?: object } = {
  hidden: { kind: "refused", reason: "private" },
  validUntil: { validUntil: undefined },
  apiKey: { apiKey: undefined },
};

/** Each field of `plainFields` is stored, read, and copied to a message that is sent again. */
export function plainFieldCases(subject: Subject): void {
  test.each(Object.keys(plainFields) as (keyof PlainFields)[])(
    "the field %s is stored, read and copied",
    async (name) => {
      const store = subject.store();
      await openAccount(store, { credit: 10_000 });
      const given = { ...plainFields, [name]: fields[name] };
      expect(given).not.toEqual(plainFields);
      await store.outbox.submit(submission("t", given));
      const [found] = await store.desk.candidates({ kind: "transaction", id: "t" }, undefined, 1);
      const id = found?.id ?? 0;
      expect(await store.desk.message(id)).toMatchObject(given);
      await store.desk.cancel({ kind: "message", id }, 9, by, noon);
      const outcome = await store.desk.resend(id, "again", by, noon + 5);
      const resent = outcome.kind === "done" ? await store.desk.message(outcome.id) : outcome;
      expect(resent).toMatchObject(again[name] ?? given);
    },
  );
}
