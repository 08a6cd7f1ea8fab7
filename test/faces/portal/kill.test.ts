import { createServer, type AddressInfo } from "node:net";
import { once } from "node:events";
import { expect, test } from "@jest/globals";
import { hashPassword } from "#server/credentials/hash.js";
import { openStore } from "#server/storage/index.js";
import { PlainBrowser } from "../console/console-server.js";
import { cheap } from "../../credentials/cheap.js";
import { eventually } from "../../eventually.js";
import { startService } from "../../interop/service.js";
import { openAccount } from "../../storage/fixtures.js";
import { newDatabase } from "../../storage/new-database.js";
import { giveRole } from "./give-role.js";
import { password } from "./portal-server.js";

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

test("a file that was sent right before kill -9 is sent once, and its form then leads to the message", async () => {
  const database = await newDatabase();
  const store = await openStore(database);
  await openAccount(store, { credit: 100_000, user: "api" });
  const passwordHash = await hashPassword(password, cheap);
  await giveRole(store, { customerId: 42, user: "owner", role: "owner", passwordHash }, Date.now());
  const port = await freePort();
  const start = () => startService(database, "--portal", String(port), "--smsc", "loopback");
  let service = await start();
  const origin = `http://127.0.0.1:${port}`;
  const owner = new PlainBrowser(origin, {}, "");
  await owner.get("/log-in");
  await owner.post("/log-in", { customer: "42", name: "owner", password });
  const known: string[] = [];
  for (let round = 1; round <= 3; round++) {
    await owner.get("/send");
    const draft = { originator: "Shop", list: "", numbers: "", text: `Round ${round}`, when: "" };
    const form = new FormData();
    for (const [name, value] of Object.entries({ token: owner.token, ...draft, upload: "" }))
      form.append(name, value);
    form.append("file", new Blob(["12025550161\n12025550162\n"], { type: "text/plain" }), "numbers.txt");
    const { text } = await owner.shown(await owner.request("/send/check", { method: "POST", body: form }));
    const hidden = (name: string) => new RegExp(`name="${name}" value="([^"]+)"`, "u").exec(text)?.[1] ?? "";
    // The form of the button that sends, which comes last.
    const id = Array.from(text.matchAll(/name="form" value="([^"]+)"/gu)).at(-1)?.[1] ?? "";
    const fields = { ...draft, upload: hidden("upload"), checked: hidden("checked"), form: id };
    if (round > 1) {
      // The file waits in the database for another process, too.
      await service.kill();
      service = await start();
    }
    const sent = owner.post("/send", fields).catch(() => undefined);
    await eventually(async () => (await store.desk.transactionOf(42, `portal ${id}`)) !== undefined);
    await service.kill();
    await sent;
    service = await start();
    const again = await owner.post("/send", fields);
    const transaction = (await store.desk.transactionOf(42, `portal ${id}`)) ?? "";
    known.push(transaction);
    expect([again.status, again.headers.get("location")?.split("?")[0]]).toEqual([
      303,
      expect.stringMatching(new RegExp(`^(?:/transactions/${transaction}|/send)$`, "u")),
    ]);
    const left = 100_000 - round * 2_000;
    expect(await store.accounts.balances(42)).toEqual([{ kind: "SMS", amount: left }]);
  }
  expect(new Set(known).size).toBe(3);
  const entries = await store.audit.entries(100);
  expect(entries.filter(({ action }) => action === "message send")).toHaveLength(3);
  await service.kill();
  await store.close();
});
