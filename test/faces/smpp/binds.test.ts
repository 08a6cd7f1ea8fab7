import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { hashPassword } from "#server/credentials/hash.js";
import { encodePdu } from "#server/networks/smpp/codec/codec.js";
import type { BindRequest } from "#server/networks/smpp/codec/pdu.js";
import { cheap } from "../../credentials/cheap.js";
import { eventually } from "../../eventually.js";
import { settlesWithin } from "../../settles-within.js";
import { giveRole } from "../portal/give-role.js";
import { bindRequest, submitSm, TestClient } from "./test-client.js";
import { type SmppService, startService } from "./service.js";

let service: SmppService;

beforeAll(async () => {
  service = await startService();
  await service.add({ customerId: 42 });
  await service.add({ customerId: 43, systemId: "blocked" });
  await service.store.accounts.setCustomerState(43, "blocked");
  await service.add({ customerId: 44, systemId: "elsewhere", fromAddresses: ["192.0.2.0/24"] });
  await service.add({ customerId: 51, systemId: "blockeduser" });
  await service.store.accounts.setUserState(51, "Ann", "blocked");
  await service.add({ customerId: 52, systemId: "closed" });
  await service.store.accounts.changeCustomer(52, { interfaceOpen: false });
  await service.add({
    customerId: 53,
    systemId: "nine",
    passwordHash: await hashPassword("x".repeat(9), cheap),
  });
  await service.add({ customerId: 45, systemId: "limited" });
  const connections = { receivers: 1, transmitters: 0, transceivers: 2 };
  await service.store.tube.change(45, "Ann", { connections });
  await service.add({
    customerId: 46,
    systemId: "long",
    passwordHash: await hashPassword("x".repeat(64), cheap),
  });
});

afterAll(async () => {
  await service.close();
});

/** Binds, and closes the connection. */
async function statusOf(fields: Partial<BindRequest>): Promise<number> {
  const { client, status } = await TestClient.bind(service.port, fields);
  client.close();
  return status;
}

test.each([
  { customerId: 81, name: "user", block: () => service.store.accounts.setUserState(81, "Ann", "blocked") },
  { customerId: 82, name: "customer", block: () => service.store.accounts.setCustomerState(82, "blocked") },
  {
    customerId: 83,
    name: "interface",
    block: () => service.store.accounts.changeCustomer(83, { interfaceOpen: false }),
  },
])(
  "a client that does not respond to the unbind is closed within 3 seconds when its $name is blocked",
  async ({ customerId, name, block }) => {
    await service.add({ customerId, systemId: `mute-${name}` });
    const { client } = await TestClient.bind(service.port, { systemId: `mute-${name}` });
    client.socket.removeAllListeners("data").resume();
    await block();
    expect(
      await settlesWithin(
        eventually(() => client.closed),
        3_000,
      ),
    ).toBe(true);
  },
);

