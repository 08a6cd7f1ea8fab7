import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { type DeliverSm, MessageState, readReceipt, type Receipt } from "#server/networks/smpp/index.js";
import { octetTlv, textTlv, TlvTag } from "#server/networks/smpp/codec/tlv.js";
import { incoming } from "./pdus.js";

function receiptSm(text: string, changed: Partial<DeliverSm> = {}): DeliverSm {
  return { ...incoming, esmClass: 0x04, shortMessage: Buffer.from(text, "latin1"), ...changed };
}

const plain =
  "id:0123456789 sub:001 dlvrd:001 submit date:2611211920 done date:2611211921 stat:DELIVRD err:000 text:Your parcel is";

const delivered = {
  kind: "receipt",
  messageId: "0123456789",
  state: MessageState.Delivered,
  stateText: "DELIVRD",
  error: "000",
  submitted: "2026-11-21T19:20:00",
  done: "2026-11-21T19:21:00",
  submittedParts: 1,
  deliveredParts: 1,
};

const texts: readonly { readonly title: string; readonly text: string; readonly want: Partial<Receipt> }[] = [
  { title: "the form of the specification", text: plain, want: delivered as Partial<Receipt> },
  {
    title: "seconds in dates",
    text: "id:1 sub:001 dlvrd:001 submit date:261121192005 done date:261121192109 stat:EXPIRED err:001 text:",
    want: { submitted: "2026-11-21T19:20:05", done: "2026-11-21T19:21:09", state: MessageState.Expired },
  },
  {
    title: "no space in the names of dates, and zeros for none",
    text: "id:1 submitdate:261121192005 donedate:000000000000 stat:ENROUTE err:0000",
    want: { submitted: "2026-11-21T19:20:05", done: undefined, state: MessageState.Enroute, error: "0000" },
  },
  {
    title: "dates with the century",
    text: "id:1 submit date:20261121192005 done date:20261121192109 stat:DELIVRD",
    want: { submitted: "2026-11-21T19:20:05", done: "2026-11-21T19:21:09" },
  },
  {
    title: "no sub, dlvrd and text, and letters in err",
    text: "id:8a-b_c stat:UNDELIV err:EC1A",
    want: {
      messageId: "8a-b_c",
      state: MessageState.Undeliverable,
      error: "EC1A",
      submittedParts: undefined,
      deliveredParts: undefined,
    },
  },
  ...[
    "id=77 sub=001 dlvrd=001 submit date=2611211920 done date=2611211921 stat=REJECTD err=0045 text=Hi",
    "id:77,submit date:2611211920,done date:2611211921,status:REJECTD,err:0045",
    'id:"77" done date:"2611211921" stat:"REJECTD" err:"0045" text:"Hi"',
    "id:'77' done date:'2611211921' stat:'REJECTD' err:'0045'",
    "msgid:77 done date:2611211921 state:REJECTD error:0045",
    "message_id:77; done_date:0; done date:2611211921; stat:REJECTD; err:0045;",
    "MessageID: 77 Done Date: 2611211921 Status: REJECTD Err: 0045",
    "id:77\0 done date:2611211921\0 stat:REJECTD\0 err:0045\0",
    "status:5 id:77 done date:2611211921 stat:REJECTD err:0045",
    "id:77 state:7 done date:2611211921 stat:REJECTD err:0045 text:id:9 status:DELIVRD",
    "id:77 done date:2611211921 status:REJECTD err:0045 text:stat:DELIVRD",
  ].map((text) => ({
    title: text,
    text,
    want: { messageId: "77", state: MessageState.Rejected, error: "0045", done: "2026-11-21T19:21:00" },
  })),
  {
    title: "another case, another order and keys of its own",
    text: "STAT:rejectd ERR:0045 vendor:x ID:77 Done Date:2611211921 Text:hi",
    want: { messageId: "77", state: MessageState.Rejected, error: "0045", done: "2026-11-21T19:21:00" },
  },
  {
    title: "a text with colons and keys",
    text: "id:1 stat:DELIVRD err:000 text:id:2 stat:UNDELIV err:999",
    want: { messageId: "1", state: MessageState.Delivered, error: "000" },
  },
  {
    title: "the text before the rest",
    text: "text:Your parcel id:1 stat:DELIVRD",
    want: { messageId: "1", state: MessageState.Delivered },
  },
  {
    title: "spaces after colons and commas between",
    text: "id: 1, sub: 001, dlvrd: 000, stat: DELETED, err: 005",
    want: { messageId: "1", state: MessageState.Deleted, error: "005", deliveredParts: 0 },
  },
  {
    title: "whole words for states",
    text: "id:1 stat:DELIVERED",
    want: { state: MessageState.Delivered },
  },
  {
    title: "a state that nobody knows",
    text: "id:1 stat:MAYBE",
    want: { state: undefined, stateText: "MAYBE" },
  },
  {
    title: "nothing that can be read",
    text: "¯\\_(ツ)_/¯".normalize(),
    want: { messageId: undefined, state: undefined },
  },
  {
    title: "dates that are none",
    text: "id:1 submit date:2613991920 done date:soon stat:DELIVRD",
    want: { submitted: undefined, done: undefined },
  },
];

