import { describe, expect, test } from "@jest/globals";
import { encodePdu } from "#server/networks/smpp/codec/codec.js";
import { eventually } from "../../eventually.js";
import { incoming, submitSm } from "./pdus.js";
import { answer, bound, phases, silent } from "./started-link.js";
import { wellBehaved } from "./test-smsc.js";

describe("incoming deliver_sm", () => {
  test("gets its response after it is stored, with the status of the handler", async () => {
    const keepers: ((status: number) => void)[] = [];
    const { smsc } = await bound(undefined, {
      onDeliver: () => new Promise((resolve) => keepers.push(resolve)),
    });
    const first = smsc.last.request(incoming);
    const second = smsc.last.request(incoming);
    await eventually(() => keepers.length === 2);
    expect(smsc.received("deliver_sm_resp")).toEqual([]);
    keepers[1]?.(0);
    await eventually(() => smsc.received("deliver_sm_resp").length === 1);
    keepers[0]?.(0x64);
    await eventually(() => smsc.received("deliver_sm_resp").length === 2);
    expect(smsc.received("deliver_sm_resp").map(({ sequence, status }) => [sequence, status])).toEqual([
      [second, 0],
      [first, 0x64],
    ]);
  });

  test("is refused if it could not be stored, so that it is repeated", async () => {
    const { smsc } = await bound(undefined, { onDeliver: () => Promise.reject(new Error("disk full")) });
    smsc.last.request(incoming);
    await eventually(() => smsc.received("deliver_sm_resp").length === 1);
    expect(smsc.received("deliver_sm_resp")).toMatchObject([{ status: 0x08 }]);
  });

  test("is refused beyond 500 that wait", async () => {
    const { smsc } = await bound(undefined, { onDeliver: () => new Promise(() => undefined) });
    for (let count = 0; count < 501; count++) smsc.last.request(incoming);
    await eventually(() => smsc.received("deliver_sm_resp").length === 1);
    expect(smsc.received("deliver_sm_resp")).toMatchObject([{ status: 0x58, sequence: 501 }]);
  });

  test("in many PDUs of one write, or in single octets, gets a response each", async () => {
    const { smsc, link } = await bound();
    const pdus = Buffer.concat(
      Array.from({ length: 200 }, (_, index) => encodePdu({ ...incoming, status: 0, sequence: index + 1 })),
    );
    smsc.last.write(pdus);
    await eventually(() => smsc.received("deliver_sm_resp").length === 200);
    for (const octet of pdus.subarray(0, pdus.length / 100)) {
      smsc.last.write(Uint8Array.of(octet));
      await new Promise(setImmediate);
    }
    await eventually(() => smsc.received("deliver_sm_resp").length === 202);
    expect(smsc.received("deliver_sm_resp").map(({ sequence }) => sequence)).toEqual([
      ...Array.from({ length: 200 }, (_, index) => index + 1),
      ...[1, 2],
    ]);
    expect(link.state().binds[0]?.connects).toBe(1);
  });

  test("by data_sm is accepted too; requests that an SMSC must not send are refused", async () => {
    const { smsc } = await bound();
    const { serviceType, source, destination, esmClass, registeredDelivery, dataCoding, tlvs } = incoming;
    const fields = { serviceType, source, destination, esmClass, registeredDelivery, dataCoding, tlvs };
    smsc.last.request({ command: "data_sm", ...fields });
    smsc.last.request(submitSm());
    smsc.last.request({ command: "alert_notification", source, esme: destination, tlvs: [] });
    await eventually(
      () => smsc.last.received.filter(({ command }) => command.endsWith("_resp")).length === 2,
    );
    expect(smsc.received("data_sm_resp")).toMatchObject([{ status: 0 }]);
    expect(smsc.received("submit_sm_resp")).toMatchObject([{ status: 0x03 }]);
  });
});

