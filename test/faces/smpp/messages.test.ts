import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { encodePdu } from "#server/networks/smpp/codec/codec.js";
import type { SubmitSm } from "#server/networks/smpp/codec/pdu.js";
import { readReceipt } from "#server/networks/smpp/message/receipt.js";
import { TlvTag, uint16Tlv } from "#server/networks/smpp/codec/tlv.js";
import { eventually } from "../../eventually.js";
import { detailsOf, ledgerOf } from "../../storage/fixtures.js";
import { idOf, receiptOf, submitSm, TestClient } from "./test-client.js";
import { credit, type SmppService, startService } from "./service.js";

let service: SmppService;
let client: TestClient;

beforeAll(async () => {
  service = await startService();
  await service.add({ customerId: 42 });
  await service.store.accounts.addOriginator(42, "+12025550199", 0);
  await service.store.coverage.setPrices(42, [{ prefix: "49", price: undefined }], 0);
  await service.store.coverage.addToBlacklist(42, ["12025550198"], 0);
  ({ client } = await TestClient.bind(service.port));
});

afterAll(async () => {
  client.close();
  await service.close();
});

/** From the ledger: a balance that another store has changed may be kept for some milliseconds. */
const balanceOf = async (customerId: number): Promise<number> =>
  (await ledgerOf(service.store, customerId)).at(-1)?.balanceAfter ?? 0;

