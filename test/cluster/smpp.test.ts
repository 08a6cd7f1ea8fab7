import { afterAll, afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import { readReceipt } from "#server/networks/smpp/message/receipt.js";
import type { BindRequest } from "#server/networks/smpp/codec/pdu.js";
import { hashPassword } from "#server/credentials/hash.js";
import type { NewSmppAccount } from "#server/domain/smpp/accounts.js";
import type { Store } from "#server/ports/store.js";
import { openPostgresStore } from "#server/storage/postgres/store.js";
import { eventually } from "../eventually.js";
import { addAccount } from "../faces/smpp/service.js";
import { account, submitSm, TestClient } from "../faces/smpp/test-client.js";
import { anyServer, testsOn } from "../storage/postgres-server.js";
import { killAll, type ServerProcess, startProcess } from "./server-processes.js";

/** At the cost of the processes, which would replace a cheaper one. */
const passwordHash = hashPassword(account.password);

testsOn(await anyServer(), (server) => {
  let database: string;
  let store: Store;
  /** Two processes that serve clients; only the first delivers. */
  let servers: [ServerProcess, ServerProcess];
  const clients: TestClient[] = [];

  const startSecond = () => startProcess(database, ["smpp"], "--smpp", "0");

  beforeAll(async () => {
    database = await server.createDatabase();
    store = await openPostgresStore(database);
    servers = await Promise.all([
      startProcess(database, ["smpp", "delivery", "maintenance"], "--smsc", "loopback", "--smpp", "0"),
      startSecond(),
    ]);
  });
  afterEach(() => {
    for (const client of clients.splice(0)) client.close();
  });
  afterAll(async () => {
    killAll();
    await store.close();
  });

  const add = async (added: Partial<NewSmppAccount> & { readonly customerId: number }): Promise<void> =>
    addAccount(store, { passwordHash: await passwordHash, ...added });

  /** Binds at one of the processes. */
  async function bind(
    index: 0 | 1,
    fields: Partial<BindRequest>,
  ): Promise<{ client: TestClient; status: number }> {
    const made = await TestClient.bind(servers[index].smppPort, fields);
    clients.push(made.client);
    return made;
  }

  /** Submits a message; its id. */
  async function submitted(client: TestClient, fields: Parameters<typeof submitSm>[0] = {}): Promise<string> {
    const response = await client.request(submitSm(fields));
    expect(response).toMatchObject({ command: "submit_sm_resp", status: 0 });
    return "messageId" in response ? response.messageId : "";
  }

  const receipts = (client: TestClient): readonly (string | undefined)[] =>
    client.of("deliver_sm").map((pdu) => readReceipt(pdu)?.messageId);

  describe("two processes", () => {
    test("count the binds of an account together, by kind", async () => {
      await add({ customerId: 42, systemId: "limited" });
      const connections = { receivers: 1, transmitters: 1, transceivers: 1 };
      await store.tube.change(42, "Ann", { connections });
      for (const command of ["bind_transceiver", "bind_receiver", "bind_transmitter"] as const) {
        const both = [
          await bind(0, { systemId: "limited", command }),
          await bind(1, { systemId: "limited", command }),
        ];
        expect(both.map(({ status }) => status)).toEqual([0, 0x05]);
      }
    });

    test("open no more binds than the limit when all come at once", async () => {
      await add({ customerId: 43, systemId: "storm" });
      await store.tube.change(43, "Ann", { connections: { receivers: 0, transmitters: 0, transceivers: 3 } });
      const all = await Promise.all(
        Array.from({ length: 20 }, (_, index) => bind(index % 2 === 0 ? 0 : 1, { systemId: "storm" })),
      );
      expect(all.filter(({ status }) => status === 0)).toHaveLength(3);
      expect(all.filter(({ status }) => status === 0x05)).toHaveLength(17);
    });

    test("share the rate of a customer", async () => {
      await add({ customerId: 44, systemId: "slow" });
      await store.accounts.changeCustomer(44, { rate: 5 });
      const both = [await bind(0, { systemId: "slow" }), await bind(1, { systemId: "slow" })];
      const started = performance.now();
      const statuses = await Promise.all(
        both.flatMap(({ client }) =>
          Array.from({ length: 10 }, async () => (await client.request(submitSm())).status),
        ),
      );
      const accepted = statuses.filter((status) => status === 0).length;
      expect(accepted).toBeGreaterThanOrEqual(5);
      // A full bucket, and what it gained meanwhile.
      expect(accepted).toBeLessThanOrEqual(5 + Math.ceil((performance.now() - started) / 200));
      expect(statuses.filter((status) => status === 0x58)).toHaveLength(20 - accepted);
    });

    test("bring a receipt to the process with the receiver", async () => {
      await add({ customerId: 45, systemId: "apart" });
      const { client: receiver } = await bind(1, { systemId: "apart", command: "bind_receiver" });
      const { client: sender } = await bind(0, { systemId: "apart", command: "bind_transmitter" });
      const id = await submitted(sender);
      await eventually(() => receipts(receiver).includes(id));
    });

    test("bring a receipt to the bind of the message first", async () => {
      await add({ customerId: 46, systemId: "same", receipts: "same-bind" });
      const { client: first } = await bind(0, { systemId: "same" });
      const { client: second } = await bind(1, { systemId: "same" });
      const ids = [await submitted(second), await submitted(first), await submitted(second)];
      await eventually(() => receipts(first).length + receipts(second).length === 3);
      expect(receipts(first)).toEqual([ids[1]]);
      expect([...receipts(second)].sort()).toEqual([ids[0], ids[2]].sort());
    });

    test("close a session that is kicked, whichever has it", async () => {
      await add({ customerId: 47, systemId: "kicked" });
      const { client } = await bind(1, { systemId: "kicked" });
      expect(await store.smpp.kick({ systemId: "kicked" })).toBe(1);
      await eventually(() => client.closed);
    });

    test("restart one after the other without a loss: clients are unbound, and receipts come over the other one", async () => {
      await add({ customerId: 48, systemId: "rolling", window: 50 });
      const { client: first } = await bind(1, { systemId: "rolling" });
      const deferred = await submitted(first, { scheduleDeliveryTime: "000000000001000R" });
      const sequences = Array.from({ length: 30 }, () => first.send(submitSm()));
      const stopped = servers[1].stop();
      const responses = await Promise.allSettled(sequences.map((each) => first.response(each)));
      expect(await stopped).toBe(0);
      expect(first.of("unbind")).toHaveLength(1);
      // A message after the stop is refused: it was not accepted, and gets no receipt.
      const answered = responses.flatMap((each) =>
        each.status === "fulfilled" && each.value.status === 0 && "messageId" in each.value
          ? [each.value.messageId]
          : [],
      );
      const { client: second } = await bind(0, { systemId: "rolling" });
      const got = (id: string): boolean => receipts(first).includes(id) || receipts(second).includes(id);
      await eventually(() => [deferred, ...answered].every(got));
      expect(receipts(second).length).toBeGreaterThan(0);
      servers[1] = await startSecond();
      expect((await bind(1, { systemId: "rolling" })).status).toBe(0);
    });
  });
});
