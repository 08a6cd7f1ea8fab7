import { once } from "node:events";
import { createServer, type AddressInfo, type Socket } from "node:net";
import { expect, test } from "@jest/globals";
import { RecipientState } from "#server/domain/recipient-state.js";
import { encodePdu } from "#server/networks/smpp/codec/codec.js";
import { deliverPdus } from "#server/faces/smpp/receipts.js";
import { Submitter } from "../../endurance/smpp-submitter.js";
import { eventually } from "../../eventually.js";

const messageId = "0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b";
const at = Date.UTC(2030, 0, 15);

const [receipt] =
  deliverPdus(
    {
      ...{ id: 1, userId: 1, bind: "", from: "12025550101", to: "Shop", at, attempts: 0, until: at },
      content: {
        ...{
          kind: "receipt",
          messageId,
          number: 1,
          state: RecipientState.Delivered,
          error: undefined,
          parts: 1,
        },
        submittedAt: at,
        options: { source: { ton: 5, npi: 0 }, destination: { ton: 1, npi: 1 }, serviceType: "" },
      },
    },
    { hasParameters: true, account: { receiptId: "same" } },
  ) ?? [];

/** Answers a bind and delivers a receipt, in one packet. */
function deliverAtOnce(socket: Socket): void {
  if (receipt === undefined) throw new Error("no receipt");
  const bound = { command: "bind_transceiver_resp", systemId: "", tlvs: [], status: 0, sequence: 1 } as const;
  const delivery = { ...receipt, status: 0, sequence: 1 };
  socket.once("data", () => socket.write(Buffer.concat([encodePdu(bound), encodePdu(delivery)])));
}

test("the client of the kill loops counts a receipt in the packet that accepts its bind", async () => {
  const server = createServer(deliverAtOnce).listen(0, "127.0.0.1");
  await once(server, "listening");
  const submitter = new Submitter(1);
  const client = await submitter.bind((server.address() as AddressInfo).port);
  await eventually(() => client.of("deliver_sm").length > 0);
  expect([...submitter.receipts]).toEqual([[messageId, 1]]);
  client.close();
  server.close();
});
