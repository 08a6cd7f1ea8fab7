import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { resultTexts } from "#server/faces/contract/result-texts.js";
import { serviceProblems } from "#server/faces/json/problems.js";
import { message, openCaller, type Caller, type Sent } from "./v1-caller.js";

let caller: Caller;
let call: Caller["call"];

beforeAll(async () => {
  caller = await openCaller();
  ({ call } = caller);
});
afterAll(() => caller.service.close());

const { originator, smsText, messageType } = message;
const listMessage = { originator, smsText, messageType };

const recipientPhone = "12025550101";
const bodies: Readonly<Record<string, object>> = {
  "/messages": message,
  "/messages/binary": { originator, binaryBody: "DEAD", recipientPhone, dataCoding: "4" },
  "/messages/service": { originator, recipientPhone, messageType, serviceName: "Shop" },
  "/messages/file": listMessage,
};

describe("problems", () => {
  const unknown = "019e1f2a-7000-7000-8000-999999999999";
  test.each<{ path: string; sent?: Sent; status: number; body: object }>([
    {
      path: "/messages",
      sent: { body: { ...message, originator: "Other" } },
      status: 422,
      body: { result: resultTexts.unknownOriginator, errors: [{ pointer: "/originator" }] },
    },
    {
      path: "/messages",
      sent: { body: { ...message, smsText: "" } },
      status: 422,
      body: { result: resultTexts.emptyMessage, errors: [{ pointer: "/smsText" }] },
    },
    {
      path: "/messages",
      sent: { body: { ...message, recipientPhone: "12" } },
      status: 422,
      body: { result: resultTexts.allRejected, errors: [{ pointer: "/recipientPhone" }] },
    },
    {
      path: "/messages",
      sent: { body: { ...message, messageType: "Morse" } },
      status: 422,
      body: { code: "WrongValue", errors: [{ pointer: "/messageType" }] },
    },
    {
      path: "/messages",
      sent: { body: { ...message, user: {} } },
      status: 422,
      body: { code: "UnknownMember", errors: [{ pointer: "/user" }] },
    },
    ...[
      ["smsTxt", "; did you mean smsText?"],
      ["sms_text", "; did you mean smsText?"],
      ["recipientPhones", "; did you mean recipientPhone?"],
      ["users", "."],
      ["password", "."],
    ].map(([name = "", more = ""]) => ({
      path: "/messages",
      sent: { body: { ...message, [name]: "x" } },
      status: 422,
      body: {
        code: "UnknownMember",
        errors: [{ pointer: `/${name}`, detail: `There is no such member${more}` }],
      },
    })),
    {
      path: "/lists?nmae=x",
      status: 422,
      body: { errors: [{ pointer: "/nmae", detail: "There is no such parameter; did you mean name?" }] },
    },
    ...[
      { path: "/messages", sent: { originator: "TwelveLetters" }, pointer: "/originator" },
      { path: "/messages", sent: { recipientPhone: "" }, pointer: "/recipientPhone" },
      { path: "/messages", sent: { recipientPhone: "1".repeat(21) }, pointer: "/recipientPhone" },
      { path: "/messages", sent: { defDate: "tomorrow" }, pointer: "/defDate" },
      { path: "/messages/binary", sent: { binaryBody: "" }, pointer: "/binaryBody" },
      { path: "/messages/file", sent: { recipientPhonesFile: "" }, pointer: "/recipientPhonesFile" },
      { path: "/messages/file", sent: { recipientPhonesFile: "MTI=" }, pointer: "/recipientPhonesFile" },
    ].map(({ path, sent, pointer }) => ({
      path,
      sent: { body: { ...bodies[path], ...sent } },
      status: 422,
      body: { errors: [{ pointer }] },
    })),
    ...[
      ["a".repeat(64), "a".repeat(64)],
      ["a".repeat(65), `${"a".repeat(64)}…`],
      ["/".repeat(70), `${"~1".repeat(64)}…`],
      [`${"a".repeat(63)}\u{1f600}`, `${"a".repeat(63)}…`],
      ["x".repeat(100_000), `${"x".repeat(64)}…`],
    ].map(([name = "", shown = ""]) => ({
      path: "/messages",
      sent: { body: { ...message, [name]: "x" } },
      status: 422,
      body: { code: "UnknownMember", errors: [{ pointer: `/${shown}` }] },
    })),
    {
      path: "/messages/service",
      sent: { body: bodies["/messages/service"] },
      status: 422,
      body: { errors: [{ pointer: "/serviceName" }, { pointer: "/serviceUrl" }] },
    },
    { path: "/messages", sent: { body: "{" }, status: 400, body: { code: "NotJson" } },
    {
      path: "/messages",
      sent: { body: message, headers: { "content-type": "text/plain" } },
      status: 415,
      body: { code: "UnsupportedMediaType" },
    },
    {
      path: "/cost",
      sent: { body: { smsText: 1 } },
      status: 422,
      body: { errors: [{ pointer: "/smsText" }] },
    },
    {
      path: `/messages/${unknown}`,
      status: 404,
      body: { code: "UnknownResource", result: resultTexts.unknownTransaction },
    },
    { path: `/messages/${unknown}/recipients`, status: 404, body: { code: "UnknownResource" } },
    { path: `/messages/${unknown}?detailed=true`, status: 422, body: { errors: [{ pointer: "/detailed" }] } },
    { path: "/lists?limit=501", status: 422, body: { errors: [{ pointer: "/limit" }] } },
    { path: "/lists?limit=0", status: 422, body: { errors: [{ pointer: "/limit" }] } },
    { path: "/lists?cursor=x", status: 422, body: { errors: [{ pointer: "/cursor" }] } },
    { path: "/lists?cursor=i1", status: 422, body: { errors: [{ pointer: "/cursor" }] } },
    { path: "/locations?cursor=l1", status: 422, body: { errors: [{ pointer: "/cursor" }] } },
    { path: "/lists?limit=1&limit=2", status: 400, body: { errors: [{ pointer: "/limit" }] } },
    {
      path: `/lists/${unknown}/messages`,
      sent: { body: { ...listMessage, distributionListCount: 2 } },
      status: 404,
      body: { code: "UnknownResource" },
    },
    {
      path: "/inbox/x",
      sent: { method: "DELETE" },
      status: 422,
      body: { result: expect.stringContaining("messageId") as unknown },
    },
  ])("$path $sent.body: $status", async ({ path, sent = {}, status, body }) => {
    const got = await call(path, sent);
    expect(got.headers.get("content-type")).toBe("application/problem+json");
    expect(got).toMatchObject({ status, body: { status, ...body } });
  });

  test("a message that costs more than the credit is 402", async () => {
    const recipientPhone = Array.from({ length: 1_500 }, (_, at) => String(12025560000 + at)).join(",");
    expect(await call("/messages", { body: { ...message, recipientPhone } })).toMatchObject({
      status: 402,
      body: { result: resultTexts.insufficientCredit },
    });
  });

  test("each has a page", async () => {
    for (const [code, { status, title }] of Object.entries(serviceProblems)) {
      const response = await fetch(`${caller.origin}/v1/problems/${code}`);
      expect(await response.text()).toBe(`${code} (HTTP ${status})\n\n${title}.\n`);
    }
  });

  test("the document names the public URL, and other operations have no path", async () => {
    const { origin } = caller;
    const document = (await (await fetch(`${origin}/v1/openapi.json`)).json()) as object;
    expect(document).toMatchObject({ servers: [{ url: `${origin}/v1` }], webhooks: { "message.final": {} } });
    expect((await fetch(`${origin}/v1/HTTP_SendSms`, { method: "POST" })).status).toBe(404);
  });
});
