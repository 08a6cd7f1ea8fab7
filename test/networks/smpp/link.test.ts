import { describe, expect, test } from "@jest/globals";
import type { SubmitResponse } from "#server/networks/smpp/index.js";
import { TlvTag } from "#server/networks/smpp/codec/tlv.js";
import { eventually } from "../../eventually.js";
import { incoming, submitSm } from "./pdus.js";
import { answer, bound, phases, type Setting, silent, start } from "./started-link.js";
import type { Habit } from "./test-smsc.js";

describe("binding", () => {
  test.each([
    { mode: "transceiver", commands: ["bind_transceiver", "bind_transceiver"], free: 20 },
    { mode: "transmitter", commands: ["bind_transmitter", "bind_transmitter"], free: 20 },
    {
      mode: "transmitter+receiver",
      commands: ["bind_receiver", "bind_receiver", "bind_transmitter", "bind_transmitter"],
      free: 20,
    },
  ] as const)("two binds as $mode", async ({ mode, commands, free }) => {
    const { smsc, link } = await start(undefined, { mode, binds: 2 });
    await eventually(() => link.state().binds.every(({ phase }) => phase === "bound"));
    expect(smsc.connections.map(({ received }) => received[0]?.command).sort()).toEqual(commands);
    expect(link.free).toBe(free);
  });

  test("names the account and the version", async () => {
    const { smsc } = await bound(undefined, {
      systemType: "WEB",
      addressRange: "^1202",
      addressTon: 1,
      addressNpi: 1,
    });
    expect(smsc.received("bind_transceiver")).toEqual([
      {
        command: "bind_transceiver",
        status: 0,
        sequence: 1,
        systemId: "shop",
        password: "secret",
        systemType: "WEB",
        interfaceVersion: 0x34,
        addressTon: 1,
        addressNpi: 1,
        addressRange: "^1202",
      },
    ]);
  });

  test.each([
    { status: 0x0e, phase: "refused" },
    { status: 0x0f, phase: "refused" },
    { status: 0x53, phase: "refused" },
    { status: 0x05, phase: "waiting" },
    { status: 0x0d, phase: "waiting" },
    { status: 0x58, phase: "waiting" },
    { status: 0x400, phase: "waiting" },
  ])("a response of $status leaves it $phase", async ({ status, phase }) => {
    const setting = await start((pdu, connection) => {
      connection.refuse(pdu, status);
    });
    await eventually(() => phases(setting)[0] === phase);
    expect(setting.link.state().alarm !== undefined).toBe(phase === "refused");
    setting.clock.advance(phase === "refused" ? 3_600_000 : 1_000);
    const tried = phase === "refused" ? 1 : 2;
    expect(setting.link.state().binds[0]?.connects).toBe(tried);
    await eventually(() => setting.smsc.connections.length === tried);
  });

  test("a refused account is tried again after the link was stopped and started", async () => {
    let status = 0x0e;
    const setting = await start((pdu, connection) => {
      connection.refuse(pdu, status);
    });
    await eventually(() => phases(setting)[0] === "refused");
    await setting.link.stop();
    status = 0;
    setting.link.start();
    await eventually(() => phases(setting)[0] === "bound");
    expect(setting.link.state().alarm).toBeUndefined();
  });

  test("is given up after 30 seconds, and tried again", async () => {
    const setting = await start(() => undefined);
    await eventually(() => setting.smsc.connections[0]?.received.length === 1);
    setting.clock.advance(29_999);
    expect(phases(setting)).toEqual(["binding"]);
    setting.clock.advance(1);
    await eventually(() => phases(setting)[0] === "waiting");
  });

  test.each([
    { title: "after 1, 2, 4 … 60 seconds", random: 0, want: [1, 2, 4, 8, 16, 32, 60, 60] },
    { title: "up to half of that earlier, by chance", random: 1, want: [0.5, 1, 2, 4, 8, 16, 30, 30] },
  ])("connections to an absent SMSC are retried $title", async ({ random, want }) => {
    const setting = await start(undefined, { port: 1, random: () => random });
    const delays: number[] = [];
    for (let attempt = 1; attempt <= 8; attempt++) {
      await eventually(() => phases(setting)[0] === "waiting");
      let delay = 0;
      while (phases(setting)[0] === "waiting") {
        setting.clock.advance(500);
        delay += 0.5;
      }
      delays.push(delay);
    }
    expect(delays).toEqual(want);
    expect(setting.link.state().binds[0]?.lastError).toBe("ECONNREFUSED");
  });
});

