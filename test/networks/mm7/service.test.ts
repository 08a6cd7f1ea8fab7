import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { MessengerClient } from "messenger-client";
import type { InboxItem, MessengerServer } from "messenger-server";
import { startServer } from "../../start-server.js";
import { nodeTransport, type NodeTransport } from "messenger-gen-runtime/node";
import { hashPassword } from "#server/credentials/hash.js";
import { cheap } from "../../credentials/cheap.js";
import { openStore } from "#server/storage/index.js";
import { password } from "../../operations/desk.js";
import { multipartData, picture } from "../../operations/mm7-samples.js";
import { keepingLog } from "../../host/greeter/server.js";
import { type Habit, type Mmsc, openMmsc } from "./mmsc.js";
import { deliverRequest, reportRequest, withContent } from "./requests.js";
import { eventually } from "../../eventually.js";
import { openAccount } from "../../storage/fixtures.js";
import { newDatabase } from "../../storage/new-database.js";

const database = await newDatabase();
const user = { CustomerID: 42, Name: "api", Password: password };
const log = keepingLog();
const credentials = `Basic ${Buffer.from("mmsc:report s3cret").toString("base64")}`;

let centre: Mmsc;
let habit: Habit = { kind: "accept" };
let server: MessengerServer;
let transport: NodeTransport;
let client: MessengerClient;

beforeAll(async () => {
  centre = await openMmsc({
    habit: () => habit,
    login: { scheme: "basic", name: "vasp", password: "submit s3cret" },
  });
  const store = await openStore(database);
  await openAccount(store, { user: "api", passwordHash: await hashPassword(password, cheap) });
  await store.accounts.addCredit(42, "MMS", 10_000, 0);
  const settings = { vaspId: "12", vasId: "34", receiveUser: "mmsc", receivePassword: "report s3cret" };
  const url = `mm7://vasp@127.0.0.1:${centre.port}/mm7`;
  const link = {
    name: "mmsc",
    kind: "mm7",
    url,
    password: "submit s3cret",
    network: "mmsc",
    settings,
  } as const;
  await store.links.add({ ...link, ofFile: false }, 0);
  await store.close();
  server = await startServer({ database, port: 0, log, mm7Path: "/centre/mm7" });
  transport = nodeTransport({ url: server.url });
  client = new MessengerClient({ transport });
});

afterAll(async () => {
  transport.close();
  await server.close();
  await centre.close();
});

function tell(document: string, headers: Readonly<Record<string, string>> = { Authorization: credentials }) {
  const url = new URL("/centre/mm7", server.url);
  return fetch(url, { method: "POST", body: document, headers: { "Content-Type": "text/xml", ...headers } });
}

async function statusOf(transactionID: string): Promise<string> {
  return JSON.stringify((await client.getSmsStatus({ user, transactionID, detailed: false })).Statistics);
}

test("an MMS is sent to the MMSC with its parts, and its reports are stored, in any number", async () => {
  const wishes = { Priority: "<Priority>High</Priority>" };
  const before = centre.submissions.length;
  const sent = await client.sendMMS({ mm7Data: multipartData({ fields: wishes }) });
  expect(sent.Result).toBe("OK");
  const id = sent.TransactionID ?? "";
  await eventually(() => centre.submissions.length > before);
  const submission = centre.submissions.at(-1);
  expect(submission).toMatchObject({ recipient: "12025550101", schema: "REL-5-MM7-1-2" });
  expect(submission?.envelope).toContain("<Priority>High</Priority><Subject>Offers &amp; news</Subject>");
  expect(submission?.parts.map(({ type }) => type)).toEqual(["text/plain", "image/png"]);
  expect(submission?.parts[1]?.body).toEqual(picture);
  await eventually(async () => (await statusOf(id)).includes('"SUCCESS"'));

  const messageId = submission?.messageId ?? "";
  for (const mmStatus of ["Forwarded", "Retrieved", "Retrieved", "Expired"]) {
    const answer = await tell(reportRequest(messageId, mmStatus, { transactionId: `of ${mmStatus}` }));
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain(`>of ${mmStatus}</TransactionID>`);
    expect(await statusOf(id)).toContain(mmStatus === "Forwarded" ? '"SMSC_ENROUTE"' : '"SMSC_DELIVERED"');
  }
});

test("a report before the response to its submission counts when that arrives", async () => {
  let release = (): void => undefined;
  const after = new Promise<void>((resolve) => {
    release = resolve;
  });
  habit = { kind: "accept", messageId: "early", after };
  const before = centre.submissions.length;
  const { TransactionID: id = "" } = await client.sendMMS({ mm7Data: multipartData() });
  await eventually(() => centre.submissions.length > before);
  expect((await tell(reportRequest("early", "Retrieved"))).status).toBe(200);
  expect(await statusOf(id)).toContain('"InProcessNow"');
  release();
  await eventually(async () => (await statusOf(id)).includes('"SMSC_DELIVERED"'));
  habit = { kind: "accept" };
});

