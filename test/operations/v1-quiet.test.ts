import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { keepingLog } from "../host/greeter/server.js";
import { seededService, type SeededService } from "../samples/service.js";
import { basic, message } from "./v1-caller.js";

const headers = { authorization: basic(), "content-type": "application/json" };

let service: SeededService;
const log = keepingLog();
/** A transaction. */
let sent: string;
beforeAll(async () => {
  service = await seededService(log);
  const body = JSON.stringify(message);
  const response = await fetch(new URL("/v1/messages", service.url), { method: "POST", headers, body });
  sent = ((await response.json()) as { readonly transactionId: string }).transactionId;
});
afterAll(() => service.close());

async function problemOf(
  target: string,
  body?: object,
): Promise<{ status: number; pointer: string | undefined }> {
  const sent = body === undefined ? { headers } : { method: "POST", headers, body: JSON.stringify(body) };
  const response = await fetch(new URL(`/v1${target}`, service.url), sent);
  const { errors } = (await response.json()) as { readonly errors?: readonly { readonly pointer: string }[] };
  return { status: response.status, pointer: errors?.[0]?.pointer };
}

describe("a wrong cursor is refused and leaves no stack trace", () => {
  test.each([
    ...["x", "l", "lA", "l!", "l123456789012", "i1", "p1", "r1.1.1", "L1", "%00", "l-1"].map(
      (cursor) => `/lists?cursor=${cursor}`,
    ),
    ...["o", "l1", "o1.1"].map((cursor) => `/locations?cursor=${cursor}`),
    ...["i", "l1", "i-1"].map((cursor) => `/inbox?cursor=${cursor}`),
    ...["r1", "r1.1", "rA.1.1", "p1"].map((cursor) => `/messages/:id/recipients?cursor=${cursor}`),
  ])("%s", async (target) => {
    log.lines.length = 0;
    expect(await problemOf(target.replace(":id", sent))).toEqual({ status: 422, pointer: "/cursor" });
    expect(log.lines.map(({ level, fields }) => [level, "err" in fields])).toEqual(
      log.lines.map(() => ["info", false]),
    );
    expect(JSON.stringify(log.lines)).not.toMatch(/\.js:\d+/u);
  });
});

describe("a member that belongs in a header or a path is refused in a body", () => {
  test.each<{ target: string; member: string; status: number }>([
    { target: "/messages", member: "clientTransactionId", status: 422 },
    { target: "/messages", member: "user", status: 422 },
    { target: "/messages/binary", member: "user", status: 422 },
    { target: "/messages/service", member: "customerId", status: 422 },
    { target: "/messages/service", member: "userName", status: 422 },
    { target: "/messages/service", member: "userPassword", status: 422 },
    { target: "/inbox/fetch", member: "user", status: 422 },
    // The path has it already.
    { target: "/lists/1/messages", member: "distributionListId", status: 400 },
    { target: "/smart-lists/1/messages", member: "smartListId", status: 400 },
    { target: "/campaigns/1/stop", member: "campaignId", status: 400 },
    { target: "/inbox/1/fetch", member: "messageId", status: 400 },
  ])("$member at $target", async ({ target, member, status }) => {
    const refused = await problemOf(target, { ...message, [member]: "1" });
    expect(refused).toEqual({ status, pointer: `/${member}` });
  });
});