describe("a bind", () => {
  test.each<{ name: string; given: Partial<BindRequest>; want: number }>([
    { name: "transceiver", given: {}, want: 0 },
    { name: "transmitter", given: { command: "bind_transmitter" }, want: 0 },
    { name: "receiver", given: { command: "bind_receiver" }, want: 0 },
    { name: "SMPP 3.3", given: { interfaceVersion: 0x33 }, want: 0 },
    { name: "SMPP 5.0", given: { interfaceVersion: 0x50 }, want: 0 },
    { name: "wrong password", given: { password: "secret02" }, want: 0x0e },
    { name: "unknown system_id", given: { systemId: "nobody" }, want: 0x0e },
    { name: "system_id in other case", given: { systemId: "SHOP01" }, want: 0x0e },
    {
      name: "first 8 octets of a password of 9",
      given: { systemId: "nine", password: "xxxxxxxx" },
      want: 0x0e,
    },
    { name: "blocked customer", given: { systemId: "blocked" }, want: 0x0d },
    { name: "blocked user", given: { systemId: "blockeduser" }, want: 0x0d },
    { name: "customer whose interface is closed", given: { systemId: "closed" }, want: 0x0d },
    { name: "address that is not allowed", given: { systemId: "elsewhere" }, want: 0x0d },
    {
      name: "kind that is not allowed",
      given: { systemId: "limited", command: "bind_transmitter" },
      want: 0x04,
    },
  ])("$name: $want", async ({ given, want }) => {
    expect(await statusOf(given)).toBe(want);
  });

  test("has the version of the server, unless it is of SMPP 3.3", async () => {
    const tlvsOf = async (interfaceVersion: number) => {
      const { client } = await TestClient.bind(service.port, { interfaceVersion });
      client.close();
      return client.of("bind_transceiver_resp")[0]?.tlvs;
    };
    expect(await tlvsOf(0x34)).toEqual([{ tag: 0x0210, value: Buffer.from([0x34]) }]);
    expect(await tlvsOf(0x33)).toEqual([]);
  });

  test.each([
    { systemId: "nine", length: 9, want: { command: "bind_transceiver_resp", status: 0 } },
    { systemId: "long", length: 64, want: { command: "bind_transceiver_resp", status: 0 } },
    { systemId: "long", length: 65, want: { command: "bind_transceiver_resp", status: 0x0e } },
  ])("reads a password of 64 octets, and refuses one of 65: $length", async ({ systemId, length, want }) => {
    const client = await TestClient.connect(service.port);
    const bind = (): Buffer => {
      const password = `${"x".repeat(length)}\0`;
      const body = Buffer.from(`${systemId}\0${password}\0\x34\0\0\0`, "latin1");
      const head = Buffer.alloc(16);
      head.writeUInt32BE(16 + body.length, 0);
      head.writeUInt32BE(9, 4);
      head.writeUInt32BE(length, 12);
      return Buffer.concat([head, body]);
    };
    client.socket.write(bind());
    expect(await client.response(length)).toMatchObject(want);
    client.close();
  });

  test("gets 0x0E with a password that was replaced after it was right", async () => {
    await service.add({ customerId: 50, systemId: "changed" });
    expect(await statusOf({ systemId: "changed" })).toBe(0);
    await service.store.smpp.change("changed", { passwordHash: await hashPassword("secret02", cheap) });
    expect(await statusOf({ systemId: "changed" })).toBe(0x0e);
    expect(await statusOf({ systemId: "changed", password: "secret02" })).toBe(0);
  });

  test("is refused on a session that is bound", async () => {
    const { client } = await TestClient.bind(service.port);
    expect(await client.request(bindRequest())).toMatchObject({ status: 0x05 });
    client.close();
  });

  test("is refused beyond the limit of its kind, until another one ends", async () => {
    const bind = () => TestClient.bind(service.port, { systemId: "limited" });
    const [first, second] = [await bind(), await bind()];
    expect([first.status, second.status, (await bind()).status]).toEqual([0, 0, 0x05]);
    const receiver = await TestClient.bind(service.port, { systemId: "limited", command: "bind_receiver" });
    expect(receiver.status).toBe(0);
    expect(await statusOf({ systemId: "limited", command: "bind_receiver" })).toBe(0x05);
    receiver.client.close();
    await first.client.request({ command: "unbind" });
    await eventually(async () => (await statusOf({ systemId: "limited" })) === 0);
    second.client.close();
  });
});

describe("before the bind", () => {
  test("other requests get 0x04", async () => {
    const client = await TestClient.connect(service.port);
    expect(await client.request(submitSm())).toMatchObject({ command: "submit_sm_resp", status: 0x04 });
    expect(await client.request({ command: "enquire_link" })).toMatchObject({ status: 0 });
    client.close();
  });

  test("the tenth request is the last one", async () => {
    const client = await TestClient.connect(service.port);
    const enquiry = encodePdu({ command: "enquire_link", status: 0, sequence: 1 });
    client.socket.write(Buffer.concat(Array.from({ length: 50 }, () => enquiry)));
    await eventually(() => client.closed);
    expect(client.of("enquire_link_resp")).toHaveLength(10);
  });

  test.each([
    { name: "an HTTP request", given: Buffer.from("GET / HTTP/1.1\r\n\r\n") },
    { name: "a length of 15", given: Buffer.from([0, 0, 0, 15]) },
    { name: "a length of 131073", given: Buffer.from([0, 2, 0, 1]) },
    { name: "a length that only a bound client may use", given: Buffer.from([0, 0, 4, 1]) },
  ])("$name gets generic_nack 0x02, and the connection closes", async ({ given }) => {
    const client = await TestClient.connect(service.port);
    client.socket.write(given);
    await eventually(() => client.closed);
    expect(client.received).toMatchObject([{ command: "generic_nack", status: 0x02, sequence: 0 }]);
  });
});

test("octets may come one by one, and a hundred requests at once", async () => {
  const { client } = await TestClient.bind(service.port);
  const one = Buffer.from([0, 0, 0, 16, 0, 0, 0, 0x15, 0, 0, 0, 0, 0, 0, 1, 0]);
  for (const octet of one) client.socket.write(Buffer.from([octet]));
  client.socket.write(
    Buffer.concat(
      Array.from({ length: 100 }, (_, index) => Buffer.from([...one.subarray(0, 15), index + 1])),
    ),
  );
  await eventually(() => client.of("enquire_link_resp").length === 101);
  client.close();
});

