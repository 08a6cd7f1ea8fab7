import { describe, expect, test } from "@jest/globals";
import type { SmppDelivery } from "#server/domain/smpp/deliveries.js";
import type { SmppSettings } from "#server/domain/smpp/accounts.js";
import { RecipientState } from "#server/domain/recipient-state.js";
import { decodePdu, encodePdu } from "#server/networks/smpp/codec/codec.js";
import type { Address, DeliverSm } from "#server/networks/smpp/codec/pdu.js";
import { readIncoming } from "#server/networks/smpp/message/incoming.js";
import { readReceipt } from "#server/networks/smpp/message/receipt.js";
import { deliverPdus } from "#server/faces/smpp/receipts.js";

const submittedAt = Date.UTC(2030, 0, 15, 12, 1);
const at = Date.UTC(2030, 0, 15, 13, 2);
const messageId = "0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b";

function receipt(state: RecipientState, error?: string, options: object = {}): SmppDelivery {
  return {
    ...{ id: 1, userId: 1, bind: "", from: "12025550101", to: "Shop", at, attempts: 0, until: at },
    content: {
      ...{ kind: "receipt", messageId, number: 0xabc, state, error, submittedAt, parts: 2 },
      options: {
        source: { ton: 5, npi: 0 },
        destination: { ton: 1, npi: 1 },
        serviceType: "",
        ...options,
      },
    },
  };
}

/** The PDU as a client reads it. */
function read(
  delivery: SmppDelivery,
  hasParameters = true,
  receiptId: SmppSettings["receiptId"] = "same",
): readonly DeliverSm[] {
  return (deliverPdus(delivery, { hasParameters, account: { receiptId } }) ?? []).map(
    (pdu) =>
      decodePdu(encodePdu({ ...pdu, status: 0, sequence: 1 })) as DeliverSm & {
        status: number;
        sequence: number;
      },
  );
}

describe("a receipt", () => {
  test.each<{ state: keyof typeof RecipientState; error?: string; text: string; want: object }>([
    {
      state: "Delivered",
      text: "dlvrd:002 submit date:3001151201 done date:3001151302 stat:DELIVRD err:000",
      want: { state: 2, kind: "receipt", networkError: undefined },
    },
    {
      state: "Undeliverable",
      error: "001",
      text: "dlvrd:000 submit date:3001151201 done date:3001151302 stat:UNDELIV err:001",
      want: { state: 5, networkError: { network: 3, code: 1 } },
    },
    { state: "Expired", text: "stat:EXPIRED err:000", want: { state: 3 } },
    { state: "Deleted", text: "stat:DELETED err:000", want: { state: 4 } },
    { state: "Unknown", text: "stat:UNKNOWN err:000", want: { state: 7 } },
    { state: "Rejected", text: "stat:REJECTD err:000", want: { state: 8 } },
    {
      state: "Failed",
      error: "RINVDSTADR (0x0b)",
      text: "stat:REJECTD err:011",
      want: { state: 8, networkError: { network: 3, code: 11 } },
    },
    { state: "Enroute", text: "stat:ENROUTE err:000", want: { state: 1, kind: "intermediate" } },
    { state: "Accepted", text: "stat:ACCEPTD err:000", want: { state: 6, kind: "intermediate" } },
  ])("of $state", ({ state, error, text, want }) => {
    const [pdu] = read(receipt(RecipientState[state], error));
    expect(pdu && readReceipt(pdu)).toMatchObject({ messageId, submittedParts: 2, ...want });
    expect(String(pdu?.shortMessage)).toContain(`id:${messageId} sub:002 `);
    expect(String(pdu?.shortMessage)).toContain(text);
    expect(pdu?.esmClass).toBe(state === "Enroute" || state === "Accepted" ? 0x20 : 0x04);
  });

  test("exchanges the addresses and repeats the reference", () => {
    const [pdu] = read(receipt(RecipientState.Delivered, undefined, { reference: 4711, serviceType: "WAP" }));
    expect(pdu).toMatchObject({
      serviceType: "WAP",
      source: { ton: 1, npi: 1, address: "12025550101" },
      destination: { ton: 5, npi: 0, address: "Shop" },
    });
    expect(pdu?.tlvs).toContainEqual({ tag: 0x0204, value: Buffer.from([0x12, 0x67]) });
  });

  test("has the number of the message in decimal digits, if its account asks for them", () => {
    const [pdu] = read(receipt(RecipientState.Delivered), true, "hex-decimal");
    expect(String(pdu?.shortMessage)).toContain("id:2748 sub:002 ");
    expect(pdu?.tlvs[0]).toEqual({ tag: 0x001e, value: Buffer.from("2748\0") });
  });

  test("has no parameters for SMPP 3.3", () => {
    expect(read(receipt(RecipientState.Failed, "001"), false)[0]?.tlvs).toEqual([]);
  });
});