describe("a session", () => {
  test("sends enquire_link after 30 seconds of silence, and ends after two without a response", async () => {
    const setting = await bound((pdu, connection) => {
      if (pdu.command !== "enquire_link") wellBehaved()(pdu, connection);
    });
    const asked = (): number => setting.smsc.received("enquire_link").length;
    setting.clock.advance(29_999);
    // An enquire_link was sent for the silence before the message; its response ends the silence.
    expect(await setting.link.submit(submitSm())).toMatchObject({ kind: "response" });
    expect(asked()).toBe(0);
    for (const count of [1, 2]) {
      setting.clock.advance(30_000);
      await eventually(() => asked() === count);
    }
    expect(phases(setting)).toEqual(["bound"]);
    setting.clock.advance(30_000);
    await eventually(() => phases(setting)[0] === "waiting");
    expect(setting.link.state().binds[0]?.lastError).toBe("no response to enquire_link in time");
  });

  test("stays open while its enquire_link requests get responses", async () => {
    const setting = await bound();
    for (let count = 1; count <= 20; count++) {
      setting.clock.advance(30_000);
      await eventually(() => setting.smsc.received("enquire_link").length === count);
      await setting.smsc.last.takenIn();
    }
    expect(phases(setting)).toEqual(["bound"]);
  });

  test("ends after 300 seconds of silence, even without enquire_link", async () => {
    const setting = await bound(undefined, { timers: { enquireLink: 1e9 } });
    setting.clock.advance(299_000);
    expect(setting.link.free).toBeGreaterThan(0);
    setting.clock.advance(1_000);
    await eventually(() => phases(setting)[0] === "waiting");
  });

  test("ends if the rest of a PDU does not arrive within 10 seconds", async () => {
    const setting = await bound();
    const question = encodePdu({ command: "enquire_link", status: 0, sequence: 1 });
    setting.smsc.last.write(Buffer.concat([question, question.subarray(0, 5)]));
    await eventually(() => setting.clock.dueIn === 10_000);
    setting.clock.advance(6_000);
    setting.smsc.last.write(question.subarray(5, 6));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(setting.link.free).toBeGreaterThan(0);
    setting.clock.advance(4_000);
    await eventually(() => phases(setting)[0] === "waiting");
    expect(setting.link.state().binds[0]?.lastError).toBe("the rest of a PDU did not arrive in time");
  });

  test.each([
    { title: "a length below 16", octets: Buffer.from("0000000f00000015", "hex") },
    { title: "a length above 128 KiB", octets: Buffer.from("0002000100000015", "hex") },
    { title: "an answer of HTTP", octets: Buffer.from("HTTP/1.1 400 Bad Request\r\n\r\n") },
  ])("ends with generic_nack at $title", async ({ octets }) => {
    const setting = await bound();
    const connection = setting.smsc.last;
    connection.write(octets);
    await eventually(() => phases(setting)[0] === "waiting" && connection.socket.readableEnded);
    expect(connection.received.at(-1)).toMatchObject({ command: "generic_nack", status: 0x02 });
  });

  test.each([
    {
      title: "an unknown command",
      octets: "00000010000001110000000000000009",
      want: { command: "generic_nack", status: 3 },
    },
    {
      title: "a damaged deliver_sm",
      octets: "00000010000000050000000000000009",
      want: { command: "deliver_sm_resp", status: 2 },
    },
  ])("refuses $title and continues", async ({ octets, want }) => {
    const { smsc, link } = await bound();
    smsc.last.write(Buffer.from(octets, "hex"));
    await eventually(() => smsc.last.received.at(-1)?.sequence === 9);
    expect(smsc.last.received.at(-1)).toMatchObject(want);
    expect(await link.submit(submitSm())).toMatchObject({ kind: "response" });
  });

  test("the SMSC unbinds: no more messages, responses in flight are waited for, then unbind_resp", async () => {
    const setting = await bound(silent);
    const { smsc, link } = setting;
    const sent = [link.submit(submitSm()), link.submit(submitSm())];
    await eventually(() => smsc.received("submit_sm").length === 2);
    smsc.last.request({ command: "unbind" });
    smsc.last.request(incoming);
    await eventually(() => smsc.received("deliver_sm_resp").length === 1);
    expect(link.free).toBe(0);
    expect(await link.submit(submitSm())).toEqual({ kind: "unsent", reason: "unbound" });
    expect(smsc.received("unbind_resp")).toEqual([]);
    for (const [index, pdu] of smsc.received("submit_sm").entries()) answer(smsc.last, pdu, `id${index}`);
    expect(await Promise.all(sent)).toMatchObject([
      { kind: "response", messageId: "id0" },
      { kind: "response", messageId: "id1" },
    ]);
    await eventually(() => smsc.received("unbind_resp").length === 1);
    expect([smsc.received("submit_sm").length, smsc.received("unbind").length]).toEqual([2, 0]);
    await eventually(() => phases(setting)[0] === "waiting");
  });

  test("the SMSC unbinds and does not respond to messages: unbind_resp after 10 seconds", async () => {
    const { smsc, link, clock } = await bound(silent);
    const sent = link.submit(submitSm());
    await eventually(() => smsc.received("submit_sm").length === 1);
    smsc.last.request({ command: "unbind" });
    await eventually(() => link.state().binds[0]?.phase === "draining");
    clock.advance(9_999);
    await smsc.last.takenIn();
    expect(smsc.received("unbind_resp")).toEqual([]);
    clock.advance(1);
    await eventually(() => smsc.received("unbind_resp").length === 1);
    expect(await sent).toMatchObject({ kind: "uncertain", reason: "lost" });
  });

  test("that the SMSC unbinds gets unbind_resp, and is bound again", async () => {
    const setting = await bound();
    setting.smsc.last.request({ command: "unbind" });
    await eventually(() => phases(setting)[0] === "waiting" && setting.smsc.last.socket.readableEnded);
    expect(setting.smsc.received("unbind_resp")).toHaveLength(1);
    setting.clock.advance(1_000);
    await eventually(() => phases(setting)[0] === "bound");
  });
});