describe("the first delay is used again", () => {
  /** Seconds until the link connects again. */
  async function waitingTime(setting: Setting): Promise<number> {
    await eventually(() => phases(setting)[0] === "waiting");
    let delay = 0;
    while (phases(setting)[0] === "waiting") {
      setting.clock.advance(1_000);
      delay++;
    }
    return delay;
  }

  test.each([
    { title: "after a session with an answered message", use: "submit", want: [1, 1, 1] },
    { title: "after a session of a minute", use: "wait", want: [1, 1, 1] },
    { title: "not after a session that was only bound", use: "nothing", want: [1, 2, 4] },
  ])("$title", async ({ use, want }) => {
    const setting = await bound();
    const delays: number[] = [];
    for (let session = 0; session < want.length; session++) {
      if (use === "submit") await setting.link.submit(submitSm());
      if (use === "wait") {
        setting.clock.advance(30_000);
        await eventually(() => setting.smsc.last.received.at(-1)?.command === "enquire_link");
        setting.smsc.last.request({ command: "enquire_link" });
        await eventually(() => setting.smsc.last.received.at(-1)?.command === "enquire_link_resp");
        setting.clock.advance(30_000);
      }
      setting.smsc.last.socket.destroy();
      delays.push(await waitingTime(setting));
      await eventually(() => phases(setting)[0] === "bound");
    }
    expect(delays).toEqual(want);
  });

  test("once: reconnects to an SMSC that disconnects after a good session with increasing delays", async () => {
    const setting = await bound();
    await setting.link.submit(submitSm());
    await setting.smsc.close();
    const delays: number[] = [];
    for (let attempt = 0; attempt < 4; attempt++) delays.push(await waitingTime(setting));
    expect(delays).toEqual([1, 2, 4, 8]);
  });
});

describe("messages", () => {
  test("as many as the window are in flight, and each response frees a slot", async () => {
    const setting = await bound(silent, { window: 3 });
    const { link, smsc, freed } = setting;
    expect(link.free).toBe(3);
    const answers = [1, 2, 3].map(() => link.submit(submitSm()));
    expect(link.free).toBe(0);
    expect(await link.submit(submitSm())).toEqual({ kind: "unsent", reason: "full" });
    await eventually(() => smsc.received("submit_sm").length === 3);
    expect(link.state().binds[0]?.window).toEqual({ used: 3, size: 3 });
    const before = freed();
    const [, second] = smsc.received("submit_sm");
    if (second !== undefined) answer(smsc.last, second, "b");
    expect(await answers[1]).toMatchObject({
      ...{ kind: "response", status: 0, messageId: "b", bind: "operator/1", nack: false },
    });
    expect(link.free).toBe(1);
    await eventually(() => freed() === before + 1);
  });

  test("that break a limit are not sent", async () => {
    const { link, smsc } = await bound();
    const message = submitSm({ source: { ton: 5, npi: 0, address: "a name of more than 20 characters" } });
    expect(await link.submit(message)).toEqual({ kind: "unsent", reason: "invalid" });
    expect(await link.submit(submitSm())).toMatchObject({ kind: "response", status: 0 });
    expect(smsc.received("submit_sm")).toHaveLength(1);
  });

  test("without a response are uncertain after 60 seconds; the bind is renewed when the others have theirs", async () => {
    const setting = await bound(silent);
    const { link, smsc, clock } = setting;
    const first = link.submit(submitSm());
    await eventually(() => smsc.received("submit_sm").length === 1);
    // Heard of meanwhile, so that the session is not given up for its silence.
    clock.advance(25_000);
    smsc.last.request({ command: "enquire_link" });
    await eventually(() => smsc.received("enquire_link_resp").length === 1);
    const second = link.submit(submitSm());
    clock.advance(20_000);
    smsc.last.request({ command: "enquire_link" });
    await eventually(() => smsc.received("enquire_link_resp").length === 2);
    clock.advance(14_999);
    await new Promise(setImmediate);
    expect(phases(setting)).toEqual(["bound"]);
    clock.advance(1);
    await eventually(() => phases(setting)[0] === "draining");
    expect(await first).toEqual({ kind: "uncertain", reason: "timeout", bind: "operator/1" });
    expect(await link.submit(submitSm())).toEqual({ kind: "unsent", reason: "unbound" });
    await smsc.last.takenIn();
    expect(smsc.received("unbind")).toEqual([]);
    const [, late] = smsc.received("submit_sm");
    if (late !== undefined) answer(smsc.last, late, "b");
    expect(await second).toMatchObject({ kind: "response", status: 0, messageId: "b" });
    await eventually(() => phases(setting)[0] === "waiting");
    expect(smsc.received("unbind")).toHaveLength(1);
    clock.advance(1_000);
    await eventually(() => phases(setting)[0] === "bound");
  });

  test("in flight when the connection is lost are uncertain", async () => {
    const { link, smsc } = await bound(silent);
    const answers = [1, 2].map(() => link.submit(submitSm()));
    await eventually(() => smsc.received("submit_sm").length === 2);
    smsc.last.socket.destroy();
    const lost = { kind: "uncertain", reason: "lost", bind: "operator/1" };
    expect(await Promise.all(answers)).toEqual([lost, lost]);
  });

  test("that the SMSC did not read before the connection was lost are unsent", async () => {
    const { link, smsc } = await bound(silent, { window: 1_000 });
    smsc.last.socket.pause();
    const payload = { tag: TlvTag.message_payload, value: Buffer.alloc(60_000) };
    const large = submitSm({ shortMessage: Buffer.alloc(0), tlvs: [payload] });
    const first = Array.from({ length: 300 }, () => link.submit(large));
    for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate);
    const second = link.submit(submitSm());
    for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate);
    smsc.last.socket.destroy();
    expect(await second).toEqual({ kind: "unsent", reason: "lost" });
    expect(new Set((await Promise.all(first)).map(({ kind }) => kind))).toEqual(new Set(["uncertain"]));
  });

  test("have a window of ten by default", async () => {
    const { link } = await bound();
    expect([link.free, link.state().binds[0]?.window.size]).toEqual([10, 10]);
  });

  test.each([
    { title: "each bind", options: { binds: 2, bindRate: 20 }, want: 40, burst: 4 },
    { title: "the link", options: { binds: 2, linkRate: 30 }, want: 30, burst: 3 },
    { title: "both", options: { binds: 2, bindRate: 20, linkRate: 30 }, want: 30, burst: 3 },
  ])("follow the rate of $title", async ({ options, want, burst }) => {
    const { link, clock, freed } = await bound(undefined, { ...options, window: 100 });
    await eventually(() => link.state().binds.every(({ phase }) => phase === "bound"));
    const sendAll = async (): Promise<number> => {
      const all: Promise<SubmitResponse>[] = [];
      while (link.free > 0) all.push(link.submit(submitSm()));
      return (await Promise.all(all)).filter(({ kind }) => kind === "response").length;
    };
    const sentInSecond = async (step: number): Promise<number> => {
      let sent = 0;
      for (let time = 0; time < 1_000; time += step) {
        clock.advance(step);
        sent += await sendAll();
      }
      return sent;
    };
    clock.advance(1_000);
    expect(await sendAll()).toBe(burst);
    expect([await sentInSecond(100), await sentInSecond(50)]).toEqual([want, want]);
    const before = freed();
    clock.advance(100);
    await eventually(() => freed() > before);
  });
});