test("an MMS whose response is lost is not sent again automatically, but held for the operator", async () => {
  habit = { kind: "reset" };
  const before = centre.submissions.length;
  await client.sendMMS({ mm7Data: multipartData() });
  const store = await openStore(database);
  await eventually(async () => (await store.links.uncertain(10)).length > 0);
  const [lost] = await store.links.uncertain(10);
  expect(lost).toMatchObject({ customerId: 42, link: "mmsc", code: "ECONNRESET", attempts: 1 });
  habit = { kind: "accept" };
  expect(await store.links.resolve([lost?.id ?? 0], "resend", Date.now())).toBe(1);
  await eventually(() => centre.submissions.length === before + 2);
  await store.close();
});

describe("an incoming MMS", () => {
  const picture = "--in\r\nContent-Type: image/gif\r\n\r\nGIF89a\r\n--in--";
  const content = `Content-Type: multipart/mixed; boundary=in\r\nContent-ID: <c>\r\n\r\n--in\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nGrüße\r\n${picture}`;

  async function deliver(to: string, transactionId: string): Promise<string> {
    const { type, body } = withContent(
      deliverRequest("cid:c", { to, subject: "Holiday", transactionId }),
      content,
    );
    const answer = await fetch(new URL("/centre/mm7", server.url), {
      method: "POST",
      body: new Uint8Array(body),
      headers: { "Content-Type": type, Authorization: credentials },
    });
    expect(answer.status).toBe(200);
    return answer.text();
  }

  const inbox = async (): Promise<InboxItem[]> => {
    const flat = { customerID: 42, userName: "api", userPassword: password };
    const text = await client.httpJsonInboxProcessing({ ...flat, operation: "fetch-all", messageId: "" });
    const { inboxlist } = JSON.parse(text) as { inboxlist: { message: InboxItem[] } };
    return inboxlist.message;
  };

  test("is stored once in the inbox of the number's customer, however often it is repeated", async () => {
    const store = await openStore(database);
    await store.accounts.changeCustomer(42, { inboxActive: true });
    await store.incoming.addNumber({ number: "4242", customerId: 42 }, 0);
    await store.close();
    for (const transactionId of ["d1", "d1", "d2"]) {
      const answer = await deliver("4242", transactionId);
      expect(answer).toContain("<DeliverRsp");
      expect(answer).toContain(`>${transactionId}</TransactionID>`);
    }
    await deliver("9999", "d3");
    const textU = Buffer.from("Grüße", "utf16le").swap16().toString("hex");
    const fields = { from: "12025550101", to: "4242", msgtype: "MMS", subject: "Holiday", textU };
    expect(await inbox()).toMatchObject([fields, fields]);
  });
});

describe("the path of MMSCs", () => {
  test("exists only while a link receives: 404, and 503 until the link is open", async () => {
    const own = await newDatabase();
    const other = await startServer({ database: own, port: 0 });
    const path = new URL("/mm7", other.url);
    const post = async (): Promise<number> => (await fetch(path, { method: "POST", body: "x" })).status;
    expect(await post()).toBe(404);
    const store = await openStore(own);
    const url = `mm7://127.0.0.1:${centre.port}/`;
    const link = { name: "m", kind: "mm7", url, password: "", network: "m", ofFile: false } as const;
    await store.links.add({ ...link, settings: { receiveUser: "a", receivePassword: "b" } }, 0);
    await store.close();
    const statuses = new Set<number>();
    await eventually(async () => {
      const status = await post();
      statuses.add(status);
      return status === 401;
    });
    expect([...statuses].filter((status) => status !== 401 && status !== 503)).toEqual([]);
    await other.close();
  });

  test.each([
    { name: "no credentials", headers: {}, status: 401 },
    { name: "wrong credentials", headers: { Authorization: "Basic eDp5" }, status: 401 },
  ])("$name: $status, and nothing is read", async ({ headers, status }) => {
    const answer = await tell("x".repeat(100_000), headers);
    expect(answer.status).toBe(status);
    expect(answer.headers.get("www-authenticate")).toBe('Basic realm="MM7", charset="UTF-8"');
  });

  test("ten wrong passwords: 429", async () => {
    expect((await tell(reportRequest("none", "Retrieved"))).status).toBe(200);
    const headers = { Authorization: "Basic eDp6" };
    let answer = await tell("x", headers);
    expect(answer.status).toBe(401);
    // A slow machine has more than ten: they come back with time.
    await eventually(async () => (answer = await tell("x", headers)).status !== 401);
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([429, "6"]);
    expect((await tell(reportRequest("none", "Retrieved"))).status).toBe(200);
  });

  test.each(["GET", "HEAD", "PUT"])("%s: 405", async (method) => {
    const answer = await fetch(new URL("/centre/mm7", server.url), { method });
    expect(answer.status).toBe(405);
    expect(answer.headers.get("allow")).toBe("POST");
  });

  test.each(["/mm7", "/centre/mm7/", "/centre", "//centre/mm7"])("%s is none: 404", async (path) => {
    const answer = await fetch(`${new URL(server.url).origin}${path}`, { method: "POST", body: "x" });
    expect(answer.status).toBe(404);
  });

  test("a body above the limit: 413", async () => {
    expect((await tell("x".repeat(4_194_305))).status).toBe(413);
  });
});

test("no password, text or number is in the log", () => {
  expect(log.lines.map(({ event }) => event)).toContain("mm7 request");
  expect(JSON.stringify(log.lines)).not.toMatch(/s3cret|1202555|Offers|correct|horse/);
});
