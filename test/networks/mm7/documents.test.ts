import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import {
  readSubmitResponse,
  meaningOf,
  statusCodes,
} from "#server/networks/mm7/documents/submit-response.js";
import { readDocument } from "#server/networks/mm7/documents/document.js";
import { readIncoming, mmStatuses } from "#server/networks/mm7/documents/incoming.js";
import { errorResponse, successResponse } from "#server/networks/mm7/documents/incoming-response.js";
import { mm7Schemas, namespaceOf, schemaOf, versionOf } from "#server/networks/mm7/documents/schema.js";
import { writeSubmitRequest } from "#server/networks/mm7/documents/submit-request.js";
import { readSubmitRequest } from "#server/operations/mm7-submit.js";
import { documentedRows } from "../../domain/documented-table.js";

const noon = Date.UTC(2030, 0, 15, 12);
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const namespace = namespaceOf("REL-5-MM7-1-0");

function soap(body: string, header = ""): string {
  return `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/">${header}<e:Body>${body}</e:Body></e:Envelope>`;
}

const transaction = `<e:Header><t:TransactionID xmlns:t="${namespace}" e:mustUnderstand="1"> 7 </t:TransactionID></e:Header>`;
const answer = (fields: string, name = "SubmitRsp") => `<${name} xmlns="${namespace}">${fields}</${name}>`;
const status = (code: string) => `<Status><StatusCode>${code}</StatusCode></Status>`;
const fault = (detail: string) =>
  `<e:Fault><faultcode>e:Client</faultcode><faultstring>No</faultstring><detail>${detail}</detail></e:Fault>`;

describe("schemas", () => {
  test.each([...Object.keys(mm7Schemas), "REL-6-MM7-1-0", "REL-7-MM7-1-12"])("%s and back", (schema) => {
    expect(schemaOf(namespaceOf(schema))).toBe(schema);
    expect(versionOf(schema)).toMatch(/^[0-9]+\.[0-9]+\.[0-9]+$/);
  });

  test.each([
    "",
    "http://example.com/REL-5-MM7-1-0",
    `${namespace}/`,
    `${namespace}x`,
    namespaceOf("REL-5-MM8-1-0"),
  ])("none: %s", (other) => {
    expect(schemaOf(other)).toBeUndefined();
  });
});

describe("documents", () => {
  const message = answer("<a/>", "X");
  test("of any schema, with the transaction id", () => {
    expect(readDocument(bytes(soap(message, transaction)), undefined)).toMatchObject({
      ...{ kind: "message", schema: "REL-5-MM7-1-0", transactionId: "7", fault: undefined },
      message: { name: "X" },
    });
  });

  const soap12 = soap(message).replace(
    "http://schemas.xmlsoap.org/soap/envelope/",
    "http://www.w3.org/2003/05/soap-envelope",
  );
  test.each([
    { name: "no XML", text: "x", reason: "malformed" },
    { name: "a document type", text: `<!DOCTYPE a>${soap(message)}`, reason: "malformed" },
    { name: "no envelope", text: message, reason: "notSoap" },
    { name: "an envelope of SOAP 1.2", text: soap12, reason: "notSoap" },
    { name: "no message", text: soap(""), reason: "notSoap" },
    { name: "two messages", text: soap(message + message), reason: "notSoap" },
    { name: "a message of another namespace", text: soap("<X xmlns='urn:x'/>"), reason: "notMm7" },
    { name: "a fault without detail", text: soap(fault("")), reason: "notMm7" },
    {
      name: "another header that must be understood",
      text: soap(message, `<e:Header><h:x xmlns:h="urn:h" e:mustUnderstand="1"/></e:Header>`),
      reason: "notUnderstood",
    },
  ])("refused: $name", ({ text, reason }) => {
    expect(readDocument(bytes(text), undefined)).toEqual({ kind: "refused", reason });
  });
});

