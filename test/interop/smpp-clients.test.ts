import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import smpp, { type Fields, type PDU } from "smpp";
import { eventually } from "../eventually.js";
import { testWithPeer } from "../peers.js";
import { dissect, port as capturePort } from "../networks/smpp/dissect.js";
import { pcapOf, type Segment } from "../networks/smpp/pcap.js";
import { PeerProcess } from "../networks/smpp/peer-process.js";
import { type SmppService, startService } from "../faces/smpp/service.js";
import { bindRequest, submitSm, TestClient } from "../faces/smpp/test-client.js";
import { startKannel } from "./smpp-clients/kannel.js";

let service: SmppService;

beforeAll(async () => {
  service = await startService();
  await service.add({ customerId: 42 });
  await service.store.incoming.addNumber({ number: "12025550199", customerId: 42 }, 0);
});

afterAll(async () => {
  await service.close();
});

/** Puts a message from a handset into the inbox of the customer. */
async function receive(text: string): Promise<void> {
  const message = { from: "12025550101", to: "12025550199", subject: undefined, reference: undefined };
  await service.store.incoming.receive([{ ...message, linkId: 1, at: Date.now(), place: undefined, text }]);
}

/** Sends with the npm package and resolves with the response. */
function sent(
  session: ReturnType<typeof smpp.connect>,
  command: string,
  fields: Fields,
): Promise<PDU & Fields> {
  return new Promise((resolve) => session.send(new smpp.PDU(command, fields), resolve));
}

test("npm smpp: binds, submits with payload, and gets receipts and messages", async () => {
  const session = smpp.connect({ host: "127.0.0.1", port: service.port });
  const delivered: Fields[] = [];
  session.on("deliver_sm", (pdu: PDU & Fields) => {
    delivered.push(pdu);
    session.send(pdu.response());
  });
  await once(session, "connect");
  const bound = await sent(session, "bind_transceiver", { system_id: "shop01", password: "secret01" });
  expect(bound).toMatchObject({ command_status: 0, sc_interface_version: 0x34 });
  const addresses = {
    source_addr: "Shop",
    source_addr_ton: 5,
    destination_addr: "12025550101",
    dest_addr_ton: 1,
  };
  const message = { ...addresses, registered_delivery: 1 };
  const long = await sent(session, "submit_sm", { ...message, message_payload: "a".repeat(400) });
  expect(long.command_status).toBe(0);
  const id = String(long["message_id"]);
  await eventually(() => delivered.length === 1);
  const [receipt] = delivered;
  expect(receipt).toMatchObject({
    esm_class: 4,
    receipted_message_id: id,
    message_state: 2,
    source_addr: "12025550101",
  });
  expect(String((receipt?.["short_message"] as Fields)["message"])).toContain(`id:${id} sub:003 dlvrd:003`);
  await receive("Grüße");
  await eventually(() => delivered.length === 2);
  expect(delivered[1]).toMatchObject({ esm_class: 0, destination_addr: "12025550199" });
  expect((delivered[1]?.["short_message"] as Fields)["message"]).toBe("Grüße");
  expect((await sent(session, "unbind", {})).command_status).toBe(0);
  session.destroy();
});

testWithPeer("netSmpp", "Perl's Net::SMPP: the ids of the responses are those of the receipts", async () => {
  const client = new PeerProcess("perl", ["test/interop/smpp-clients/submit.pl", String(service.port)]);
  await client.ended;
  const lines = client.output.split("\n");
  const ids = lines.flatMap((line) => /^response 0 ([0-9a-f-]{36})$/.exec(line)?.[1] ?? []);
  const receipts = lines.flatMap(
    (line) => /^receipt 4 id:([0-9a-f-]{36}) .* stat:DELIVRD /.exec(line)?.[1] ?? [],
  );
  expect([lines[0], lines.at(-2)]).toEqual(["bind 0", "unbind 0"]);
  expect(ids).toHaveLength(2);
  expect([...receipts].sort()).toEqual([...ids].sort());
});

testWithPeer(
  "kannel",
  "Kannel: its messages are delivered, and its reports and incoming messages come",
  async () => {
    const got: URL[] = [];
    const reports: Server = createServer((req, res) => {
      got.push(new URL(req.url ?? "", "http://127.0.0.1"));
      res.end();
    });
    await new Promise<void>((resolve) => reports.listen(0, "127.0.0.1", resolve));
    const base = `http://127.0.0.1:${(reports.address() as AddressInfo).port}`;
    const kannel = await startKannel({ port: service.port, messages: `${base}/message` });
    try {
      const send = (text: string): Promise<number> =>
        kannel.send(text, "12025550101", `${base}/report?status=%d&text=${text.length}`);
      await eventually(async () => (await send("Hello €")) === 202);
      expect(await send("abc".repeat(100))).toBe(202);
      const statuses = (text: number) =>
        got.filter(
          ({ pathname, searchParams: query }) => pathname === "/report" && query.get("text") === String(text),
        );
      await eventually(() => statuses(7).length > 0 && statuses(300).length > 0);
      expect(statuses(300)[0]?.searchParams.get("status")).toBe("1");
      await receive("Hello from a handset");
      const messages = () => got.filter(({ pathname }) => pathname === "/message");
      await eventually(() => messages().length === 1);
      expect(messages()[0]?.searchParams.get("text")).toBe("Hello from a handset");
      const [bind] = await service.store.smpp.binds(await service.store.processes.time());
      expect(bind).toMatchObject({ systemId: "shop01", kind: "transceiver" });
    } finally {
      await kannel.stop();
      reports.close();
    }
  },
);

testWithPeer("tshark", "tshark finds nothing malformed in what the server sends", async () => {
  const client = await TestClient.connect(service.port);
  const segments: Segment[] = [];
  client.socket.on("data", (octets) => segments.push({ fromClient: false, octets }));
  await client.request(bindRequest());
  await client.request(submitSm());
  await client.request(submitSm({ source: { ton: 5, npi: 0, address: "Other" } }));
  const destinations = ["12025550101", "1"].map((address) => ({ ton: 1, npi: 1, address }));
  await client.request({ ...submitSm(), command: "submit_multi", destinations });
  await receive("a".repeat(200));
  await eventually(() => client.of("deliver_sm").length === 4);
  await client.request({ command: "unbind" });
  await eventually(() => client.closed);
  const frames = dissect(pcapOf(segments, capturePort), [
    ...["smpp.command_id", "smpp.command_status", "_ws.malformed", "smpp.message_state"],
  ]);
  const all = (column: number): readonly string[] =>
    frames.flatMap((frame) => (frame[column] ?? "").split(",")).filter((value) => value !== "");
  expect(all(2)).toEqual([]);
  expect(new Set(all(0).map(Number))).toEqual(
    new Set([0x80000009, 0x80000004, 0x80000021, 0x00000005, 0x80000006]),
  );
  expect(all(1).map(Number)).toContain(0x0a);
  expect(all(3)).toContain("2");
});
