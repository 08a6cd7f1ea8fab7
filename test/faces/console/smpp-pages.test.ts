import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { eventually } from "../../eventually.js";
import { submitSm, TestClient } from "../smpp/test-client.js";
import { type ConsoleServer, PlainBrowser, startConsole } from "./console-server.js";

let server: ConsoleServer;
let viewer: PlainBrowser;
let admin: PlainBrowser;
const clients: TestClient[] = [];

beforeAll(async () => {
  server = await startConsole({ smpp: { host: "127.0.0.1", port: 0 } });
  viewer = await new PlainBrowser(server.origin).logIn("viewer");
  admin = await new PlainBrowser(server.origin).logIn("admin");
});
afterAll(async () => {
  for (const client of clients) client.close();
  await server.close();
});

const lastEntry = async () => (await server.store.audit.entries(1))[0];
const passwordIn = (text: string): string => /<code[^>]*>([a-zA-Z2-9]{8})<\/code>/u.exec(text)?.[1] ?? "";

async function bind(password: string, systemId = "shop01"): Promise<TestClient> {
  const { client, status } = await TestClient.bind(server.server.smppPort ?? 0, {
    systemId,
    password,
  });
  expect(status).toBe(0);
  clients.push(client);
  return client;
}

const settings = {
  window: "20",
  receipts: "any",
  receiptId: "same",
  alphabet: "gsm",
  creditStatus: "0x45",
  incoming: "on",
};
let client: TestClient;

test("an account is added with a password that is shown once and binds", async () => {
  const { text: empty } = await admin.get("/smpp");
  expect(empty).toContain("There is no account");
  const refused = await admin.post("/smpp/add", { user: "42/Ann", systemId: "my shop", ...settings });
  expect(refused.text).toContain("without spaces");
  const fields = { user: "42/Ann", systemId: "shop01", fromAddresses: "127.0.0.0/8", ...settings };
  const { text } = await admin.submit("/smpp/add", fields);
  const password = passwordIn(text);
  expect(password).not.toBe("");
  expect(await lastEntry()).toMatchObject({ action: "smpp add", subject: { systemId: "shop01" } });
  expect((await admin.get("/smpp/shop01")).text).not.toContain(password);
  client = await bind(password);
});

test("a password that is chosen is not shown, and binds", async () => {
  await server.store.accounts.addUser({ customerId: 42, name: "Bob", passwordHash: "-" }, 0);
  const fields = { user: "42/Bob", systemId: "shop02", ...settings };
  const refused = await admin.post("/smpp/add", { ...fields, password: "nine char" });
  expect(refused.text).toContain("1 to 8 printable");
  expect(refused.text).not.toContain("nine char");
  const { text } = await admin.submit("/smpp/add", { ...fields, password: "s3cr3t 8" });
  expect(text).toContain("The account was added.");
  const bound = await bind("s3cr3t 8", "shop02");
  const long = { password: "a long password", allowLong: "on" };
  const asked = await admin.submit("/smpp/shop02/password", long);
  for (const want of ["Replace the password?", "New password, again", "closed within 3 seconds"])
    expect(asked.text).toContain(want);
  expect(asked.text).not.toContain(long.password);
  expect((await admin.submit("/smpp/shop02/password", { password: "" })).text).not.toContain(", again");
  expect(bound.closed).toBe(false);
  await admin.submit("/smpp/shop02/password", { ...long, confirm: "on" });
  await eventually(() => bound.closed);
  await admin.submit("/smpp/shop02/password", { password: "short", confirm: "on" });
  (await bind("short", "shop02")).close();
  await admin.submit("/smpp/shop02/remove", { confirm: "on" });
});

test("sessions are shown with their counters, to viewers without forms", async () => {
  expect(await client.request(submitSm())).toMatchObject({ status: 0 });
  await eventually(async () => (await viewer.get("/smpp")).text.includes("1 sessions of 1 accounts"));
  const [bound] = await server.store.smpp.binds(await server.store.processes.time());
  await eventually(async () => {
    const { text } = await viewer.get("/smpp/shop01");
    return text.includes(`data-live="submitted ${bound?.id ?? ""}">1<`);
  });
  const { text } = await viewer.get("/smpp/shop01");
  for (const want of ["transceiver", "127.0.0.0/8", "Waiting receipts and messages"])
    expect(text).toContain(want);
  for (const page of [text, (await viewer.get("/smpp")).text])
    expect(page).not.toContain('action="/console/smpp');
  expect((await viewer.post("/smpp/shop01/kick", { confirm: "on" })).status).toBe(403);
});

test("a session is closed after a confirmation", async () => {
  const [bound] = await server.store.smpp.binds(await server.store.processes.time());
  const session = bound?.id ?? "";
  expect((await admin.post("/smpp/kick", { session })).text).toContain("Close the sessions?");
  expect(client.closed).toBe(false);
  await admin.submit("/smpp/kick", { session, confirm: "on" });
  expect(await lastEntry()).toMatchObject({ action: "smpp kick", subject: { session } });
  await eventually(() => client.closed);
  expect((await admin.post("/smpp/shop01/kick", { confirm: "on" })).text).toContain(
    "there is no SMPP session",
  );
});

test("settings change, the password is replaced, and the account is removed", async () => {
  const { text: changed } = await admin.submit("/smpp/shop01/change", { ...settings, window: "30" });
  for (const want of ["The account was changed.", "<dd><span>30</span></dd>", "<dd><span>any</span></dd>"])
    expect(changed).toContain(want);
  expect((await admin.post("/smpp/shop01/change", { ...settings, window: "0" })).text).toContain(
    "from 1 to 1000",
  );
  const { text } = await admin.submit("/smpp/shop01/password", { confirm: "on" });
  const bound = await bind(passwordIn(text));
  const { text: rest } = await admin.submit("/smpp/shop01/remove", { confirm: "on" });
  expect(rest).toContain("There is no account");
  expect(await lastEntry()).toMatchObject({ action: "smpp remove", subject: { systemId: "shop01" } });
  await eventually(() => bound.closed);
  expect((await admin.get("/smpp/shop01")).text).toContain("there is no SMPP account shop01");
});
