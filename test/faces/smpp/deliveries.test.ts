import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { readReceipt } from "#server/networks/smpp/message/receipt.js";
import { eventually } from "../../eventually.js";
import { type SmppService, startService } from "./service.js";
import { idOf, receiptOf, submitSm, TestClient } from "./test-client.js";

let service: SmppService;

beforeAll(async () => {
  service = await startService();
});

afterAll(async () => {
  await service.close();
});

/** Deliveries that wait for an account. */
async function waitingFor(systemId: string): Promise<number> {
  const account = await service.store.smpp.account(systemId);
  const rows = await service.store.smpp.waiting();
  return rows.find(({ userId }) => userId === account?.userId)?.waiting ?? 0;
}

test("receipts wait for a receiver, and come oldest first", async () => {
  await service.add({ customerId: 52, systemId: "later" });
  const { client: sender } = await TestClient.bind(service.port, {
    systemId: "later",
    command: "bind_transmitter",
  });
  const ids: string[] = [];
  for (let message = 1; message <= 3; message++) {
    ids.push(idOf(await sender.request(submitSm())));
    await eventually(async () => (await waitingFor("later")) === message);
  }
  const { client: receiver } = await TestClient.bind(service.port, {
    systemId: "later",
    command: "bind_receiver",
  });
  await eventually(() => receiver.of("deliver_sm").length === 3);
  expect(receiver.of("deliver_sm").map((pdu) => readReceipt(pdu)?.messageId)).toEqual(ids);
  expect(sender.of("deliver_sm")).toEqual([]);
  await eventually(async () => (await waitingFor("later")) === 0);
  for (const each of [sender, receiver]) each.close();
});

test("a receipt that got no response comes again over another bind", async () => {
  await service.add({ customerId: 53, systemId: "silent" });
  const bind = async () => (await TestClient.bind(service.port, { systemId: "silent" })).client;
  const first = await bind();
  first.deliverStatus = undefined;
  const id = idOf(await first.request(submitSm()));
  await eventually(() => receiptOf(first, id) !== undefined);
  first.close();
  const second = await bind();
  await eventually(() => receiptOf(second, id) !== undefined);
  second.close();
});

test("a status that is not repeated ends a receipt", async () => {
  await service.add({ customerId: 54, systemId: "refuses" });
  const { client: refusing } = await TestClient.bind(service.port, { systemId: "refuses" });
  refusing.deliverStatus = 0x65;
  const id = idOf(await refusing.request(submitSm()));
  await eventually(() => receiptOf(refusing, id) !== undefined);
  await eventually(async () => (await waitingFor("refuses")) === 0);
  refusing.close();
});

test("same-bind brings receipts to the bind of the message", async () => {
  await service.add({ customerId: 55, systemId: "same", receipts: "same-bind" });
  const bind = async () => (await TestClient.bind(service.port, { systemId: "same" })).client;
  const both = [await bind(), await bind()];
  for (const each of both) for (let message = 0; message < 4; message++) await each.request(submitSm());
  await eventually(() => both.every((each) => each.of("deliver_sm").length === 4));
  for (const each of both) {
    const ids = each.of("submit_sm_resp").map(({ messageId }) => messageId);
    expect(
      each
        .of("deliver_sm")
        .map((pdu) => readReceipt(pdu)?.messageId)
        .sort(),
    ).toEqual([...ids].sort());
    each.close();
  }
});

test("receipts for a bind that has ended come to any other one of the account", async () => {
  await service.add({ customerId: 60, systemId: "gone", receipts: "same-bind" });
  const bind = async () => (await TestClient.bind(service.port, { systemId: "gone" })).client;
  const sender = await bind();
  sender.deliverStatus = undefined;
  const id = idOf(await sender.request(submitSm()));
  sender.close();
  const other = await bind();
  await eventually(() => receiptOf(other, id) !== undefined);
  other.close();
});

test("a message of two parts to a number of the customer comes to its account only", async () => {
  await service.add({ customerId: 56, systemId: "inbox" });
  await service.add({ customerId: 61, systemId: "another" });
  const { client: other } = await TestClient.bind(service.port, { systemId: "another" });
  await service.store.incoming.addNumber({ number: "12025550156", customerId: 56 }, 0);
  const { client: receiver } = await TestClient.bind(service.port, {
    systemId: "inbox",
    command: "bind_receiver",
  });
  const base = { from: "12025550101", to: "12025550156", subject: undefined, at: Date.now(), linkId: 1 };
  const place = { reference: "udh8:1", total: 2 };
  await service.store.incoming.receive([
    { ...base, reference: undefined, text: "b", place: { ...place, number: 2 } },
  ]);
  await service.store.incoming.receive([
    { ...base, reference: undefined, text: "a", place: { ...place, number: 1 } },
  ]);
  await eventually(() => receiver.of("deliver_sm").length === 1);
  expect(receiver.of("deliver_sm")).toMatchObject([
    {
      source: { address: "12025550101" },
      destination: { address: "12025550156" },
      shortMessage: Buffer.from("ab"),
    },
  ]);
  expect(other.of("deliver_sm")).toEqual([]);
  for (const each of [receiver, other]) each.close();
});
