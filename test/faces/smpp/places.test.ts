import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { Connections } from "#server/faces/smpp/connections.js";
import { Socket } from "node:net";
import { eventually } from "../../eventually.js";
import { onlyOn } from "../../storage/new-database.js";
import { type SmppService, startService } from "./service.js";
import { bindRequest, submitSm, TestClient } from "./test-client.js";
import { settlesWithin } from "../../settles-within.js";

let service: SmppService;
let other: SmppService | undefined;

beforeAll(async () => {
  service = await startService();
});
afterAll(async () => {
  await other?.close();
  await service.close();
});

/** A session as its network sees it. */
type Old = "answers" | "answersNothing" | "hasUnbound" | "closed" | "sends";

let customerId = 100;

/** An account with so many binds of a transceiver, and bound sessions. */
async function limited(
  limit: number,
  olds: readonly Old[],
): Promise<{ systemId: string; sessions: TestClient[] }> {
  customerId += 1;
  const systemId = `shop${customerId}`;
  await service.add({ customerId, systemId });
  const binds = { receivers: limit, transmitters: limit, transceivers: limit };
  await service.store.tube.change(customerId, "Ann", { connections: binds });
  const sessions: TestClient[] = [];
  for (const old of olds) {
    const { client, status } = await TestClient.bind(service.port, { systemId });
    expect(status).toBe(0);
    sessions.push(client);
    if (old === "hasUnbound") await client.request({ command: "unbind" });
    if (old === "closed") client.close();
    if (old === "answersNothing") client.answersEnquiries = false;
    if (old === "sends") {
      client.answersEnquiries = false;
      client.onPdu = ({ command }) => {
        if (command === "enquire_link") client.send(submitSm());
      };
    }
  }
  return { systemId, sessions };
}

describe("a bind over the limit", () => {
  test.each<{ limit: number; olds: readonly Old[]; want: number; left: readonly boolean[] }>([
    { limit: 1, olds: ["answersNothing"], want: 0, left: [false] },
    { limit: 1, olds: ["answers"], want: 0x05, left: [true] },
    { limit: 1, olds: ["sends"], want: 0x05, left: [true] },
    { limit: 1, olds: ["hasUnbound"], want: 0, left: [false] },
    { limit: 1, olds: ["closed"], want: 0, left: [false] },
    { limit: 2, olds: ["answersNothing", "answers"], want: 0, left: [false, true] },
    { limit: 2, olds: ["answers", "answersNothing"], want: 0, left: [true, false] },
    { limit: 2, olds: ["answers", "answers"], want: 0x05, left: [true, true] },
    { limit: 2, olds: ["answers"], want: 0, left: [true] },
    { limit: 2, olds: ["answersNothing", "answersNothing"], want: 0, left: [false, false] },
  ])(
    "of $limit binds, with sessions of which each $olds, gets $want",
    async ({ limit, olds, want, left }) => {
      const { systemId, sessions } = await limited(limit, olds);
      const bound = TestClient.bind(service.port, { systemId });
      expect(await settlesWithin(bound, 5_000)).toBe(true);
      const { client, status } = await bound;
      expect(status).toBe(want);
      await eventually(() => sessions.every(({ closed }, index) => closed !== left[index]));
      for (const each of [client, ...sessions]) each.close();
    },
  );

  test("of another kind asks nobody", async () => {
    const { systemId, sessions } = await limited(1, ["answersNothing"]);
    const receiver = await TestClient.bind(service.port, { systemId, command: "bind_receiver" });
    expect([receiver.status, sessions[0]?.of("enquire_link")]).toEqual([0, []]);
    for (const each of [receiver.client, ...sessions]) each.close();
  });

  onlyOn("postgres", () => {
    test.each<{ old: Old; want: number }>([
      { old: "answersNothing", want: 0 },
      { old: "answers", want: 0x05 },
    ])(
      "at another process than the old session, which $old, gets $want within 5 seconds",
      async ({ old, want }) => {
        other ??= await startService({ database: service.database });
        const { systemId, sessions } = await limited(1, [old]);
        const bound = TestClient.bind(other.port, { systemId });
        expect(await settlesWithin(bound, 5_000)).toBe(true);
        const { client, status } = await bound;
        expect(status).toBe(want);
        for (const each of [client, ...sessions]) each.close();
      },
    );

    test("takes the place of a session whose process has ended", async () => {
      const { systemId } = await limited(1, []);
      const { smpp, processes } = service.store;
      const { userId = 0, passwordHash = "" } = (await smpp.account(systemId)) ?? {};
      const since = await processes.time();
      const ended = { id: `${systemId} ended`, process: "ended", kind: "transceiver", address: "" } as const;
      expect(await smpp.open({ ...ended, userId, passwordHash, since }, 1, since, true)).toBe("open");
      const bound = TestClient.bind(service.port, { systemId });
      expect(await settlesWithin(bound, 5_000)).toBe(true);
      const { client, status } = await bound;
      expect(status).toBe(0);
      client.close();
    });
  });
});

