import { afterEach, expect, test } from "@jest/globals";
import smpp, { type PDU, type Session as NpmSession } from "smpp";
import {
  createLink,
  type DataSm,
  defaultPartOptions,
  type DeliverSm,
  readIncoming,
  readReceipt,
  type SmppLink,
  type SmppLinkOptions,
  type SubmitResponse,
  submitsOf,
} from "#server/networks/smpp/index.js";
import { responseKeys, idKey } from "#server/domain/delivery/submitting/message-id.js";
import { testWithPeer } from "../../peers.js";
import { eventually } from "../../eventually.js";
import { freePort } from "../../free-port.js";
import { ManualClock } from "../../work/delivery/manual-clock.js";
import { PeerProcess } from "./peer-process.js";
import { submitSm } from "./pdus.js";
import { TestSmsc } from "./test-smsc.js";

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

const closing: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

interface Connected {
  readonly link: SmppLink;
  readonly delivered: (DeliverSm | DataSm)[];
}

function connect(port: number, options: Partial<SmppLinkOptions> = {}): Connected {
  const delivered: (DeliverSm | DataSm)[] = [];
  const link = createLink({
    name: "operator",
    host: "127.0.0.1",
    port,
    systemId: "foo",
    password: "bar",
    onFree: () => undefined,
    onDeliver: async (pdu) => {
      delivered.push(pdu);
      return 0;
    },
    log: quiet,
    ...options,
  });
  closing.push(() => link.stop());
  link.start();
  return { link, delivered };
}

/** Sends messages as places become free. */
async function sendAll(link: SmppLink, count: number): Promise<readonly SubmitResponse[]> {
  const answers: Promise<SubmitResponse>[] = [];
  while (answers.length < count) {
    await eventually(() => link.free > 0);
    while (link.free > 0 && answers.length < count) answers.push(link.submit(submitSm()));
  }
  return Promise.all(answers);
}

const arabic = "سعر التوصيل";

testWithPeer(
  "netSmpp",
  "an SMSC on Perl's Net::SMPP: ids in two bases, parts in the wrong order, Arabic",
  async () => {
    const port = await freePort();
    const smsc = new PeerProcess("perl", ["test/networks/smpp/peers/smsc.pl", String(port)]);
    closing.push(() => smsc.stop());
    await eventually(() => smsc.output.includes("ready"));
    const { link, delivered } = connect(port);
    await eventually(() => link.free > 0);

    const message = { phone: "12025550123", originator: "Shop", text: arabic, dataCoding: 8 };
    const long = { ...message, text: "a€".repeat(200), dataCoding: 0 };
    const parts = [
      ...submitsOf(message, defaultPartOptions, 1),
      ...submitsOf(long, { ...defaultPartOptions, split: "payload" }, 2),
    ];
    const answers = await Promise.all(parts.map((part) => link.submit(part)));
    expect(answers.map((answer) => answer.kind === "response" && answer.messageId)).toEqual([
      "abc001",
      "abc002",
    ]);
    expect(smsc.output).toContain(`8 ${Buffer.from(arabic, "utf16le").swap16().toString("hex")}\n`);
    expect(smsc.output).toContain(`0 ${"611b65".repeat(200)}\n`);

    await eventually(() => delivered.length === 5);
    const receipts = delivered.flatMap((pdu) => readReceipt(pdu) ?? []);
    const found = receipts.map(({ messageId = "" }) =>
      answers.findIndex(
        (answer) =>
          answer.kind === "response" && responseKeys(messageId, "auto").includes(idKey(answer.messageId)),
      ),
    );
    expect(found).toEqual([0, 1]);
    const messages = delivered
      .filter((pdu) => readReceipt(pdu) === undefined)
      .map((pdu) => readIncoming(pdu));
    expect(messages.map(({ text, concatenation }) => [text, concatenation?.part])).toEqual([
      ["two parts", 2],
      ["one of ", 1],
      ["سعر", undefined],
    ]);
    await link.stop();
    await smsc.ended;
  },
);