describe("submit_sm", () => {
  test("is charged, found by GetSmsStatus, and gets a receipt with the same id", async () => {
    const before = await balanceOf(42);
    const id = idOf(
      await client.request(submitSm({ tlvs: [uint16Tlv(TlvTag.user_message_reference, 258)] })),
    );
    expect(await balanceOf(42)).toBe(before - 1_000);
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    await eventually(() => receiptOf(client, id) !== undefined);
    expect(receiptOf(client, id)).toMatchObject({ state: 2, stateText: "DELIVRD", kind: "receipt" });
    expect(await detailsOf(service.store.outbox, 42, id)).toMatchObject([{ phone: "12025550101" }]);
    const [receipt] = client.of("deliver_sm").slice(-1);
    expect(receipt?.tlvs).toContainEqual({ tag: TlvTag.user_message_reference, value: Buffer.from([1, 2]) });
  });

  test("is refused with 0x0B if it costs more than the customer allows, and charged nothing", async () => {
    const { accounts } = service.store;
    await accounts.changeCustomer(42, { highestPrice: 999 });
    await eventually(async () => (await client.request(submitSm({}))).status === 0x0b);
    const before = await balanceOf(42);
    expect((await client.request(submitSm({}))).status).toBe(0x0b);
    expect(await balanceOf(42)).toBe(before);
    await accounts.changeCustomer(42, { highestPrice: undefined });
    const long = submitSm({ shortMessage: Buffer.alloc(254, "a") });
    await eventually(async () => (await client.request(long)).status === 0);
  });

  test.each<{ name: string; given: Partial<SubmitSm>; want: number }>([
    { name: "unknown originator", given: { source: { ton: 5, npi: 0, address: "Other" } }, want: 0x0a },
    { name: "no originator", given: { source: { ton: 0, npi: 0, address: "" } }, want: 0x0a },
    { name: "implausible number", given: { destination: { ton: 1, npi: 1, address: "123" } }, want: 0x0b },
    {
      name: "blacklisted number",
      given: { destination: { ton: 1, npi: 1, address: "12025550198" } },
      want: 0x0b,
    },
    {
      name: "number that is not covered",
      given: { destination: { ton: 1, npi: 1, address: "4915550101" } },
      want: 0x0b,
    },
    ...[
      "12025550101.0",
      "1.2025E+10",
      "12025550101x12",
      "Tel:12025550101",
      "12025550101,1",
      "07700900123",
    ].map((address) => ({ name: address, given: { destination: { ton: 1, npi: 1, address } }, want: 0x0b })),
    { name: "no number", given: { destination: { ton: 1, npi: 1, address: "" } }, want: 0x0b },
    { name: "empty message", given: { shortMessage: Buffer.alloc(0) }, want: 0x01 },
    { name: "octets above 127", given: { shortMessage: Buffer.from([0xff]) }, want: 0x45 },
    { name: "a receipt's esm_class", given: { esmClass: 0x04 }, want: 0x43 },
    { name: "priority 4", given: { priority: 4 }, want: 0x06 },
    { name: "registered_delivery 3", given: { registeredDelivery: 3 }, want: 0x07 },
    { name: "registered_delivery of acknowledgements", given: { registeredDelivery: 4 }, want: 0x07 },
    { name: "invalid schedule", given: { scheduleDeliveryTime: "300230120000000+" }, want: 0x61 },
    { name: "invalid validity", given: { validityPeriod: "x" }, want: 0x62 },
    { name: "validity in the past", given: { validityPeriod: "200115120000000+" }, want: 0x62 },
    {
      name: "validity before the schedule",
      given: { scheduleDeliveryTime: "000001000000000R", validityPeriod: "000000120000000R" },
      want: 0x62,
    },
  ])("with $name gets $want and is not charged", async ({ given, want }) => {
    const before = await balanceOf(42);
    const pdu = await client.request(submitSm(given));
    expect(pdu).toMatchObject({ command: "submit_sm_resp", status: want });
    expect(await balanceOf(42)).toBe(before);
  });

  test("takes any spelling of the numbers", async () => {
    const source = { ton: 1, npi: 1, address: "12025550199" };
    const destination = { ton: 1, npi: 1, address: "+12025550102" };
    const id = idOf(await client.request(submitSm({ source, destination, registeredDelivery: 0 })));
    expect(await detailsOf(service.store.outbox, 42, id)).toMatchObject([{ phone: "12025550102" }]);
  });

  test("charges the parts of a long message, and its receipt counts them", async () => {
    const before = await balanceOf(42);
    const id = idOf(await client.request(submitSm({ shortMessage: Buffer.alloc(254, "a") })));
    expect(await balanceOf(42)).toBe(before - 2_000);
    await eventually(() => receiptOf(client, id) !== undefined);
    expect(receiptOf(client, id)).toMatchObject({ submittedParts: 2, deliveredParts: 2 });
  });

  test("of parts over two binds, out of order, with one missing: each has its id, charge and receipt", async () => {
    const { client: other } = await TestClient.bind(service.port, { command: "bind_transmitter" });
    const before = await balanceOf(42);
    const part = (number: number): SubmitSm =>
      submitSm({ esmClass: 0x40, shortMessage: Buffer.from([5, 0, 3, 9, 3, number, 0x48]) });
    const ids = [idOf(await other.request(part(3))), idOf(await client.request(part(1)))];
    expect(await balanceOf(42)).toBe(before - 2_000);
    await eventually(() => ids.every((id) => receiptOf(client, id) !== undefined));
    other.close();
  });

  test("without a request, or only for failures, gets no receipt when it is delivered", async () => {
    const ids: string[] = [];
    for (const registeredDelivery of [0, 2])
      ids.push(idOf(await client.request(submitSm({ registeredDelivery }))));
    const last = idOf(await client.request(submitSm()));
    await eventually(() => receiptOf(client, last) !== undefined);
    expect(ids.map((id) => receiptOf(client, id))).toEqual([undefined, undefined]);
  });

  test("is deferred by its schedule, and cancelled by cancel_sm", async () => {
    const before = await balanceOf(42);
    const id = idOf(await client.request(submitSm({ scheduleDeliveryTime: "000001000000000R" })));
    const request = { ...submitSm(), command: "cancel_sm", messageId: id } as const;
    expect(await client.request(request)).toMatchObject({ command: "cancel_sm_resp", status: 0 });
    expect(await balanceOf(42)).toBe(before);
    expect(await client.request(request)).toMatchObject({ status: 0x11 });
    await eventually(() => receiptOf(client, id)?.stateText === "DELETED");
  });

  test("that was delivered cannot be cancelled; query_sm has its time", async () => {
    const messageId = idOf(await client.request(submitSm()));
    await eventually(() => receiptOf(client, messageId) !== undefined);
    const { source } = submitSm();
    expect(await client.request({ ...submitSm(), command: "cancel_sm", messageId })).toMatchObject({
      command: "cancel_sm_resp",
      status: 0x11,
    });
    expect(await client.request({ command: "query_sm", messageId, source })).toMatchObject({
      ...{ status: 0, messageState: 2, errorCode: 0 },
      finalDate: expect.stringMatching(/^\d{13}00\+$/),
    });
  });

  test("query_sm tells the state; another account gets 0x0C, and cannot cancel", async () => {
    const id = idOf(await client.request(submitSm({ scheduleDeliveryTime: "000001000000000R" })));
    const query = { command: "query_sm", messageId: id, source: { ton: 0, npi: 0, address: "" } } as const;
    expect(await client.request(query)).toMatchObject({
      status: 0,
      messageId: id,
      messageState: 1,
      finalDate: "",
    });
    await service.store.accounts.addUser({ customerId: 42, name: "Bea", passwordHash: "hash" }, 0);
    const login = await service.store.smpp.account("shop01");
    if (login === undefined) throw new Error("no account");
    await service.store.smpp.add({ ...login, systemId: "shop02", userName: "Bea" });
    const { client: other } = await TestClient.bind(service.port, { systemId: "shop02" });
    expect(await other.request(query)).toMatchObject({ status: 0x0c });
    const cancel = { ...submitSm(), command: "cancel_sm", messageId: id } as const;
    expect(await other.request(cancel)).toMatchObject({ status: 0x11 });
    expect(await other.request({ ...query, messageId: "1" })).toMatchObject({ status: 0x0c });
    other.close();
  });

  test("with an optional parameter that is cut off gets 0xC0", async () => {
    const whole = encodePdu({ ...submitSm(), status: 0, sequence: 7_001 });
    const cut = Buffer.concat([whole, Buffer.from([0x02, 0x04, 0x00, 0x05, 0x01])]);
    cut.writeUInt32BE(cut.length);
    client.socket.write(cut);
    expect(await client.response(7_001)).toMatchObject({ command: "submit_sm_resp", status: 0xc0 });
  });

  test("replace_sm gets 0x13", async () => {
    const replace = { ...submitSm(), command: "replace_sm", messageId: "1" } as const;
    expect(await client.request(replace)).toMatchObject({ command: "replace_sm_resp", status: 0x13 });
  });

  test("is refused on a receiver with 0x04", async () => {
    const { client: receiver } = await TestClient.bind(service.port, { command: "bind_receiver" });
    expect(await receiver.request(submitSm())).toMatchObject({ status: 0x04 });
    receiver.close();
  });
});