function incoming(text: string): SmppDelivery {
  return {
    ...{ id: 300, userId: 1, bind: "", from: "+12025550101", to: "12025550199", at, attempts: 0, until: at },
    content: { kind: "message", text },
  };
}

describe("an incoming message", () => {
  test.each([255 * 153, 255 * 153 + 1, 65_535])(
    "of %i characters comes whole, as far as a PDU can have it",
    (length) => {
      const pdus = read(incoming("a".repeat(length)));
      expect(pdus).toHaveLength(length > 255 * 153 ? 1 : 255);
      expect(pdus.map((pdu) => readIncoming(pdu).text).join("")).toBe("a".repeat(length));
    },
  );

  test("of more parts than their header can count does not come to a client of SMPP 3.3", () => {
    const delivery = incoming("م".repeat(255 * 67 + 1));
    expect(deliverPdus(delivery, { hasParameters: false, account: { receiptId: "same" } })).toBeUndefined();
    expect(read(delivery)).toMatchObject([{ shortMessage: Buffer.alloc(0), dataCoding: 0x08 }]);
  });

  test.each<{ from: string; to: string; source: Address; destination: Address }>([
    {
      ...{ from: "12025550101", to: "12345" },
      source: { ton: 1, npi: 1, address: "12025550101" },
      destination: { ton: 3, npi: 0, address: "12345" },
    },
    {
      ...{ from: "+12025550101", to: "+12025550199" },
      source: { ton: 1, npi: 1, address: "12025550101" },
      destination: { ton: 1, npi: 1, address: "12025550199" },
    },
    {
      ...{ from: "07700900123", to: "Shop" },
      source: { ton: 2, npi: 1, address: "07700900123" },
      destination: { ton: 5, npi: 0, address: "Shop" },
    },
    {
      ...{ from: "AMAZON", to: "07700900199" },
      source: { ton: 5, npi: 0, address: "AMAZON" },
      destination: { ton: 2, npi: 1, address: "07700900199" },
    },
    {
      ...{ from: "447", to: "0012025550199" },
      source: { ton: 3, npi: 0, address: "447" },
      destination: { ton: 1, npi: 1, address: "12025550199" },
    },
  ])("from $from to $to has their types of number", ({ from, to, source, destination }) => {
    expect(read({ ...incoming("Hi"), from, to })).toMatchObject([{ source, destination }]);
  });

  test.each(["Hello €", "مرحبا", "a".repeat(400), "م".repeat(200)])("%s", (text) => {
    const parts = read(incoming(text)).map((pdu) => ({ pdu, ...readIncoming(pdu) }));
    expect(parts.map((part) => part.text).join("")).toBe(text);
    for (const [index, { pdu, concatenation }] of parts.entries()) {
      expect(pdu.source).toEqual({ ton: 1, npi: 1, address: "12025550101" });
      expect(pdu.destination.address).toBe("12025550199");
      if (parts.length > 1) expect(concatenation).toMatchObject({ part: index + 1, total: parts.length });
    }
  });
});
