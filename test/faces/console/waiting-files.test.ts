import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { MessengerServer } from "messenger-server";
import { hashPassword } from "#server/credentials/hash.js";
import { uploadLimits } from "#server/domain/accounts/uploads.js";
import type { Store } from "#server/ports/store.js";
import { erasingAt, openStore } from "#server/storage/index.js";
import { cheap } from "../../credentials/cheap.js";
import { keepingLog } from "../../host/greeter/server.js";
import { startServer } from "../../start-server.js";
import { openAccount } from "../../storage/fixtures.js";
import { newDatabase } from "../../storage/new-database.js";
import { giveRole } from "../portal/give-role.js";
import { password, PlainBrowser, type Received } from "./console-server.js";

/** Two processes on one store, between which a browser goes to and fro. */

type Site = "console" | "portal";

let store: Store;
let database: string;
let servers: readonly MessengerServer[];

beforeAll(async () => {
  database = await newDatabase();
  store = await openStore(database);
  const passwordHash = await hashPassword(password, cheap);
  const by = { name: "test", source: "test" };
  const now = Date.now();
  for (const name of ["admin", "other"])
    await store.operators.add({ name, role: "admin", passwordHash, createdAt: now }, by);
  for (const id of [42, 43]) {
    await openAccount(store, { id, credit: 1_000_000, user: "api" });
    for (const user of ["owner", "second"])
      await giveRole(store, { customerId: id, user, role: "owner", passwordHash }, now);
  }
  const listener = { host: "127.0.0.1", port: 0 };
  const options = { database, port: 0, confirmAfter: 1, admin: listener, portal: listener };
  servers = [
    await startServer({ ...options, log: keepingLog() }),
    await startServer({ ...options, log: keepingLog() }),
  ];
});

afterAll(async () => {
  for (const server of servers) await server.close();
  await store.close();
});

const originOf = (site: Site, process: number): string => {
  const server = servers[process];
  return `http://127.0.0.1:${String(site === "portal" ? server?.portalPort : server?.adminPort)}`;
};

const browserOf = (site: Site, process: number): PlainBrowser =>
  new PlainBrowser(originOf(site, process), {}, site === "portal" ? "" : "/console");

async function loggedIn(site: Site, name: string, customer = 42): Promise<PlainBrowser> {
  const browser = browserOf(site, 0);
  await browser.get("/log-in");
  await browser.post("/log-in", {
    name,
    password,
    ...(site === "portal" ? { customer: String(customer) } : {}),
  });
  await browser.get(site === "portal" ? "/" : "");
  return browser;
}

/** The same browser, whose next request reaches another process. */
function atOther(browser: PlainBrowser, site: Site): PlainBrowser {
  const other = browserOf(site, 1);
  for (const cookie of browser.cookies.split("; ")) other.take(cookie);
  other.token = browser.token;
  return other;
}

const hidden = ({ text }: Received, name: string): string =>
  new RegExp(`name="${name}" value="([^"]+)"`, "u").exec(text)?.[1] ?? "";

/** Sends a form with a file. */
async function sendFile(
  browser: PlainBrowser,
  path: string,
  file: string,
  fields: Readonly<Record<string, string>>,
): Promise<Received> {
  const form = new FormData();
  for (const [name, value] of Object.entries({ token: browser.token, ...fields })) form.append(name, value);
  form.append("file", new Blob([file]), "file.csv");
  return browser.shown(await browser.request(path, { method: "POST", body: form }));
}

const draft = { originator: "Shop", list: "", numbers: "", upload: "", text: "Hello", when: "" };
const checkRecipients = (browser: PlainBrowser, file: string): Promise<Received> =>
  sendFile(browser, "/send/check", file, draft);
const sendFields = (checked: Received) => ({
  ...draft,
  upload: hidden(checked, "upload"),
  checked: hidden(checked, "checked"),
});

const balanceOf = async (customer: number): Promise<number> =>
  (await store.accounts.balances(customer))[0]?.amount ?? 0;

const pricesFor = async (prefix: string): Promise<readonly number[]> =>
  (await store.coverage.allPrices("all")).flatMap((each) =>
    each.prefix === prefix ? [each.price ?? -1] : [],
  );

