import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { Address } from "#server/networks/smpp/codec/pdu.js";
import { readReceipt } from "#server/networks/smpp/message/receipt.js";
import { eventually } from "../../eventually.js";
import { detailsOf } from "../../storage/fixtures.js";
import { type SmppService, startService } from "./service.js";
import { idOf, submitSm, TestClient } from "./test-client.js";

/** Destinations in national form, of customers with a country and without one. */

let service: SmppService;
const clients = new Map<string, TestClient>();

const countries = { uk: "44", us: "1", italy: "39", none: undefined } as const;
type Customer = keyof typeof countries;

beforeAll(async () => {
  service = await startService();
  for (const [index, [systemId, countryCode]] of Object.entries(countries).entries()) {
    await service.add({ customerId: 42 + index, systemId });
    if (countryCode !== undefined) await service.store.accounts.changeCustomer(42 + index, { countryCode });
    clients.set(systemId, (await TestClient.bind(service.port, { systemId })).client);
  }
});

afterAll(async () => {
  for (const client of clients.values()) client.close();
  await service.close();
});

const clientOf = (customer: Customer): TestClient => {
  const client = clients.get(customer);
  if (client === undefined) throw new Error(`${customer} has not bound`);
  return client;
};
const idOfCustomer = (customer: Customer): number => 42 + Object.keys(countries).indexOf(customer);

describe("a destination", () => {
  test.each<{ customer: Customer; ton: number; address: string; want: string | undefined }>([
    { customer: "uk", ton: 2, address: "07700900123", want: "447700900123" },
    { customer: "uk", ton: 2, address: "7700900123", want: "447700900123" },
    { customer: "uk", ton: 0, address: "07700900123", want: "447700900123" },
    { customer: "uk", ton: 1, address: "07700900123", want: "447700900123" },
    { customer: "uk", ton: 1, address: "447700900123", want: "447700900123" },
    { customer: "uk", ton: 2, address: "447700900123", want: "447700900123" },
    { customer: "uk", ton: 2, address: "+12025550101", want: "12025550101" },
    { customer: "uk", ton: 2, address: "0012025550101", want: "12025550101" },
    { customer: "us", ton: 2, address: "2025550101", want: "12025550101" },
    { customer: "us", ton: 2, address: "12025550101", want: "12025550101" },
    { customer: "italy", ton: 2, address: "0612345678", want: "390612345678" },
    { customer: "none", ton: 2, address: "07700900123", want: undefined },
    { customer: "none", ton: 0, address: "07700900123", want: undefined },
    { customer: "none", ton: 2, address: "447700900123", want: "447700900123" },
  ])(
    "$address of type $ton, of the customer $customer, is $want",
    async ({ customer, ton, address, want }) => {
      const destination = { ton, npi: 1, address };
      const response = await clientOf(customer).request(submitSm({ destination, registeredDelivery: 0 }));
      expect(response.status).toBe(want === undefined ? 0x0b : 0);
      if (want === undefined) return;
      const details = await detailsOf(service.store.outbox, idOfCustomer(customer), idOf(response));
      expect(details.map(({ phone }) => phone)).toEqual([want]);
    },
  );

  test.each<{ customer: Customer; ton: number; address: string; want: Address }>([
    {
      ...{ customer: "uk", ton: 2, address: "07700900131" },
      want: { ton: 1, npi: 1, address: "447700900131" },
    },
    {
      ...{ customer: "uk", ton: 2, address: "7700900132" },
      want: { ton: 1, npi: 1, address: "447700900132" },
    },
    {
      ...{ customer: "uk", ton: 0, address: "07700900133" },
      want: { ton: 1, npi: 1, address: "447700900133" },
    },
    {
      ...{ customer: "uk", ton: 2, address: "447700900134" },
      want: { ton: 2, npi: 1, address: "447700900134" },
    },
    {
      ...{ customer: "none", ton: 0, address: "+12025550131" },
      want: { ton: 0, npi: 1, address: "12025550131" },
    },
  ])(
    "$address of type $ton, of the customer $customer, is in its receipt as $want",
    async ({ customer, ton, address, want }) => {
      const client = clientOf(customer);
      const id = idOf(await client.request(submitSm({ destination: { ton, npi: 1, address } })));
      const isOf = (pdu: Parameters<typeof readReceipt>[0]) => readReceipt(pdu)?.messageId === id;
      await eventually(() => client.of("deliver_sm").some(isOf));
      expect(client.of("deliver_sm").find(isOf)?.source).toEqual(want);
    },
  );

  test("of submit_multi is read alike, and refused as it was given", async () => {
    const given: readonly (readonly [ton: number, address: string])[] = [
      [2, "7700900124"],
      [1, "12025550101"],
      [0, "07700900125"],
      [2, "12.5"],
    ];
    const destinations = given.map(([ton, address]): Address => ({ ton, npi: 1, address }));
    const multi = { ...submitSm({ registeredDelivery: 0 }), command: "submit_multi", destinations } as const;
    const response = await clientOf("uk").request(multi);
    expect(response).toMatchObject({
      command: "submit_multi_resp",
      status: 0,
      unsuccessful: [{ ton: 2, npi: 1, address: "12.5", status: 0x0b }],
    });
    const details = await detailsOf(service.store.outbox, 42, idOf(response));
    const phones = details.map(({ phone }) => phone).toSorted();
    expect(phones).toEqual(["12.5", "12025550101", "447700900124", "447700900125"]);
  });
});
