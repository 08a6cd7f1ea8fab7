import { describe, expect, test } from "@jest/globals";
import { eventually } from "../../eventually.js";
import { submitSm } from "./pdus.js";
import { answer, bound, phases } from "./started-link.js";
import { type Habit, wellBehaved } from "./test-smsc.js";

describe("messages", () => {
  test.each([0x00, 0x03, 0x400])("are refused by a generic_nack of any status: %i", async (status) => {
    const { link } = await bound((pdu, connection) => {
      if (pdu.command === "submit_sm") connection.send({ command: "generic_nack" }, status, pdu.sequence);
      else wellBehaved()(pdu, connection);
    });
    expect(await link.submit(submitSm())).toMatchObject({
      ...{ kind: "response", status, nack: true, messageId: "", acceptsOthers: true },
      action: { kind: "nack", delay: 30_000, attempts: 2 },
    });
  });

  test.each([
    { name: "0x04", status: 0x04, most: 3 },
    { name: "0x05", status: 0x05, most: 3 },
    { name: "0x0d", status: 0x0d, most: 3 },
    { name: "0x0e", status: 0x0e, most: 3 },
    { name: "0x0f", status: 0x0f, most: 3 },
    { name: "0x53", status: 0x53, most: 3 },
    { name: "generic_nack", status: 0x03, most: 10 },
  ])(
    "$name makes it bind again after $most in a row, with increasing delays",
    async ({ name, status, most }) => {
      const setting = await bound((pdu, connection) => {
        if (pdu.command !== "submit_sm") wellBehaved()(pdu, connection);
        else if (name === "generic_nack") connection.send({ command: "generic_nack" }, status, pdu.sequence);
        else connection.refuse(pdu, status);
      });
      for (const wait of [1_000, 2_000, 4_000]) {
        for (let message = 1; message < most; message++) await setting.link.submit(submitSm());
        expect(phases(setting)).toEqual(["bound"]);
        expect(await setting.link.submit(submitSm())).toMatchObject({ status, acceptsOthers: false });
        await eventually(() => phases(setting)[0] === "waiting");
        setting.clock.advance(wait - 1);
        expect(phases(setting)).toEqual(["waiting"]);
        setting.clock.advance(1);
        await eventually(() => phases(setting)[0] === "bound");
      }
    },
  );

  test.each([0x02, 0x03, 0x08, 0x0b, 0x14])("a status of %i leaves the session alone", async (status) => {
    const setting = await bound((pdu, connection) => {
      if (pdu.command === "submit_sm") connection.refuse(pdu, status);
      else wellBehaved()(pdu, connection);
    });
    for (let message = 0; message < 50; message++)
      expect(await setting.link.submit(submitSm())).toMatchObject({ status, acceptsOthers: true });
    expect([phases(setting), setting.link.free]).toEqual([["bound"], 10]);
  });

  test("an accepted message between two refusals keeps the session", async () => {
    let messages = 0;
    const setting = await bound((pdu, connection) => {
      if (pdu.command !== "submit_sm") wellBehaved()(pdu, connection);
      else if (++messages % 3 === 0) answer(connection, pdu, String(messages));
      else connection.refuse(pdu, 0x04);
    });
    for (let message = 0; message < 30; message++) await setting.link.submit(submitSm());
    expect(phases(setting)).toEqual(["bound"]);
  });

  test("that are throttled pause the bind, which continues at nine tenths of the accepted rate", async () => {
    let taken = 0;
    const habit: Habit = (pdu, connection) => {
      if (pdu.command !== "submit_sm") wellBehaved()(pdu, connection);
      else if (++taken <= 40) answer(connection, pdu, String(taken));
      else connection.refuse(pdu, 0x58);
    };
    const { link, clock } = await bound(habit, { bindRate: 100 });
    for (let tenth = 0; tenth < 4; tenth++) {
      clock.advance(100);
      await Promise.all(Array.from({ length: 10 }, () => link.submit(submitSm())));
    }
    clock.advance(100);
    for (let message = 1; message <= 7; message++) {
      expect(link.free).toBeGreaterThan(0);
      expect(await link.submit(submitSm())).toMatchObject({ status: 0x58, acceptsOthers: message < 7 });
    }
    expect(link.free).toBe(0);
    expect(link.state().binds[0]).toMatchObject({ throttles: 7, rate: { limit: 36 } });
    clock.advance(249);
    expect(link.free).toBe(0);
    clock.advance(1);
    expect(link.free).toBe(1);
  });

  test("that are throttled repeatedly are no evidence about the bind", async () => {
    const { link } = await bound((pdu, connection) => {
      if (pdu.command === "submit_sm") connection.refuse(pdu, 0x58);
      else wellBehaved()(pdu, connection);
    });
    for (let message = 0; message < 50; message++)
      expect(await link.submit(submitSm(), () => false)).toMatchObject({ acceptsOthers: true });
    expect([link.free, link.state().binds[0]?.throttles]).toEqual([10, 50]);
  });
});