describe("a price file", () => {
  const check = async (browser: PlainBrowser, path: string, prefix: string): Promise<Received> => {
    await browser.get(path);
    return sendFile(browser, `/console${path}/check`, `prefix,price\n${prefix},2\n`, { from: "" });
  };

  test.each([
    { name: "of all", path: "/prices", prefix: "491" },
    { name: "of a customer", path: "/customers/42/prices", prefix: "492" },
  ])("$name is shown by one process and set by another", async ({ path, prefix }) => {
    const admin = await loggedIn("console", "admin");
    const checked = await check(admin, path, prefix);
    expect(checked.text).toContain("Set 1 price");
    expect(await pricesFor(prefix)).toEqual([]);
    const set = await atOther(admin, "console").submit(`${path}/import`, {
      upload: hidden(checked, "upload"),
      from: "",
    });
    expect(set.text).toContain("The prices were set.");
    expect(await pricesFor(prefix)).toEqual([2_000]);
  });

  test.each<{ name: string; by?: string; change?: (upload: string) => string; late?: boolean }>([
    { name: "of another operator", by: "other" },
    { name: "with another id", change: (id) => id.replace(/^./u, (first) => (first === "0" ? "1" : "0")) },
    { name: "with a text for an id", change: () => "x\u0000'" },
    { name: "without an id", change: () => "" },
    { name: "after its time", late: true },
  ])("$name is asked for again", async ({ by, change = (id) => id, late = false }) => {
    const admin = await loggedIn("console", "admin");
    const upload = hidden(await check(admin, "/prices", "493"), "upload");
    if (late) await store.uploads.forget(Date.now() + uploadLimits.time);
    const browser = atOther(by === undefined ? admin : await loggedIn("console", by), "console");
    const refused = await browser.post("/prices/import", { upload: change(upload), from: "" });
    expect(refused.text).toMatch(/choose the file again/iu);
    expect(await pricesFor("493")).toEqual([]);
  });
});

describe("a file of recipients", () => {
  test("is checked by one process and sent by another, once", async () => {
    const owner = await loggedIn("portal", "owner");
    await owner.get("/send");
    const before = await balanceOf(42);
    const checked = await checkRecipients(owner, "+1 202 555 0161\n12025550162\nnobody\n");
    const there = atOther(owner, "portal");
    const again = await there.post("/send/check", { ...draft, upload: hidden(checked, "upload") });
    expect(again.text).toContain("Send to 2 for 2 credits");
    const fields = { ...sendFields(checked), form: hidden(again, "form") };
    expect((await there.submit("/send", fields)).text).toContain("The message was accepted.");
    await owner.post("/send", fields);
    expect(before - (await balanceOf(42))).toBe(2_000);
  });

  test("of more bytes than a piece has all its numbers", async () => {
    const owner = await loggedIn("portal", "owner");
    await owner.get("/send");
    const count = Math.ceil((2.5 * uploadLimits.piece) / 12);
    const numbers = Array.from({ length: count }, (_, n) => `1202${String(5_000_000 + n)}`).join("\n");
    const checked = await checkRecipients(owner, numbers);
    const again = await atOther(owner, "portal").post("/send/check", {
      ...draft,
      upload: hidden(checked, "upload"),
    });
    expect(/Send to ([\d,]+) for/u.exec(again.text)?.[1]).toBe(count.toLocaleString("en-US"));
  });

  test.each<{
    name: string;
    user?: string;
    customer?: number;
    late?: boolean;
    erased?: boolean;
    price?: boolean;
  }>([
    { name: "of another user of the customer", user: "second" },
    { name: "of another customer", customer: 43 },
    { name: "after its time", late: true },
    { name: "after the removal of a number", erased: true },
    { name: "that was sent as a price file", price: true },
  ])("$name is asked for again", async ({ user = "owner", customer = 42, late, erased, price }) => {
    const owner = await loggedIn("portal", "owner");
    await owner.get("/send");
    const checked = await checkRecipients(owner, "12025550161\n");
    const fields = sendFields(checked);
    if (late === true) await store.uploads.forget(Date.now() + uploadLimits.time);
    const at = Date.now();
    const actor = { name: "test", source: "test" };
    if (erased === true)
      await erasingAt(database).number("12025550199", { at, actor, action: "number erase", subject: {} });
    const wrong = {
      id: fields.upload.replace(/^.{8}/u, "00000000"),
      owner: "42/owner",
      kind: "prices",
      customerId: 42,
    } as const;
    if (price === true) await store.uploads.add(wrong, Buffer.from("12025550161\n"), at);
    const browser = atOther(await loggedIn("portal", user, customer), "portal");
    const before = await balanceOf(customer);
    const upload = price === true ? wrong.id : fields.upload;
    const refused = await browser.post("/send", { ...fields, upload });
    expect(refused.text).toMatch(/choose the file again/iu);
    expect(await balanceOf(customer)).toBe(before);
  });

  test("goes with its customer, and those of others stay", async () => {
    const at = Date.now();
    const actor = { name: "test", source: "test" };
    const files = [44, 45].map((customerId) => ({
      ...{ id: `00000000-0000-4000-8000-0000000000${customerId}`, owner: `${customerId}/owner` },
      ...({ kind: "recipients", customerId } as const),
    }));
    for (const file of files) {
      await openAccount(store, { id: file.customerId });
      await store.uploads.add(file, Buffer.from("12025550161\n"), at);
    }
    await erasingAt(database).customer(44, {
      at,
      actor,
      action: "customer remove",
      subject: { customer: 44 },
    });
    const left = await Promise.all(files.map((file) => store.uploads.find(file, at)));
    expect(left.map((each) => each?.length)).toEqual([undefined, 12]);
  });
});