describe("fewer binds", () => {
  test("that become more again while some are closing: no others are opened until those are closed", async () => {
    const { smsc, link } = await bound(silent, { binds: 3, window: 1 });
    await eventually(() => link.free === 3);
    const answers = [1, 2, 3].map(() => link.submit(submitSm()));
    await eventually(() => smsc.received("submit_sm").length === 3);
    const closed = [1, 3, 2].map((binds) => link.resize(binds));
    expect([link.slots, smsc.connections.length]).toEqual([1, 3]);
    for (const connection of smsc.connections)
      for (const pdu of connection.received) if (pdu.command === "submit_sm") answer(connection, pdu, "a");
    await Promise.all([...answers, ...closed]);
    await eventually(() => link.free === 2);
    expect([link.slots, smsc.connections.length]).toEqual([2, 4]);
    expect(smsc.received("unbind")).toHaveLength(2);
  });
});

describe("stopping", () => {
  test("waits for responses to messages in flight, then unbinds", async () => {
    const { link, smsc } = await bound(silent);
    const sent = link.submit(submitSm());
    await eventually(() => smsc.received("submit_sm").length === 1);
    const stopped = link.stop();
    expect(link.free).toBe(0);
    expect(await link.submit(submitSm())).toEqual({ kind: "unsent", reason: "stopped" });
    expect(smsc.received("unbind")).toEqual([]);
    const [message] = smsc.received("submit_sm");
    if (message !== undefined) answer(smsc.last, message, "a");
    await stopped;
    expect(await sent).toMatchObject({ kind: "response", messageId: "a" });
    expect(smsc.received("unbind")).toHaveLength(1);
  });

  test("waits until incoming messages are stored and acknowledged", async () => {
    let keep = (): void => undefined;
    const kept = new Promise<number>((resolve) => {
      keep = () => {
        resolve(0);
      };
    });
    const { link, smsc } = await bound(undefined, { onDeliver: () => kept });
    smsc.last.request(incoming);
    await eventually(() => link.state().binds[0]?.delivered === 1);
    const stopped = link.stop();
    keep();
    await stopped;
    expect(smsc.last.received.map(({ command }) => command).slice(-2)).toEqual(["deliver_sm_resp", "unbind"]);
  });

  test("ends after 10 seconds without responses", async () => {
    const { link, smsc, clock } = await bound(silent);
    const sent = link.submit(submitSm());
    await eventually(() => smsc.received("submit_sm").length === 1);
    const stopped = link.stop();
    clock.advance(10_000);
    await stopped;
    expect(await sent).toEqual({ kind: "uncertain", reason: "lost", bind: "operator/1" });
  });

  test.each([
    { title: "while it waits for the bind", phase: "binding", habit: (() => undefined) satisfies Habit },
    {
      title: "while it waits to connect again",
      phase: "waiting",
      habit: ((pdu, connection) => {
        connection.refuse(pdu, 0x0d);
      }) satisfies Habit,
    },
  ])("$title", async ({ phase, habit }) => {
    const setting = await start(habit);
    await eventually(() => phases(setting)[0] === phase);
    await setting.link.stop();
    expect(phases(setting)).toEqual(["stopped"]);
  });
});
