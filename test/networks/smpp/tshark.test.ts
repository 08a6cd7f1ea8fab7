import { expect } from "@jest/globals";
import { encodePdu } from "#server/networks/smpp/codec/codec.js";
import { defaultPartOptions, type PartOptions, submitsOf } from "#server/networks/smpp/index.js";
import type { Body } from "#server/networks/smpp/codec/pdu.js";
import { testWithPeer } from "../../peers.js";
import { dissect, port } from "./dissect.js";
import { pcapOf, type Segment } from "./pcap.js";
import { submitSm } from "./pdus.js";

let sequence = 0;
const sent = (body: Body, status = 0): Segment => ({
  fromClient: true,
  octets: encodePdu({ ...body, status, sequence: ++sequence }),
});

function messages(text: string, dataCoding: number, options: Partial<PartOptions> = {}): readonly Segment[] {
  const message = { phone: "12025550123", originator: "Shop", text, dataCoding };
  return submitsOf(message, { ...defaultPartOptions, ...options }, ++sequence).map((part) => sent(part));
}

const arabic = "سعر التوصيل ";

testWithPeer("tshark", "tshark decodes every message: text, Arabic, joined parts, nothing malformed", () => {
  const price = "Price 5 € [net] @ £3";
  const segments = [
    ...messages(price, 0),
    ...messages(arabic, 8),
    ...messages("abc€".repeat(60), 0),
    ...messages(arabic.repeat(10), 8),
    ...messages(arabic.repeat(10), 8, { split: "udh16" }),
    ...messages("abc€".repeat(40), 0, { split: "sar" }),
    ...messages("now", 0x10),
  ];
  const fields = ["smpp.message_text", "gsm_sms_ud.reassembled.length", "_ws.malformed"];
  expect(dissect(pcapOf(segments, port), fields)).toEqual([
    [price, "", ""],
    [arabic, "", ""],
    [`${"abc€".repeat(30)}abc`, "", ""],
    [`€${"abc€".repeat(29)}`, "300", ""],
    [arabic.repeat(10).slice(0, 67), "", ""],
    [arabic.repeat(10).slice(67), "240", ""],
    [arabic.repeat(10).slice(0, 66), "", ""],
    [arabic.repeat(10).slice(66), "240", ""],
    [`${"abc€".repeat(30)}abc`, "", ""],
    [`€${"abc€".repeat(9)}`, "200", ""],
    ["now", "", ""],
  ]);
});

testWithPeer("tshark", "tshark follows a session whose PDUs left in one write", () => {
  const bind = {
    systemId: "shop",
    password: "secret",
    systemType: "",
    interfaceVersion: 0x34,
    addressTon: 0,
    addressNpi: 0,
    addressRange: "",
  };
  const { source, destination } = submitSm();
  const bodies: readonly Body[] = [
    { command: "bind_transceiver", ...bind },
    { command: "bind_transceiver_resp", systemId: "smsc", tlvs: [] },
    submitSm(),
    { command: "submit_sm_resp", messageId: "1f", tlvs: [] },
    { ...submitSm({ esmClass: 4 }), command: "deliver_sm" },
    { command: "deliver_sm_resp", messageId: "", tlvs: [] },
    { command: "query_sm", messageId: "1f", source },
    { command: "cancel_sm", serviceType: "", messageId: "1f", source, destination },
    { command: "alert_notification", source, esme: destination, tlvs: [] },
    { command: "enquire_link" },
    { command: "enquire_link_resp" },
    { command: "generic_nack" },
    { command: "unbind" },
    { command: "unbind_resp" },
  ];
  const stream = Buffer.concat(
    bodies.map((body, index) => encodePdu({ ...body, status: 0, sequence: index + 1 })),
  );
  const frames = dissect(pcapOf([{ fromClient: true, octets: stream }], port), [
    "smpp.sequence_number",
    "_ws.malformed",
  ]);
  const numbers = frames.flatMap(([found = ""]) => found.split(",").filter(Boolean).map(Number));
  expect(numbers).toEqual(bodies.map((_, index) => index + 1));
  expect(frames.every(([, malformed]) => malformed === "")).toBe(true);
});
