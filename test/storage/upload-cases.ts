import { randomUUID } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import { type Upload, uploadLimits } from "#server/domain/accounts/uploads.js";
import { noon } from "./fixtures.js";
import type { Subject } from "./suite.js";

const uploadOf = (change: Partial<Upload> = {}): Upload => ({
  ...{ id: randomUUID(), owner: "42/ann", kind: "recipients", customerId: 42 },
  ...change,
});

const { time, ofOwner, piece } = uploadLimits;

/** Bytes of every value, in no order that repeats with the pieces. */
const contentOf = (size: number): Uint8Array =>
  Uint8Array.from({ length: size }, (_, n) => (n * 7 + n / 251) & 255);

/** Files that wait for a confirmation. */
export function uploadCases(subject: Subject<"uploads">): void {
  describe("a file that waits", () => {
    test.each([1, piece - 1, piece, piece + 1, 3 * piece + 17])(
      "has its %i bytes after a restart",
      async (size) => {
        const upload = uploadOf();
        await subject.store().uploads.add(upload, Buffer.from(contentOf(size)), noon);
        const { uploads } = await subject.reopen();
        const found = await uploads.find(upload, noon);
        expect(Buffer.compare(found ?? new Uint8Array(), contentOf(size))).toBe(0);
      },
    );

    test.each<{ name: string; of?: Partial<Upload>; later?: number; finds?: boolean }>([
      { name: "its person", finds: true },
      { name: "its person just before the end", later: time - 1, finds: true },
      { name: "its person at the end", later: time },
      { name: "another user of the customer", of: { owner: "42/bob" } },
      { name: "a user of another customer", of: { owner: "43/ann" } },
      { name: "an operator of that name", of: { owner: "ann" } },
      { name: "its person, for another kind", of: { kind: "prices" } },
      { name: "its person, with another id", of: { id: randomUUID() } },
    ])("is found by $name: $finds", async ({ of = {}, later = 0, finds = false }) => {
      const { uploads } = subject.store();
      const upload = uploadOf();
      await uploads.add(upload, contentOf(5), noon);
      expect((await uploads.find({ ...upload, ...of }, noon + later)) !== undefined).toBe(finds);
    });

    test("makes way for the newest ones of its person alone", async () => {
      const { uploads } = subject.store();
      const others = [
        uploadOf({ owner: "42/bob" }),
        uploadOf({ owner: "ann", kind: "prices", customerId: undefined }),
      ];
      for (const each of others) await uploads.add(each, contentOf(5), noon);
      const own = Array.from({ length: ofOwner + 2 }, () => uploadOf());
      for (const [n, each] of own.entries()) await uploads.add(each, contentOf(5), noon + n);
      const found = await Promise.all([...others, ...own].map((each) => uploads.find(each, noon + 10)));
      expect(found.map((each) => each?.length)).toEqual([5, 5, undefined, undefined, 5, 5, 5]);
    });

    test("is deleted when its time is over, with its pieces", async () => {
      const { uploads } = subject.store();
      const [old, young] = [uploadOf(), uploadOf({ owner: "42/bob" })];
      await uploads.add(old, contentOf(2 * piece), noon);
      await uploads.add(young, contentOf(5), noon + 1);
      expect([await uploads.forget(noon + time - 1), await uploads.forget(noon + time)]).toEqual([0, 1]);
      expect(await uploads.find(old, noon)).toBeUndefined();
      expect((await uploads.find(young, noon + time))?.length).toBe(5);
      await uploads.add(old, contentOf(7), noon);
      expect((await uploads.find(old, noon))?.length).toBe(7);
    });
  });
}