// It looks for a box of Kannel some seconds later, and ends without one: its messages about that are irrelevant.
const ofTheBox =
  /(ERROR|PANIC): (connect to|System error|error connecting|Couldn't connect to bearerbox|\/).*/g;

testWithPeer(
  "driveSmpp",
  "Kannel's drive_smpp: messages in both directions on a transmitter and a receiver",
  async () => {
    const port = await freePort();
    const smsc = new PeerProcess("/usr/lib/kannel/test/drive_smpp", [
      "-v",
      "1",
      "-m",
      "20",
      "-p",
      String(port),
    ]);
    closing.push(() => smsc.stop());
    const { link, delivered } = connect(port, {
      mode: "transmitter+receiver",
      systemType: "VMA",
      random: () => 1,
    });
    const answers = await sendAll(link, 200);
    expect(answers.every((answer) => answer.kind === "response" && answer.status === 0)).toBe(true);
    await eventually(() => delivered.length === 20 && smsc.output.includes("All messages sent to ESME"));
    expect(delivered.map((pdu) => readIncoming(pdu).text)).toEqual(
      Array.from({ length: 20 }, (_, index) => String(index + 1)),
    );
    await link.stop();
    expect(smsc.output.replace(ofTheBox, "")).not.toMatch(/WARNING|ERROR|PANIC/);
  },
);

/** An SMSC on the npm package. */
async function npmSmsc(
  onPdu: (session: NpmSession, pdu: PDU & Record<string, unknown>) => void,
): Promise<number> {
  const sessions: NpmSession[] = [];
  const server = smpp.createServer({}, (session) => {
    sessions.push(session);
    session.on("error", () => undefined);
    session.on("pdu", (pdu: PDU & Record<string, unknown>) => {
      onPdu(session, pdu);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  closing.push(
    () =>
      new Promise<void>((resolve) => {
        for (const session of sessions) session.destroy();
        server.close(resolve);
      }),
  );
  return server.address().port;
}

test("an SMSC on the npm package: messages, receipts, enquire_link and unbind", async () => {
  const seen: string[] = [];
  const port = await npmSmsc((session, pdu) => {
    if (pdu.isResponse()) return;
    seen.push(pdu.command);
    session.send(pdu.response({ message_id: String(seen.length) }));
    if (pdu.command !== "submit_sm") return;
    const text = `id:${seen.length} stat:DELIVRD err:000 text:`;
    session.send(
      new smpp.PDU("deliver_sm", {
        esm_class: 4,
        receipted_message_id: String(seen.length),
        short_message: text,
      }),
    );
  });
  const clock = new ManualClock();
  const { link, delivered } = connect(port, { clock });
  const answers = await sendAll(link, 50);
  expect(answers.every((answer) => answer.kind === "response" && answer.status === 0)).toBe(true);
  clock.advance(30_000);
  await eventually(() => delivered.length === 50 && seen.includes("enquire_link"));
  const ids = new Set(answers.map((answer) => answer.kind === "response" && answer.messageId));
  expect(new Set(delivered.map((pdu) => readReceipt(pdu)?.messageId))).toEqual(ids);
  await link.stop();
  expect(seen.at(-1)).toBe("unbind");
});

test("a client on the npm package is understood", async () => {
  const smsc = await TestSmsc.listen();
  closing.push(() => smsc.close());
  const session = smpp.connect({ host: "127.0.0.1", port: smsc.port });
  session.on("error", () => undefined);
  const ask = (command: string, fields: Record<string, unknown>): Promise<PDU & Record<string, unknown>> =>
    new Promise((resolve) => {
      session.send(new smpp.PDU(command, fields), resolve);
    });
  await new Promise((resolve) => session.on("connect", resolve));
  expect(await ask("bind_transceiver", { system_id: "shop", password: "secret" })).toMatchObject({
    command_status: 0,
  });
  const text = { destination_addr: "12025550123", short_message: arabic, data_coding: 8 };
  expect(await ask("submit_sm", text)).toMatchObject({ command_status: 0, message_id: "1" });
  const [message] = smsc.received("submit_sm");
  expect(message && readIncoming({ ...message, command: "deliver_sm" })).toMatchObject({
    text: arabic,
    to: "12025550123",
  });
  session.destroy();
});
