import { describe, expect, test } from "@jest/globals";
import { claimDue, giveBack, nextDue, type Outgoing, owner } from "./claims.js";
import { openAccount, submission } from "./fixtures.js";
import type { Subject } from "./suite.js";

const [gb, gb2, nepal, satellite] = ["447700900123", "447700900124", "9779841234567", "88216555510"] as const;
const quietHours = "21:00-08:00 UTC";
const at = (time: string): number => Date.parse(`2030-01-${time}:00Z`);

/** Quiet hours: claims hold messages of lists until they are allowed, and nothing else. */
export function quietHoursCases(subject: Subject<Outgoing>): void {
  const claim = async (time: string, room = 9) => claimDue(subject.store(), at(time), room);
  const phones = async (time: string, room?: number) =>
    (await claim(time, room)).map(({ phone }) => phone).toSorted();
  const open = async () => {
    await openAccount(subject.store(), { credit: 1_000_000_000 });
  };
  const send = (id: string, time: string, change = {}) =>
    subject.store().outbox.submit(submission(id, { at: at(time), dueAt: at(time), quietHours, ...change }));

  describe("quiet hours", () => {
    test("each recipient gets the message once it is allowed where it is, after a restart too", async () => {
      await open();
      await send("list", "15T20:30", { recipients: [gb, nepal, satellite, gb2] });
      // Nepal is at 2:15.
      expect(await phones("15T20:30", 1)).toEqual([gb]);
      expect(await phones("15T21:00")).toEqual([]);
      expect(await nextDue(subject.store())).toBe(at("16T02:15"));
      await subject.reopen();
      expect(await phones("16T02:14")).toEqual([]);
      expect(await phones("16T02:15")).toEqual([nepal]);
      expect(await phones("16T07:59")).toEqual([]);
      expect(await phones("16T08:00")).toEqual([satellite, gb2].toSorted());
      expect(await nextDue(subject.store())).toBeUndefined();
    });

    test("held messages delay no others, of the same customer or another", async () => {
      await open();
      await openAccount(subject.store(), { id: 43, credit: 1_000_000 });
      const many = Array.from({ length: 700 }, (_, index) => String(447700900000 + index));
      await send("list", "15T22:00", { recipients: many });
      const others = ["12025550101", "12025550102"] as const;
      await send("single", "15T22:00", { recipients: [others[0]], quietHours: undefined });
      await send("other", "15T22:00", { recipients: [others[1]], quietHours: undefined, customerId: 43 });
      expect(await phones("15T22:00", 5)).toEqual(others);
      for (let round = 0; round < 9; round++) expect(await phones("15T22:01", 5)).toEqual([]);
      expect(await nextDue(subject.store())).toBe(at("16T08:00"));
      expect(await phones("16T08:00", 700)).toHaveLength(700);
    });

    test("a message to one number of a list is held as well, and one that is tried again", async () => {
      await open();
      await send("list", "15T20:59", { recipients: [gb] });
      const claimed = await claim("15T20:59");
      expect(claimed).toHaveLength(1);
      await giveBack(subject.store(), claimed, at("15T21:30"));
      expect(await phones("15T21:31")).toEqual([]);
      expect(await phones("16T08:00")).toEqual([gb]);
    });

    test("time in which it was held does not count toward its validity, one of its own does", async () => {
      await open();
      await send("list", "15T20:00", { recipients: [gb] });
      await send("own", "15T20:00", { recipients: [gb2], validUntil: at("15T23:00") });
      const { delivery, links, outbox } = subject.store();
      expect(await phones("15T21:00", 0)).toEqual([]);
      const linkId = (await links.links())[0]?.id ?? 0;
      const claimAt = async (time: string) => {
        const now = at(time);
        const wanted = [{ linkId, slots: 1, used: 1 }];
        await delivery.own({ owner, now, until: now + 60_000, reports: [], wanted });
        return delivery.claim({ owner, now, validity: 7_200_000, links: [{ linkId, up: true, free: 9 }] });
      };
      expect(await claimAt("15T22:00")).toEqual([]);
      expect(await claimAt("15T23:30")).toEqual([]);
      expect((await outbox.statistics(42, "own"))?.counts).toEqual([{ state: 8, count: 1 }]);
      // One of two hours has passed before 21:00.
      expect(await claimAt("16T08:30")).toMatchObject([{ phone: gb, validUntil: at("16T09:00") }]);
    });

    test("after that time it expires", async () => {
      await open();
      await send("list", "15T20:00", { recipients: [gb] });
      await phones("15T21:00");
      const { delivery, links, outbox } = subject.store();
      const linkId = (await links.links())[0]?.id ?? 0;
      const now = at("16T09:00");
      await delivery.own({
        owner,
        now,
        until: now + 60_000,
        reports: [],
        wanted: [{ linkId, slots: 1, used: 1 }],
      });
      const claimed = await delivery.claim({
        owner,
        now,
        validity: 7_200_000,
        links: [{ linkId, up: true, free: 9 }],
      });
      expect(claimed).toEqual([]);
      expect((await outbox.statistics(42, "list"))?.counts).toEqual([{ state: 8, count: 1 }]);
    });
  });
}
