import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { listContradictions } from "#server/actions/queue.js";
import { machine } from "#server/actions/rights.js";
import { RecipientState } from "#server/domain/recipient-state.js";
import { eventually } from "../../eventually.js";
import { Exchange } from "./exchange.js";
import { accept, answering, sendReceipt } from "./habits.js";
import type { TestSmsc } from "../../networks/smpp/test-smsc.js";

const { Queued, Submitting, Submitted, Enroute, Accepted, Delivered, Undeliverable, Expired, Unknown } =
  RecipientState;

let exchange: Exchange;

beforeEach(async () => {
  exchange = await Exchange.open();
});

afterEach(async () => {
  await exchange.close();
});

describe("receipts", () => {
  /** Accepts under one id, or under 1a, 1b … */
  async function accepting(id?: string): Promise<TestSmsc> {
    let next = 0x1a;
    return exchange.smsc(
      answering((pdu, connection) => {
        accept(pdu, connection, id ?? (next++).toString(16));
      }),
    );
  }

  test.each([
    { stats: ["DELIVRD"], want: Delivered },
    { stats: ["UNDELIV"], want: Undeliverable },
    { stats: ["ENROUTE", "ACCEPTD", "DELIVRD"], want: Delivered },
    { stats: ["ENROUTE", "ACCEPTD", "UNDELIV"], want: Undeliverable },
    { stats: ["DELIVRD", "DELIVRD"], want: Delivered },
    { stats: ["DELIVRD", "UNDELIV"], want: Delivered },
    { stats: ["EXPIRED", "DELIVRD"], want: Delivered },
    { stats: ["EXPIRED", "UNDELIV"], want: Expired },
    { stats: ["UNKNOWN", "UNDELIV"], want: Undeliverable },
    { stats: ["DELIVRD", "ENROUTE"], want: Delivered },
    { stats: ["ENROUTE"], want: Enroute },
    { stats: ["ENROUTE", "ACCEPTD"], want: Accepted },
    { stats: ["ACCEPTD", "ENROUTE"], want: Accepted },
    { stats: ["UNKNOWN", "ACCEPTD"], want: Unknown },
    { stats: ["NACK"], want: Undeliverable },
    { stats: ["UNDELIVRD"], want: Undeliverable },
    { stats: ["QUEUED", "RETRY"], want: Enroute },
    { stats: ["NACK", "DELIVRD"], want: Delivered },
    { stats: ["NACK", "DELIVRD", "UNDELIV"], want: Delivered },
    { stats: ["DELIVRD", "NACK"], want: Delivered },
  ])("$stats: $want", async ({ stats, want }) => {
    const smsc = await accepting();
    await exchange.addLink("a", smsc.port);
    exchange.start();
    const sent = await exchange.send();
    await exchange.untilState(sent, Submitted);
    for (const stat of stats) sendReceipt(smsc.last, { id: "1a", stat });
    await eventually(() => smsc.received("deliver_sm_resp").length === stats.length);
    expect(await exchange.states(sent)).toEqual([want]);
  });

  test("that contradict an earlier one are stored and listed", async () => {
    const smsc = await accepting();
    await exchange.addLink("a", smsc.port);
    exchange.start();
    const sent = await exchange.send();
    await exchange.untilState(sent, Submitted);
    for (const stat of ["DELIVRD", "UNDELIV", "DELIVRD", "ENROUTE", "REJECTD"])
      sendReceipt(smsc.last, { id: "1a", stat });
    await eventually(() => smsc.received("deliver_sm_resp").length === 5);
    const use = { by: { name: "ann", source: "test" }, now: Date.now(), caller: machine };
    const { rows } = await listContradictions.part(exchange.store, {}, use, { limit: 9 });
    const common = {
      transaction: sent,
      customer: 42,
      number: "12025550***",
      part: 1,
      status: "SMSC_DELIVERED",
    };
    expect(rows).toMatchObject([
      { ...common, reported: "SMSC_REJECTED", code: "000" },
      { ...common, reported: "SMSC_UNDELIVERABLE", code: "000" },
    ]);
    await eventually(async () => (await exchange.store.links.reports())[0]?.counts.contradictions === 2);
  });

  test.each([
    { answer: "1a", id: "1A", name: "another case" },
    { answer: "1a", id: "0000001a", name: "zeros" },
    { answer: "0000001a", id: "1a", name: "no zeros" },
    { answer: "1a", id: "26", name: "decimal" },
    { answer: "26", id: "1A", name: "hexadecimal" },
    { answer: "1a", id: "26", idForm: "hex-decimal", name: "decimal as the link says" },
    { answer: "26", id: "1A", idForm: "decimal-hex", name: "hexadecimal as the link says" },
  ])("find their message by an id in $name", async ({ answer, id, idForm = "auto" }) => {
    const smsc = await accepting(answer);
    await exchange.addLink("a", smsc.port, { idForm });
    exchange.start();
    const sent = await exchange.send();
    await exchange.untilState(sent, Submitted);
    sendReceipt(smsc.last, { id });
    await exchange.untilState(sent, Delivered);
  });

  test.each([
    { idForm: "same", id: "26" },
    { idForm: "hex-decimal", id: "1a" },
    { idForm: "decimal-hex", id: "1a" },
  ])("find nothing by an id in another format than that of the link: $idForm", async ({ idForm, id }) => {
    const smsc = await accepting("1a");
    await exchange.addLink("a", smsc.port, { idForm });
    exchange.start();
    const sent = await exchange.send();
    await exchange.untilState(sent, Submitted);
    sendReceipt(smsc.last, { id });
    await eventually(() => smsc.received("deliver_sm_resp").length === 1);
    expect(await exchange.states(sent)).toEqual([Submitted]);
  });

  test("that cannot be stored are refused, and are applied when they are repeated", async () => {
    const smsc = await accepting();
    await exchange.addLink("a", smsc.port);
    const { store } = exchange;
    let failures = 1;
    const receipts: typeof store.delivery.receipts = async (all) => {
      if (failures-- > 0) throw new Error("disk full");
      return store.delivery.receipts(all);
    };
    exchange.start({ store: { ...store, delivery: { ...store.delivery, receipts } } });
    const sent = await exchange.send();
    await exchange.untilState(sent, Submitted);
    for (const count of [1, 2]) {
      sendReceipt(smsc.last, { id: "1a" });
      await eventually(() => smsc.received("deliver_sm_resp").length === count);
    }
    expect(smsc.received("deliver_sm_resp").map(({ status }) => status)).toEqual([0x08, 0]);
    expect(await exchange.states(sent)).toEqual([Delivered]);
  });

  test("before the response are applied when it arrives", async () => {
    const held: (() => void)[] = [];
    const smsc = await exchange.smsc(
      answering((pdu, connection) => {
        sendReceipt(connection, { id: "77" });
        held.push(() => {
          accept(pdu, connection, "77");
        });
      }),
    );
    await exchange.addLink("a", smsc.port);
    exchange.start();
    const sent = await exchange.send();
    await eventually(() => smsc.received("deliver_sm_resp").length === 1);
    expect(await exchange.states(sent)).toEqual([Submitting]);
    held[0]?.();
    await exchange.untilState(sent, Delivered);
  });

  test("before the response are unmatched until it arrives", async () => {
    let answer = (): void => undefined;
    const smsc = await exchange.smsc(
      answering((pdu, connection) => {
        for (const stat of ["ENROUTE", "DELIVRD"]) sendReceipt(connection, { id: "77", stat });
        answer = () => {
          accept(pdu, connection, "77");
        };
      }),
    );
    await exchange.addLink("a", smsc.port);
    exchange.start();
    await exchange.send();
    const counted = async (receipts: number, unmatchedReceipts: number): Promise<boolean> => {
      const [report] = await exchange.store.links.reports();
      return report?.counts.receipts === receipts && report.counts.unmatchedReceipts === unmatchedReceipts;
    };
    await eventually(() => counted(0, 2));
    answer();
    await eventually(() => counted(2, 0));
  });

  test.each([
    { stats: ["ACCEPTD", "ENROUTE"], want: Accepted },
    { stats: ["ENROUTE", "UNDELIV", "ACCEPTD"], want: Undeliverable },
    { stats: ["EXPIRED", "DELIVRD"], want: Delivered },
  ])("before the response are applied as after it: $stats, $want", async ({ stats, want }) => {
    let answer = (): void => undefined;
    const smsc = await exchange.smsc(
      answering((pdu, connection) => {
        for (const stat of stats) sendReceipt(connection, { id: "77", stat });
        answer = () => {
          accept(pdu, connection, "77");
        };
      }),
    );
    await exchange.addLink("a", smsc.port);
    exchange.start();
    const sent = await exchange.send();
    await eventually(() => smsc.received("deliver_sm_resp").length === stats.length);
    answer();
    await exchange.untilState(sent, want);
  });

  test("before the response survive a restart", async () => {
    let silent = true;
    const smsc = await exchange.smsc(
      answering((pdu, connection) => {
        if (silent) sendReceipt(connection, { id: "77" });
        else accept(pdu, connection, "77");
      }),
    );
    await exchange.addLink("a", smsc.port, { drain: "1" });
    await exchange.addRoute("a", { uncertain: "resend" });
    exchange.start();
    const sent = await exchange.send();
    await eventually(() => smsc.received("deliver_sm_resp").length === 1);
    await exchange.stop();
    silent = false;
    await exchange.reopen();
    exchange.start();
    await exchange.untilState(sent, Delivered);
  });

  test.each([
    { hours: 23, want: Delivered },
    { hours: 25, want: Submitted },
  ])("that are unmatched wait for their message: after $hours hours $want", async ({ hours, want }) => {
    const smsc = await accepting();
    await exchange.addLink("a", smsc.port);
    exchange.start();
    await eventually(() => smsc.received("bind_transceiver").length === 1);
    sendReceipt(smsc.last, { id: "1a" });
    await eventually(() => smsc.received("deliver_sm_resp").length === 1);
    exchange.pass(hours * 3_600_000);
    await exchange.lookedAfter();
    await exchange.untilState(await exchange.send(), want);
  });

  test("arrive on another bind of the link", async () => {
    const smsc = await accepting();
    await exchange.addLink("a", smsc.port, { mode: "transmitter+receiver", binds: "2" });
    exchange.start();
    const sent = await exchange.send();
    await exchange.untilState(sent, Submitted);
    await eventually(() => smsc.received("bind_receiver").length === 2);
    const receiver = smsc.connections.filter((each) => each.received[0]?.command === "bind_receiver").at(-1);
    if (receiver !== undefined) sendReceipt(receiver, { id: "1a" });
    await exchange.untilState(sent, Delivered);
  });

  test("arrive on another link to the same network, after a restart", async () => {
    const smsc = await accepting();
    await exchange.addLink("a", smsc.port);
    exchange.start();
    const sent = await exchange.send();
    await exchange.untilState(sent, Submitted);
    await exchange.stop();
    await exchange.store.links.change("a", { started: false });
    await exchange.addLink("b", smsc.port);
    await exchange.reopen();
    exchange.start();
    await eventually(() => smsc.received("bind_transceiver").length === 2);
    sendReceipt(smsc.last, { id: "1a" });
    await exchange.untilState(sent, Delivered);
  });

  test("of the parts of a long message in flight make the status of the least advanced one", async () => {
    const smsc = await accepting();
    await exchange.addLink("a", smsc.port);
    exchange.start();
    const sent = await exchange.send({ text: "a".repeat(400), parts: 3 });
    await exchange.untilState(sent, Submitted);
    const reports = [
      { id: "1a", stat: "ACCEPTD", want: Submitted },
      { id: "1b", stat: "ENROUTE", want: Submitted },
      { id: "1c", stat: "DELIVRD", want: Enroute },
      { id: "1b", stat: "DELIVRD", want: Accepted },
      { id: "1a", stat: "DELIVRD", want: Delivered },
    ];
    for (const [index, { id, stat, want }] of reports.entries()) {
      sendReceipt(smsc.last, { id, stat });
      await eventually(() => smsc.received("deliver_sm_resp").length === index + 1);
      expect(await exchange.states(sent)).toEqual([want]);
    }
  });

  test("of the parts of a long message make one status, the worst", async () => {
    const smsc = await accepting();
    await exchange.addLink("a", smsc.port);
    exchange.start();
    const long = { text: "a".repeat(400), parts: 3 };
    const good = await exchange.send(long);
    await exchange.untilState(good, Submitted);
    for (const id of ["1c", "1a"]) sendReceipt(smsc.last, { id });
    await eventually(() => smsc.received("deliver_sm_resp").length === 2);
    expect(await exchange.states(good)).toEqual([Submitted]);
    sendReceipt(smsc.last, { id: "1b" });
    await exchange.untilState(good, Delivered);
    const bad = await exchange.send(long);
    await exchange.untilState(bad, Submitted);
    for (const [id, stat] of [
      ["1d", "DELIVRD"],
      ["1e", "UNDELIV"],
    ] as const)
      sendReceipt(smsc.last, { id, stat });
    await exchange.untilState(bad, Undeliverable);
  });

  test.each([
    { stats: ["EXPIRED", "UNDELIV", "DELIVRD"], want: Undeliverable },
    { stats: ["UNDELIV", "EXPIRED", "DELIVRD"], want: Undeliverable },
    { stats: ["DELIVRD", "UNKNOWN", "EXPIRED"], want: Expired },
  ])("of the parts of a long message, $stats, make the worst one: $want", async ({ stats, want }) => {
    const smsc = await accepting();
    await exchange.addLink("a", smsc.port);
    exchange.start();
    const sent = await exchange.send({ text: "a".repeat(400), parts: 3 });
    await exchange.untilState(sent, Submitted);
    for (const [index, stat] of stats.entries())
      sendReceipt(smsc.last, { id: (0x1a + index).toString(16), stat });
    await eventually(() => smsc.received("deliver_sm_resp").length === stats.length);
    expect(await exchange.states(sent)).toEqual([want]);
  });

  test("that never arrive end in Unknown after the time limit", async () => {
    const smsc = await accepting();
    await exchange.addLink("a", smsc.port);
    exchange.start();
    const sent = await exchange.send();
    await exchange.untilState(sent, Submitted);
    exchange.pass(71 * 3_600_000);
    await exchange.lookedAfter();
    expect(await exchange.states(sent)).toEqual([Submitted]);
    exchange.pass(2 * 3_600_000);
    await exchange.untilState(sent, Unknown);
    sendReceipt(smsc.last, { id: "1a" });
    await exchange.untilState(sent, Delivered);
  });
});