describe("responses to a submission", () => {
  test.each([
    { name: "success", text: answer(`${status("1000")}<MessageID>m1</MessageID>`), code: 1000, id: "m1" },
    { name: "no message id", text: answer(status("1000")), code: 1000, id: "" },
    { name: "a refusal", text: answer(status("2001")), code: 2001, id: "" },
    { name: "a fault of the centre", text: fault(answer(status("4000"), "RSErrorRsp")), code: 4000, id: "" },
    {
      name: "a fault for the sender",
      text: fault(answer(status("4004"), "VASPErrorRsp")),
      code: 4004,
      id: "",
    },
  ])("$name", ({ text, code, id }) => {
    const want = { transactionId: "7", statusCode: code, messageId: id };
    expect(readSubmitResponse(bytes(soap(text, transaction)), undefined)).toEqual(want);
  });

  test.each([
    { name: "another answer", text: answer(status("1000"), "CancelRsp") },
    { name: "an error that is no fault", text: answer(status("1000"), "RSErrorRsp") },
    { name: "a fault with a success", text: fault(answer(status("1000"))) },
    { name: "no status", text: answer("") },
    { name: "a status that is no number", text: answer(status("OK")) },
    { name: "a long status", text: answer(status("10000")) },
  ])("none: $name", ({ text }) => {
    expect(readSubmitResponse(bytes(soap(text)), undefined)).toBeUndefined();
  });
});

test("the page lists every status code with its action, and every MMStatus", () => {
  const page = "docs/reference/mms.md";
  const codes = documentedRows(page, "Responses of the MMSC");
  expect(codes.map(([code, text, meaning]) => [Number(code), text, meaning])).toEqual(
    [...statusCodes].map(([code, { text, meaning }]) => [code, text, meaning]),
  );
  const reported = documentedRows(page, "Delivery reports").map(([name]) => name);
  expect(reported).toEqual([...mmStatuses.keys()]);
});

test.each([
  { code: 1999, want: "accepted" },
  { code: 2999, want: "refused" },
  { code: 3999, want: "later" },
  { code: 4999, want: "refused" },
  { code: 0, want: "refused" },
])("a code without a row: $code is $want", ({ code, want }) => {
  expect(meaningOf(code)).toBe(want);
});

describe("a submission", () => {
  const sender = { schema: "REL-6-MM7-1-4", version: "6.8.0", vaspId: "vasp", vasId: "" };
  const submit = {
    transactionId: "t/1",
    sender: "Shop",
    recipient: "12025550101",
    subject: "Fish & <chips>",
    at: noon + 500,
    wishes: { expiresAt: noon + 3_600_000, priority: "High", deliveryReport: false },
    content: "mm7-content",
  } as const;

  test("as the MMSC receives it", () => {
    const schema = namespaceOf("REL-6-MM7-1-4");
    expect(writeSubmitRequest(sender, submit)).toBe(
      '<?xml version="1.0" encoding="utf-8"?><env:Envelope xmlns:env="http://schemas.xmlsoap.org/soap/envelope/">' +
        `<env:Header><TransactionID xmlns="${schema}" env:mustUnderstand="1">t/1</TransactionID></env:Header>` +
        `<env:Body><SubmitReq xmlns="${schema}"><MM7Version>6.8.0</MM7Version><SenderIdentification>` +
        "<VASPID>vasp</VASPID><SenderAddress><ShortCode>Shop</ShortCode></SenderAddress></SenderIdentification>" +
        "<Recipients><To><Number>12025550101</Number></To></Recipients><TimeStamp>2030-01-15T12:00:00Z</TimeStamp>" +
        "<ExpiryDate>2030-01-15T13:00:00Z</ExpiryDate><DeliveryReport>false</DeliveryReport><Priority>High</Priority>" +
        '<Subject>Fish &amp; &lt;chips&gt;</Subject><Content href="cid:mm7-content" allowAdaptations="true" />' +
        "</SubmitReq></env:Body></env:Envelope>",
    );
  });

  test("is read as it was written, whatever it holds", () => {
    const text = fc
      .string({ unit: "grapheme", maxLength: 20 })
      .map((value) => value.replace(/[^\x20-\ud7ff]/g, "").trim());
    const seconds = fc.integer({ min: 0, max: 4e9 });
    const wishes = fc.record({
      expiresAt: fc.option(
        seconds.map((time) => time * 1000),
        { nil: undefined },
      ),
      priority: fc.constantFrom(undefined, "Low" as const, "Normal" as const, "High" as const),
      deliveryReport: fc.boolean(),
    });
    const schemas = fc.constantFrom(...Object.keys(mm7Schemas), "REL-7-MM7-1-1");
    fc.assert(
      fc.property(schemas, text, text, text, wishes, (schema, vaspId, subject, from, asked) => {
        const written = writeSubmitRequest(
          { schema, version: versionOf(schema), vaspId, vasId: "v" },
          { ...submit, sender: from, subject, wishes: asked },
        );
        expect(readSubmitRequest(bytes(written), undefined, noon)).toEqual({
          ...{ vaspId, vasId: "v", sender: from, recipients: [submit.recipient], chargedParty: "", subject },
          ...{ earliest: undefined, wishes: asked, content: submit.content },
        });
      }),
    );
  });
});