describe("the text of a receipt", () => {
  test.each(texts)("with $title", ({ text, want }) => {
    expect(readReceipt(receiptSm(text))).toMatchObject(want);
  });

  test("in UCS-2", () => {
    const shortMessage = Buffer.from(plain, "utf16le").swap16();
    expect(readReceipt(receiptSm("", { shortMessage, dataCoding: 8 }))).toMatchObject(delivered);
  });

  test("in message_payload", () => {
    const tlvs = [{ tag: TlvTag.message_payload, value: Buffer.from(plain) }];
    expect(readReceipt(receiptSm("", { tlvs }))).toMatchObject(delivered);
  });

  test("by data_sm", () => {
    const { serviceType, source, destination, registeredDelivery, dataCoding } = incoming;
    const fields = { serviceType, source, destination, registeredDelivery, dataCoding };
    const tlvs = [{ tag: TlvTag.message_payload, value: Buffer.from(plain) }];
    expect(readReceipt({ command: "data_sm", ...fields, esmClass: 4, tlvs })).toMatchObject(delivered);
  });

  test("of any kind is read in little time", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("id:", "text:", "submit date:", " ", "stat:", "a", ":", "\n")),
        (pieces) => {
          readReceipt(receiptSm(pieces.join("").repeat(50)));
        },
      ),
    );
  });
});

describe("TLVs of a receipt", () => {
  test("take precedence over its text, which is kept", () => {
    const tlvs = [textTlv(TlvTag.receipted_message_id, "AB12"), octetTlv(TlvTag.message_state, 5)];
    expect(readReceipt(receiptSm(plain, { tlvs }))).toMatchObject({
      messageId: "AB12",
      state: MessageState.Undeliverable,
      stateText: "DELIVRD",
      text: plain,
    });
  });

  test("are enough", () => {
    const tlvs = [
      { tag: TlvTag.receipted_message_id, value: Buffer.from("AB12") },
      octetTlv(TlvTag.message_state, 2),
      { tag: TlvTag.network_error_code, value: Buffer.of(3, 1, 2) },
    ];
    expect(readReceipt(receiptSm("", { tlvs }))).toMatchObject({
      messageId: "AB12",
      state: MessageState.Delivered,
      networkError: { network: 3, code: 0x102 },
    });
  });

  test("with invalid values leave the text", () => {
    const tlvs = [
      octetTlv(TlvTag.message_state, 99),
      { tag: TlvTag.network_error_code, value: Buffer.of(3) },
    ];
    expect(readReceipt(receiptSm(plain, { tlvs }))).toMatchObject({
      state: MessageState.Delivered,
      networkError: undefined,
    });
  });
});

const id = textTlv(TlvTag.receipted_message_id, "1");

describe("the kind of a deliver_sm", () => {
  test.each([
    { esmClass: 0x04, want: "receipt" },
    { esmClass: 0x44, want: "receipt" },
    { esmClass: 0x08, want: "deliveryAcknowledgement" },
    { esmClass: 0x10, want: "manualAcknowledgement" },
    { esmClass: 0x18, want: "conversationAbort" },
    { esmClass: 0x20, want: "intermediate" },
    { esmClass: 0x00, want: "receipt" },
    { esmClass: 0x40, want: "receipt" },
    { esmClass: 0x00, tlvs: [id], want: "receipt" },
  ])("with esm_class $esmClass: $want", ({ esmClass, tlvs = [], want }) => {
    expect(readReceipt(receiptSm(plain, { esmClass, tlvs }))?.kind).toBe(want);
  });

  test("a message with a TLV of a receipt is a message", () => {
    expect(readReceipt(receiptSm("See you at 8", { esmClass: 0, tlvs: [id] }))).toBeUndefined();
  });
});