test("data_sm and submit_multi are messages as well; refused numbers of a list are named", async () => {
  const { source, destination, serviceType } = submitSm();
  const text = [{ tag: TlvTag.message_payload, value: Buffer.from("Hello") }];
  const data = { command: "data_sm", serviceType, source, destination, tlvs: text } as const;
  const id = idOf(await client.request({ ...data, esmClass: 0, registeredDelivery: 1, dataCoding: 0 }));
  await eventually(() => receiptOf(client, id) !== undefined);
  const addresses = ["12025550111", "123", "+1 202 5550112", "12025550113.0"].map((address) => ({
    ton: 1,
    npi: 1,
    address,
  }));
  const multi = await client.request({ ...submitSm(), command: "submit_multi", destinations: addresses });
  expect(multi).toMatchObject({
    status: 0,
    unsuccessful: ["123", "12025550113.0"].map((address) => ({ address, status: 0x0b })),
  });
  const list = idOf(multi);
  const receipts = () => client.of("deliver_sm").filter((pdu) => readReceipt(pdu)?.messageId === list);
  await eventually(() => receipts().length === 2);
  expect(
    receipts()
      .map(({ source: { address } }) => address)
      .sort(),
  ).toEqual(["12025550111", "12025550112"]);
});

test("submit_multi takes 254 numbers, and gets 0x33 with 255 or none", async () => {
  const destinations = Array.from({ length: 254 }, (_, index) => {
    return { ton: 1, npi: 1, address: `12025551${String(index).padStart(3, "0")}` };
  });
  const before = await balanceOf(42);
  const multi = { ...submitSm({ registeredDelivery: 0 }), command: "submit_multi", destinations } as const;
  expect(await client.request(multi)).toMatchObject({ status: 0, unsuccessful: [] });
  expect(await balanceOf(42)).toBe(before - 254_000);
  for (const [index, count] of [255, 0].entries()) {
    const sequence = 8_001 + index;
    const octets = encodePdu({ ...multi, status: 0, sequence });
    const countAt = octets.indexOf(Buffer.from("Shop\0")) + 5;
    expect(octets[countAt]).toBe(254);
    octets[countAt] = count;
    client.socket.write(octets);
    expect(await client.response(sequence)).toMatchObject({ command: "submit_multi_resp", status: 0x33 });
  }
  expect(await balanceOf(42)).toBe(before - 254_000);
});

test("submit_multi with the name of a list gets 0x34, and sends nothing", async () => {
  const before = await balanceOf(42);
  const number = { ton: 1, npi: 1, address: "12025550101" };
  for (const destinations of [[{ list: "Clients" }], [number, { list: "Clients" }]]) {
    const multi = { ...submitSm({ registeredDelivery: 0 }), command: "submit_multi", destinations } as const;
    expect(await client.request(multi)).toMatchObject({ command: "submit_multi_resp", status: 0x34 });
  }
  expect(await balanceOf(42)).toBe(before);
});

