import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { password } from "./desk.js";
import { basic, type Caller, message, openCaller } from "./v1-caller.js";

let caller: Caller;
beforeAll(async () => {
  caller = await openCaller();
});
afterAll(() => caller.service.close());

/** The status of a request whose head alone is sent, and which announces a body. */
async function statusOfHead(target: string, authorization: string, length = 4_000_000): Promise<number> {
  const { hostname, port } = new URL(caller.origin);
  const socket = connect(Number(port), hostname);
  const head = [
    `POST /v1${target} HTTP/1.1`,
    `Host: ${hostname}`,
    ...(authorization === "" ? [] : [`Authorization: ${authorization}`]),
    "Content-Type: application/json",
    `Content-Length: ${length}`,
    "Idempotency-Key: one",
  ];
  socket.write(`${head.join("\r\n")}\r\n\r\n`);
  const [piece] = (await once(socket, "data")) as [Buffer];
  socket.destroy();
  return Number(piece.toString("latin1").split(" ")[1]);
}

const wrongKey = `mk_0123456789abcdef_${"x".repeat(43)}`;
const nul = Buffer.from(`42/a\0pi:${password}`).toString("base64");

describe("before a body is read", () => {
  test.each<{ name: string; target?: string; authorization: string; want: number }>([
    { name: "no credentials", authorization: "", want: 401 },
    { name: "a key that nobody has", authorization: `Bearer ${wrongKey}`, want: 401 },
    { name: "no key", authorization: "Bearer secret", want: 401 },
    { name: "a wrong password", authorization: basic("42/api:wrong"), want: 401 },
    { name: "an unknown user", authorization: basic(`42/nobody:${password}`), want: 401 },
    { name: "an unknown customer", authorization: basic(`4242/api:${password}`), want: 401 },
    { name: "a NUL in the user", authorization: `Basic ${nul}`, want: 401 },
    { name: "a control in the password", authorization: basic("42/api:a\u0001b"), want: 401 },
    { name: "U+FFFF in the user", authorization: basic(`42/\uffff:${password}`), want: 401 },
    { name: "no base64", authorization: "Basic ???", want: 401 },
    { name: "another scheme", authorization: "Digest a", want: 401 },
  ])("$name is refused: $want", async ({ target = "/messages", authorization, want }) => {
    expect(await statusOfHead(target, authorization)).toBe(want);
  });

  test.each<{ target: string; scope: "send" | "read" | "inbox" }>([
    { target: "/messages", scope: "read" },
    { target: "/messages/binary", scope: "inbox" },
    { target: "/messages/file", scope: "read" },
    { target: "/mms", scope: "read" },
    { target: "/cost", scope: "inbox" },
    { target: "/campaigns", scope: "read" },
    { target: "/inbox/fetch", scope: "send" },
    { target: "/inbox/fetch", scope: "read" },
    { target: "/lists/1/messages", scope: "read" },
    { target: "/smart-lists/1/messages", scope: "inbox" },
  ])("a key with the scope $scope is refused at $target", async ({ target, scope }) => {
    expect(await statusOfHead(target, `Bearer ${await caller.keyWith(scope)}`)).toBe(403);
  });

  test("a refused body is not a wrong one, and a right one gets its call", async () => {
    const authorization = `Bearer ${await caller.keyWith("read")}`;
    expect((await caller.call("/messages", { authorization, body: { nothing: true } })).status).toBe(403);
    const headers = { "idempotency-key": "two" };
    expect((await caller.call("/messages", { headers, body: message })).status).toBe(202);
    expect((await caller.call("/messages", { headers, body: { nothing: true } })).status).toBe(422);
  });
});