describe("requests of an MMSC", () => {
  const read = (name: string, fields: string) => {
    const found = readDocument(bytes(soap(answer(fields, name))), undefined);
    return found.kind === "message" ? readIncoming(found.message, noon) : found;
  };
  const report = "<MessageID>m1</MessageID><Recipient><Number>+12025550101/TYPE=PLMN</Number></Recipient>";

  test.each([...mmStatuses])("a report: %s", (mmStatus, state) => {
    const rest = `<Date>2030-01-15T11:00:00+01:00</Date><MMStatus>${mmStatus}</MMStatus><StatusText>x</StatusText>`;
    const common = { kind: "report", messageId: "m1", recipient: "12025550101" };
    const want = { ...common, state, at: noon - 7_200_000, text: "x" };
    expect(read("DeliveryReportReq", report + rest)).toEqual(want);
  });

  const refused = (status: number) => ({ kind: "refused", status });
  const to = (addresses: string) => `<Recipients>${addresses}</Recipients>`;
  test.each([
    {
      what: "a report without date",
      name: "DeliveryReportReq",
      fields: `${report}<MMStatus>Expired</MMStatus>`,
      want: { kind: "report", at: noon },
    },
    {
      what: "a report of tomorrow",
      name: "DeliveryReportReq",
      fields: `${report}<Date>2030-01-16T12:00:00Z</Date><MMStatus>Expired</MMStatus>`,
      want: { kind: "report", at: noon },
    },
    {
      what: "a report of an unknown state",
      name: "DeliveryReportReq",
      fields: `${report}<MMStatus>Gone</MMStatus>`,
      want: refused(4004),
    },
    {
      what: "a report of no message",
      name: "DeliveryReportReq",
      fields: "<MMStatus>Expired</MMStatus>",
      want: refused(4004),
    },
    { what: "a reading", name: "ReadReplyReq", fields: "", want: { kind: "read" } },
    { what: "another request", name: "CancelReq", fields: "", want: refused(4003) },
    { what: "a name of objects", name: "constructor", fields: "", want: refused(4003) },
    {
      what: "a message from nobody",
      name: "DeliverReq",
      fields: to("<To><Number>1</Number></To>"),
      want: refused(4004),
    },
    {
      what: "a message to nobody",
      name: "DeliverReq",
      fields: "<Sender><Number>1</Number></Sender>",
      want: refused(4004),
    },
    {
      what: "a message",
      name: "DeliverReq",
      fields: `<Sender><Number>+12025550101</Number></Sender>${to(
        "<To><ShortCode>4242</ShortCode><Number>+4242</Number></To><Cc><Number displayOnly='true'>7</Number></Cc>",
      )}<Subject> Hi </Subject><Content href='cid:a%20b'/>`,
      want: { kind: "message", sender: "12025550101", addressees: ["4242"], subject: "Hi", content: "a b" },
    },
    {
      what: "a long subject is cut, not within a character",
      name: "DeliverReq",
      fields: `<Sender>1</Sender>${to("<To><Number>1</Number></To>")}<Subject>${"a".repeat(255)}😀</Subject>`,
      want: { kind: "message", subject: "a".repeat(255) },
    },
    {
      what: "numbers with a type and a domain, and a mail address with a number",
      name: "DeliverReq",
      fields: `<Sender><RFC2822Address>+12025550101/TYPE=PLMN@mms1.example.com</RFC2822Address></Sender>${to(
        "<To><RFC2822Address>4242/TYPE=PLMN@mms2.example.com</RFC2822Address><RFC2822Address>4242@example.com</RFC2822Address></To>",
      )}`,
      want: { kind: "message", sender: "12025550101", addressees: ["4242", "4242@example.com"] },
    },
    {
      what: "a sender without an element of its own",
      name: "DeliverReq",
      fields: `<Sender>12025550101</Sender>${to("<To><RFC2822Address>a@example.com</RFC2822Address></To>")}`,
      want: { kind: "message", sender: "12025550101", addressees: ["a@example.com"], content: undefined },
    },
  ])("$what", ({ name, fields, want }) => {
    expect(read(name, fields)).toMatchObject(want);
  });

  test("gets a response in its schema, with its version and transaction id", () => {
    const answered = { schema: "REL-6-MM7-1-4", version: "6.5.0", transactionId: "a&b" };
    const text = successResponse("DeliveryReportReq", answered);
    expect(text).toContain("<StatusCode>1000</StatusCode><StatusText>Success</StatusText>");
    expect(text).toContain("<MM7Version>6.5.0</MM7Version>");
    expect(text).toContain('env:mustUnderstand="1">a&amp;b<');
    const { schema, transactionId } = answered;
    const wanted = { kind: "message", schema, transactionId, message: { name: "DeliveryReportRsp" } };
    expect(readDocument(bytes(text), undefined)).toMatchObject(wanted);
  });

  test("is refused with a fault that holds a VASPErrorRsp", () => {
    const answered = { schema: "REL-5-MM7-1-5", version: "<bad>", transactionId: "7" };
    const text = errorResponse("Client", 4004, "Why.", answered);
    expect(text).toContain("<faultcode>env:Client</faultcode><faultstring>Why.</faultstring>");
    expect(text).toContain("<MM7Version>5.10.0</MM7Version>");
    const want = { transactionId: "7", statusCode: 4004, messageId: "" };
    expect(readSubmitResponse(bytes(text), undefined)).toEqual(want);
    expect(errorResponse("Server", 3000, "Why.", {})).not.toContain("Header");
  });
});

test("hostile documents never end in an error", () => {
  const pieces = fc.constantFrom(
    ...["<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'>", "<e:Body>", "</e:Body>"],
    ...["</e:Envelope>", "<e:Header>", "</e:Header>", "<e:Fault>", "<detail>", "</detail></e:Fault>"],
    ...[`<DeliveryReportReq xmlns='${namespace}'>`, "</DeliveryReportReq>", "&amp;", "&x;", "<!--", "]]>"],
    ...[`<DeliverReq xmlns='${namespace}'>`, "</DeliverReq>", "<Sender>", "</Sender>", "\0"],
    ...["<Recipients><To><Number>", "</Number></To></Recipients>", "<Content href='cid:%'/>"],
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 30, size: "max" }), (given) => {
      const document = bytes(given.join(""));
      const found = readDocument(document, undefined);
      if (found.kind === "message") readIncoming(found.message, noon);
      readSubmitResponse(document, undefined);
      readSubmitRequest(document, undefined, noon);
    }),
  );
});