describe("the time for a final receipt", () => {
  test("starts at the response to the submission, for any interim receipts", async () => {
    const smsc = await exchange.smsc(
      answering((pdu, connection) => {
        accept(pdu, connection, "1a");
      }),
    );
    await exchange.addLink("a", smsc.port);
    exchange.start();
    const sent = await exchange.send();
    await exchange.untilState(sent, Submitted);
    for (const [stat, want] of [
      ["ENROUTE", Enroute],
      ["ACCEPTD", Accepted],
    ] as const) {
      exchange.pass(35 * 3_600_000);
      await exchange.lookedAfter();
      sendReceipt(smsc.last, { id: "1a", stat });
      await exchange.untilState(sent, want);
    }
    exchange.pass(3 * 3_600_000);
    await exchange.untilState(sent, Unknown);
    sendReceipt(smsc.last, { id: "1a" });
    await exchange.untilState(sent, Delivered);
  });
});

describe("the time a message is wanted", () => {
  test("ends it as Expired while no link is up", async () => {
    await exchange.addLink("a", 9);
    exchange.start();
    const sent = await exchange.send();
    exchange.pass(47 * 3_600_000);
    await exchange.lookedAfter();
    expect(await exchange.states(sent)).toEqual([Queued]);
    exchange.pass(2 * 3_600_000);
    await exchange.untilState(sent, Expired);
  });
});
