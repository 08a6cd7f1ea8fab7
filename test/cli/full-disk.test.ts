import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { afterEach, beforeEach, expect } from "@jest/globals";
import { hashPassword } from "#server/credentials/hash.js";
import type { Store } from "#server/ports/store.js";
import { openStore } from "#server/storage/index.js";
import { accept, answering } from "../work/delivery/habits.js";
import { TestSmsc } from "../networks/smpp/test-smsc.js";
import { eventually } from "../eventually.js";
import { password } from "../operations/desk.js";
import { testWithPeer } from "../peers.js";
import { openAccount, submission } from "../storage/fixtures.js";
import { type Command, messenger, temporaryFolder } from "./messenger.js";
import { RecipientState } from "#server/domain/recipient-state.js";

let folder: ReturnType<typeof temporaryFolder>;
let database: string;
let store: Store;
let smsc: TestSmsc | undefined;

beforeEach(async () => {
  folder = temporaryFolder();
  database = `sqlite:${join(folder.path, "messenger.db")}`;
  store = await openStore(database);
  const passwordHash = await hashPassword(password);
  await openAccount(store, { user: "api", credit: 10_000, passwordHash });
});
afterEach(async () => {
  await store.close();
  await smsc?.close();
  folder.remove();
});

/** Whether files of a process may grow; when not, every write of the store fails, as on a full disk. */
function mayGrow(command: Command, may: boolean): void {
  const size = may ? "unlimited" : "1";
  const args = ["--pid", String(command.process.pid), `--fsize=${size}:unlimited`];
  expect(spawnSync("prlimit", args).status).toBe(0);
}

function serve(...options: readonly string[]): Command {
  return messenger(["serve", "--database", database, "--port", "0", ...options]);
}

const query =
  `customerID=42&userName=api&userPassword=${encodeURIComponent(password)}&originator=Shop&smsText=Hello` +
  "&recipientPhone=12025550101&messageType=Latin&blink=false&flash=false&Private=false";

testWithPeer("prlimit", "a full disk: calls can be repeated, metrics are there, and it passes", async () => {
  const server = serve("--admin", "0", "--log-level", "info");
  const [, url = ""] = await server.until(/(http\S+)\n/);
  const [, port = ""] = await server.untilError(/"port":(\d+),"msg":"admin listener open"/);
  const send = async (): Promise<Response> => fetch(`${url}/HTTP_SendSms?${query}`);
  const count = async (): Promise<unknown> => (await store.accounts.balances(42))[0]?.amount;
  mayGrow(server, false);
  const refused = await send();
  expect(refused.status).toBe(503);
  expect(await refused.text()).toContain("The call was not carried out.");
  expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(503);
  expect((await fetch(`http://127.0.0.1:${port}/metrics`)).status).toBe(200);
  mayGrow(server, true);
  expect(await count()).toBe(10_000);
  expect((await send()).status).toBe(200);
  // This process sees what another one has changed after at most 5 ms.
  await eventually(async () => (await count()) === 9_000);
  server.process.kill("SIGTERM");
  expect(await server.ended()).toBe(0);
});

testWithPeer(
  "prlimit",
  "a full disk does not keep the server from stopping; what it could not write is uncertain",
  async () => {
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const peer = await TestSmsc.listen(
      answering((pdu, connection) => {
        void released.then(() => {
          accept(pdu, connection, "id1");
        });
      }),
    );
    smsc = peer;
    const at = Date.now();
    const server = serve("--smsc", `smpp://messenger:secret@127.0.0.1:${peer.port}`);
    await server.until(/listens at .*\n/);
    await store.outbox.submit(submission("t1", { at, dueAt: at }));
    await eventually(() => peer.received("submit_sm").length === 1);
    mayGrow(server, false);
    release();
    await server.untilError(/"msg":"outcomes of messages cannot be stored"/);
    server.process.kill("SIGTERM");
    await eventually(() => server.process.exitCode !== null);
    expect(await server.ended()).toBe(0);
    expect(server.stderr()).toContain('"givenUp":true');
    const states = (await store.outbox.statistics(42, "t1"))?.counts.map(({ state }) => state);
    expect(states).toEqual([RecipientState.Submitting]);
    const again = serve("--smsc", `smpp://messenger:secret@127.0.0.1:${peer.port}`);
    await again.until(/listens at .*\n/);
    await eventually(async () => (await store.links.uncertain(10)).length === 1);
    expect(peer.received("submit_sm")).toHaveLength(1);
  },
);
