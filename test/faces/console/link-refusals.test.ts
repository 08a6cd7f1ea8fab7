import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { addLink as addLinkAction } from "#server/actions/links.js";
import { machine } from "#server/actions/rights.js";
import { RecipientState } from "#server/domain/recipient-state.js";
import { openStore } from "#server/storage/index.js";
import type { Store } from "#server/ports/store.js";
import { eventually } from "../../eventually.js";
import { addLink, claimDue, owner } from "../../storage/claims.js";
import { openAccount, submission } from "../../storage/fixtures.js";
import { newDatabase } from "../../storage/new-database.js";
import { type ConsoleServer, PlainBrowser, startConsole } from "./console-server.js";
import { cellsOf, rowsOf, words } from "./page-text.js";

/** Refusals and connections on the page of links, and routes of messages, compared with the database. */

let server: ConsoleServer;
let browser: PlainBrowser;
const now = Date.now();
const caption = "Messages that networks refused for good in the last 24 hours, by code and link";

/** Messages by the code with which their network refused them. */
const refused = { "RINVDSTADR (0x0b)": 3, "RINVSRCADR (0x0a)": 1, "0x0499": 2 } as const;

async function refuse(store: Store): Promise<void> {
  await openAccount(store, { id: 44 });
  const codes = Object.entries(refused).flatMap(([code, count]) => Array.from({ length: count }, () => code));
  const recipients = codes.map((_, index) => String(12_025_550_120 + index));
  const at = now - 60_000;
  const charge = { kind: "SMS", amount: 0 } as const;
  await store.outbox.submit(submission("refused", { customerId: 44, at, dueAt: at, recipients, charge }));
  const claimed = await claimDue(store, at, 99);
  await store.delivery.settle(
    claimed.map(({ id: recipientId, linkId }, index) => ({
      ...{ owner, recipientId, linkId, at, accepted: [] },
      end: { kind: "failed", code: codes[index] ?? "" },
    })),
  );
  await store.delivery.disown(owner);
  await store.retention.gatherDeliverability(100);
}

beforeAll(async () => {
  const database = await newDatabase();
  const store = await openStore(database);
  await refuse(store);
  await addLink(store, "west");
  const by = { name: "root", source: "test" };
  const smpp = { name: "zenith", url: "smpp://shop@127.0.0.1:1", password: "letmein", set: ["binds=2"] };
  await addLinkAction.run(store, smpp, { caller: machine, by, now });
  await store.close();
  server = await startConsole({ database });
  await server.store.links.addRoute({
    ...{ prefix: "1202", customerId: undefined, originator: undefined, kind: undefined, link: "west" },
    ...{ rank: 1, weight: 1, uncertain: "hold", ofFile: false },
  });
  browser = await new PlainBrowser(server.origin).logIn("admin");
});
afterAll(() => server.close());

/** Waits until the server has its links: `west` up, and both connections of `zenith` tried. */
async function linksTried(): Promise<void> {
  await eventually(async () => {
    const reports = await server.store.links.reports();
    return (
      reports.some(({ upSince }) => upSince !== undefined) && reports.some(({ binds }) => binds?.all === 2)
    );
  });
}

const pageOf = async (path: string): Promise<string> => (await browser.get(path)).text;

/** The messages that the database has as refused, by code. */
async function storedCodes(): Promise<Readonly<Record<string, number>>> {
  const { desk } = server.store;
  const found = await desk.candidates({ kind: "transaction", id: "refused" }, undefined, 99);
  const messages = await Promise.all(found.map(({ id }) => desk.message(id)));
  const counts: Record<string, number> = {};
  for (const message of messages)
    if (message?.state === RecipientState.Failed)
      counts[message.error ?? ""] = (counts[message.error ?? ""] ?? 0) + 1;
  return counts;
}

test("the page of all links has the messages refused in 24 hours, by code and link, as the database", async () => {
  const rows = rowsOf(await pageOf("/links"), caption);
  expect(await storedCodes()).toEqual(refused);
  // Links in the order of their ids: test, west, zenith; then all.
  expect(rows.map(([, code, ...counts]) => [code, ...counts.slice(0, 4)])).toEqual([
    ["RINVDSTADR (0x0b)", "3", "0", "0", "3"],
    ["0x0499", "2", "0", "0", "2"],
    ["RINVSRCADR (0x0a)", "1", "0", "0", "1"],
  ]);
});

test("a count leads to its messages", async () => {
  const [row = []] = cellsOf(await pageOf("/links"), caption);
  // Of the link test, and of all.
  for (const cell of [row[2], row[5]]) {
    const href = /href="([^"]*)"/u
      .exec(cell ?? "")?.[1]
      ?.replaceAll("&amp;", "&")
      .replaceAll("&#x3D;", "=");
    const found = await browser.request(href ?? "");
    const { text } = await browser.request(found.headers.get("location") ?? href ?? "");
    expect(words(text)).toContain("3 messages");
  }
});

test("a link says how many of its connections are bound, and when it tries again, as its report", async () => {
  await linksTried();
  await eventually(async () => (await pageOf("/links")).includes("next try in"));
  const note = rowsOf(await pageOf("/links"), "Links to networks, with the last 1 hour");
  const zenith = note.find(([name = ""]) => name.startsWith("zenith"))?.[0] ?? "";
  expect(zenith).toMatch(/ SMPP, 0 of 2 binds, .*ECONNREFUSED.*, next try in \d+ s$/u);
  const reports = await server.store.links.reports();
  const links = await server.store.links.links();
  const of = (name: string) =>
    reports.find(({ linkId }) => linkId === links.find((link) => link.name === name)?.id);
  expect(of("zenith")).toMatchObject({ up: false, binds: { bound: 0, all: 2 } });
  expect(of("west")?.upSince).toBeGreaterThanOrEqual(now);
  const west = note.find(([name = ""]) => name.startsWith("west"))?.[0] ?? "";
  expect(west).toMatch(/ LOOPBACK, up \d+ (?:s|min)\b/u);
});

test.each([
  ["refused", "Route if sent again"],
  ["waiting", "Route now"],
])("the page of a message that is %s says the way of its number as the routes are now", async (id, name) => {
  await linksTried();
  if (id === "waiting") {
    const times = { at: Date.now(), dueAt: Date.now() + 86_400_000 };
    const charge = { kind: "SMS", amount: 0 } as const;
    await server.store.outbox.submit(submission(id, { customerId: 44, ...times, charge }));
  }
  const [message] = await server.store.desk.candidates({ kind: "transaction", id }, undefined, 1);
  const [route] = await server.store.links.routes();
  const text = words(await pageOf(`/messages/${message?.id ?? 0}`));
  expect(text).toContain(`${name} goes to west by route ${route?.id ?? 0}`);
});