test("sessions are listed with their counters until they are closed by kick", async () => {
  await service.add({ customerId: 47, systemId: "kicked" });
  const { client } = await TestClient.bind(service.port, { systemId: "kicked" });
  await client.request(submitSm());
  const rows = async () => {
    const now = await service.store.processes.time();
    return (await service.store.smpp.binds(now)).filter(({ systemId }) => systemId === "kicked");
  };
  await eventually(async () => (await rows())[0]?.submitted === 1);
  expect(await rows()).toMatchObject([
    { customerId: 47, userName: "Ann", kind: "transceiver", address: "127.0.0.1" },
  ]);
  expect(await service.store.smpp.kick({ systemId: "kicked" })).toBe(1);
  await eventually(() => client.closed);
  expect(client.of("unbind")).toHaveLength(1);
  await eventually(async () => (await rows()).length === 0);
});

test("sessions are closed by the removal, a new password and the block of their account, and no others", async () => {
  const { accounts, smpp } = service.store;
  const ends: Readonly<Record<string, (customerId: number) => Promise<unknown>>> = {
    removed: () => smpp.remove("removed"),
    newPassword: () => smpp.change("newPassword", { passwordHash: "other" }),
    blockedUser: (id) => accounts.setUserState(id, "Ann", "blocked"),
    blockedCustomer: (id) => accounts.setCustomerState(id, "blocked"),
    closedInterface: (id) => accounts.changeCustomer(id, { interfaceOpen: false }),
    otherWindow: () => smpp.change("otherWindow", { window: 20 }),
  };
  const clients = await Promise.all(
    Object.keys(ends).map(async (systemId, index) => {
      await service.add({ customerId: 60 + index, systemId });
      return { systemId, ...(await TestClient.bind(service.port, { systemId })) };
    }),
  );
  expect(clients.map(({ status }) => status)).toEqual(clients.map(() => 0));
  for (const [index, end] of Object.values(ends).entries()) await end(60 + index);
  const open = (): readonly string[] =>
    clients.filter(({ client }) => !client.closed).map(({ systemId }) => systemId);
  await eventually(() => open().length <= 1);
  expect(open()).toEqual(["otherWindow"]);
  for (const { client } of clients) client.close();
});

test("requests of a session that is being closed get a status that says whether another bind helps", async () => {
  const { accounts, portal, smpp } = service.store;
  const barred = 0x0d;
  const mayBind = 0x08;
  type End = readonly [want: number, end: (customerId: number, systemId: string) => Promise<unknown>];
  const ends: Readonly<Record<string, End>> = {
    kicked: [mayBind, (_id, systemId) => smpp.kick({ systemId })],
    replaced: [mayBind, (_id, systemId) => smpp.change(systemId, { passwordHash: "other" })],
    removed: [mayBind, (_id, systemId) => smpp.remove(systemId)],
    userBlocked: [barred, (id) => accounts.setUserState(id, "Ann", "blocked")],
    customerBlocked: [barred, (id) => accounts.setCustomerState(id, "blocked")],
    interfaceClosed: [barred, (id) => accounts.changeCustomer(id, { interfaceOpen: false })],
    reader: [barred, (id) => portal.setRole(id, "Ann", "reader", "operator", Date.now())],
    finance: [barred, (id) => portal.setRole(id, "Ann", "finance", "operator", Date.now())],
  };
  const statuses = Object.entries(ends).map(async ([name, [, end]], index) => {
    const customerId = 180 + index;
    const systemId = `ends${index}`;
    await service.add({ customerId, systemId });
    const role = { customerId, user: "Ann", role: "developer", passwordHash: "hash" } as const;
    await giveRole(service.store, role, Date.now());
    // With PostgreSQL a new account is seen half a second later at most.
    await eventually(async () => (await statusOf({ systemId })) === 0);
    const { client } = await TestClient.bind(service.port, { systemId });
    client.answersUnbind = false;
    const refused = new Promise<number>((resolve, reject) => {
      client.onPdu = ({ command }) => {
        if (command === "unbind")
          client.request(submitSm()).then((response) => {
            resolve(response.status);
          }, reject);
      };
    });
    await end(customerId, systemId);
    const status = await refused;
    await eventually(() => client.closed);
    return [name, status];
  });
  const want = Object.entries(ends).map(([name, [status]]) => [name, status]);
  expect(await Promise.all(statuses)).toEqual(want);
});

test("attempts with wrong passwords are refused with 0x0D after a while", async () => {
  await service.add({ customerId: 49, systemId: "guessed" });
  const attempts = Array.from({ length: 20 }, (_, index) => ({
    systemId: "guessed",
    password: `wrong${index}`,
  }));
  const statuses = await Promise.all(attempts.map(statusOf));
  expect(new Set(statuses)).toEqual(new Set([0x0e, 0x0d]));
  expect(statuses.filter((status) => status === 0x0e).length).toBeGreaterThanOrEqual(10);
});