test("200 wrong binds whose connections have closed do not delay the first right one", async () => {
  const slow = await startService({ smpp: { host: "127.0.0.1", port: 0 } });
  await slow.add({ customerId: 42 });
  for (let storm = 0; storm < 200; storm++) {
    const client = await TestClient.connect(slow.port);
    client.send(bindRequest({ systemId: `wrong${storm}` }));
    await new Promise<void>((sent) => client.socket.end(sent));
    client.close();
  }
  const bound = TestClient.bind(slow.port);
  expect(await settlesWithin(bound, 2_000)).toBe(true);
  const { client, status } = await bound;
  expect(status).toBe(0);
  client.close();
  await slow.close();
});

describe("the place of a connection", () => {
  /** Connections `+ADDRESS` that come, and what they do: `?` asks, `!` is bound, nothing is silent. */
  test.each<{ title: string; given: string; want: string }>([
    { title: "is free while there are some", given: "a1 b2", want: "a b" },
    {
      title: "is that of the oldest silent one when all are taken",
      given: "a1 b2 c3 d4 e5",
      want: "b c d e",
    },
    { title: "is not that of a bound one", given: "a1! b2 c3 d4 e5", want: "a c d e" },
    {
      title: "is rather that of a silent one than that of one that asks",
      given: "a1? b2 c3 d4 e5",
      want: "a c d e",
    },
    {
      title: "is that of the oldest that asks if none is silent",
      given: "a1? b2? c3? d4? e5",
      want: "b c d e",
    },
    { title: "is not there if all are bound", given: "a1! b2! c3! d4! e5", want: "a b c d" },
    { title: "stays with an address that has bound before", given: "x1! -x a1 b2 c3 d4 e5", want: "a c d e" },
    {
      title: "is given to an address that has bound before",
      given: "x1! -x a2? b3? c4? d5? e1",
      want: "b c d e",
    },
    { title: "of its network is that of its oldest silent one", given: "a1 b1 c1", want: "b c" },
    { title: "of its network is not that of one that asks", given: "a1? b1? c1", want: "a b" },
    { title: "is free again after an end", given: "a1! b2! c3! d4! -a e5", want: "b c d e" },
  ])("$title: $given", ({ given, want }) => {
    const connections = new Connections({ all: 4, network: 2 });
    const open = new Map<string, Socket>();
    for (const step of given.split(" ")) {
      const [, sign = "", name = "", address = "", mark = ""] = /^(-?)([a-z])(\d?)([?!]?)$/u.exec(step) ?? [];
      if (sign === "-") {
        open.get(name)?.emit("close");
        open.delete(name);
        continue;
      }
      const socket = new Socket();
      const place = connections.open(socket, `192.0.2.${address}`);
      const isAdmitted = place !== undefined && connections.admit(place, `192.0.2.${address}`);
      if (!isAdmitted) continue;
      open.set(name, socket);
      if (mark !== "") place.asks();
      if (mark === "!") place.bound();
    }
    const left = [...open].filter(([, { destroyed }]) => !destroyed).map(([name]) => name);
    expect(left.join(" ")).toBe(want);
  });
});