test("credit that ends within a window refuses the rest, and the ledger is exact", async () => {
  await service.add({ customerId: 50, systemId: "poor", window: 100, creditStatus: 0x400 });
  await service.store.accounts.addCredit(50, "SMS", 10_000 - credit, 0);
  const { client: poor } = await TestClient.bind(service.port, { systemId: "poor" });
  const sequences = Array.from({ length: 25 }, () => poor.send(submitSm({ registeredDelivery: 0 })));
  const statuses = await Promise.all(sequences.map(async (each) => (await poor.response(each)).status));
  expect(statuses.filter((status) => status === 0)).toHaveLength(10);
  expect(statuses.filter((status) => status === 0x400)).toHaveLength(15);
  expect(await balanceOf(50)).toBe(0);
  const charges = (await ledgerOf(service.store, 50)).filter(({ reason }) => reason === "charge");
  expect(charges).toHaveLength(10);
  poor.close();
});

test("the rate is one bucket over all binds, and a burst passes", async () => {
  await service.add({ customerId: 51, systemId: "slow", window: 100 });
  await service.store.accounts.changeCustomer(51, { rate: 4 });
  const bind = async () => (await TestClient.bind(service.port, { systemId: "slow" })).client;
  const both = [await bind(), await bind()];
  const sent = both.flatMap((each) =>
    Array.from({ length: 5 }, () => ({ each, sequence: each.send(submitSm()) })),
  );
  const statuses = await Promise.all(
    sent.map(async ({ each, sequence }) => (await each.response(sequence)).status),
  );
  const accepted = statuses.filter((status) => status === 0).length;
  expect(accepted).toBeGreaterThanOrEqual(4);
  expect(accepted).toBeLessThanOrEqual(6);
  expect(statuses.filter((status) => status === 0x58)).toHaveLength(10 - accepted);
  for (const each of both) each.close();
});

test("ids are hexadecimal in responses and decimal in receipts, if the account asks for it", async () => {
  await service.add({ customerId: 59, systemId: "numbered", receiptId: "hex-decimal" });
  const { client: numbered } = await TestClient.bind(service.port, { systemId: "numbered" });
  const id = idOf(await numbered.request(submitSm()));
  expect(id).toMatch(/^[0-9a-f]{8,13}$/);
  await eventually(() => receiptOf(numbered, String(Number.parseInt(id, 16))) !== undefined);
  const query = { command: "query_sm", source: { ton: 0, npi: 0, address: "" } } as const;
  expect(await numbered.request({ ...query, messageId: id.toUpperCase() })).toMatchObject({
    status: 0,
    messageState: 2,
  });
  expect(await client.request({ ...query, messageId: id })).toMatchObject({ status: 0x0c });
  for (const messageId of ["x", "", "f".repeat(14)])
    expect(await numbered.request({ ...query, messageId })).toMatchObject({ status: 0x0c });
  const later = idOf(await numbered.request(submitSm({ scheduleDeliveryTime: "000001000000000R" })));
  const cancel = { ...submitSm(), command: "cancel_sm", messageId: later } as const;
  expect(await numbered.request(cancel)).toMatchObject({ status: 0 });
  numbered.close();
});

test("a window of 1,000 is answered whole, while a client that reads nothing delays nobody", async () => {
  await service.add({ customerId: 58, systemId: "wide", window: 1_000 });
  const { client: slow } = await TestClient.bind(service.port, { systemId: "wide" });
  slow.socket.pause();
  const enquiry = encodePdu({ command: "enquire_link", status: 0, sequence: 1 });
  slow.socket.write(Buffer.concat(Array<Buffer>(50_000).fill(enquiry)));
  const { client: wide } = await TestClient.bind(service.port, { systemId: "wide" });
  const sequences = Array.from({ length: 1_000 }, () => wide.send(submitSm({ registeredDelivery: 0 })));
  const responses = await Promise.all(sequences.map((each) => wide.response(each)));
  expect(responses.filter(({ status }) => status !== 0)).toEqual([]);
  slow.socket.resume();
  await eventually(() => slow.of("enquire_link_resp").length === 50_000);
  for (const each of [slow, wide]) each.close();
});

test("an unbind with a full window is answered after the responses", async () => {
  await service.add({ customerId: 57, systemId: "leaving", window: 20 });
  const { client: leaving } = await TestClient.bind(service.port, { systemId: "leaving" });
  const sequences = Array.from({ length: 40 }, () => leaving.send(submitSm({ registeredDelivery: 0 })));
  const unbind = leaving.send({ command: "unbind" });
  await leaving.response(unbind);
  const order = leaving.received.map(({ sequence }) => sequence);
  expect(order.at(-1)).toBe(unbind);
  expect(order.slice(1, -1).sort((a, b) => a - b)).toEqual(sequences);
  await eventually(() => leaving.closed);
});
