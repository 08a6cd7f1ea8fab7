import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { LinkEvent } from "#server/domain/delivery/links/events.js";
import { numbersOf } from "#server/faces/console/numbers.js";
import { Snapshots } from "#server/faces/console/snapshot.js";
import { noResponses } from "#server/domain/usage/quantiles.js";
import { addLink } from "../../storage/claims.js";
import { eventually } from "../../eventually.js";
import { type ConsoleServer, PlainBrowser, startConsole } from "./console-server.js";
import { rowsOf, words } from "./page-text.js";

/** Answer times, windows and what happened, on the pages of links, compared with what the database has. */

let server: ConsoleServer;
const minute = 60_000;
const now = Date.now();
const start = now - (now % minute);
/** After all that happens on the links of the test. */
const later = now + 10 * minute;

const page = async (role: "viewer" | "admin", path: string): Promise<string> =>
  (await (await new PlainBrowser(server.origin).logIn(role)).get(path)).text;

const stepsOf = (text: string): readonly string[] =>
  [...text.matchAll(/<span class="what">[^]*?(?=<span class="when">)/gu)].map(([step]) => words(step));

beforeAll(async () => {
  server = await startConsole();
  const { store } = server;
  await addLink(store, "east");
  const east = (await store.links.links()).find(({ name }) => name === "east")?.id ?? 0;
  const responses = (place: number, count: number) =>
    noResponses().map((_, index) => (index === place ? count : 0));
  await store.traffic.addLinks(
    [
      { at: start - 10 * minute, link: "east", used: 4, window: 20, responses: responses(6, 90) },
      { at: start - 5 * minute, link: "east", used: 19, window: 20, responses: responses(8, 10) },
    ],
    0,
  );
  const event = (change: Partial<LinkEvent>): LinkEvent => ({
    ...{ linkId: east, process: "other", event: "lost", times: 1, detail: "", at: later, lastAt: later },
    ...change,
  });
  await store.links.addEvents(
    [
      event({ at: later + 1_000, lastAt: later + 1_000, detail: "connection refused" }),
      event({
        ...{ event: "throttled", at: later - 60_000, lastAt: later + 2_000, times: 1_240 },
        detail: "RTHROTTLED (0x58)",
      }),
      event({ event: "bound", at: later + 3_000, lastAt: later + 3_000 }),
    ],
    now,
  );
  const by = { name: "ann", source: "test" };
  await store.audit.add({ at: later + 4_000, actor: by, action: "link stop", subject: { link: "east" } });
});
afterAll(() => server.close());

test("the page of a link has answer times and window of each minute", async () => {
  const text = await page("admin", "/links/east");
  const responses = rowsOf(text, "Answer time, 95 of 100").map(([, value]) => value);
  // Nine of ten within 200 to 300 ms, the others within 400 to 500.
  expect(responses.filter((value) => value !== "—").sort()).toEqual(["0.295", "0.495"]);
  expect(text).toContain("95 of 100 responses over east came within 0.45 seconds");
  const windows = rowsOf(text, "Window in use").map((row) => row.slice(1).join(" "));
  expect(windows.filter((row) => row !== "— —").sort()).toEqual(["19 20", "4 20"]);
  const found = await server.store.traffic.readLink({ link: "east", from: 0, until: now, step: minute });
  expect(found.map(({ used }) => used)).toEqual([4, 19]);
});

test("the page of all links has the answer time and the window of each", async () => {
  const row = rowsOf(await page("viewer", "/links"), "Links to networks, with the last 1 hour").find(
    ([name = ""]) => name.startsWith("east"),
  );
  expect(row?.[4]).toBe("0.45 s");
  expect(row?.[5]).toMatch(/^\d+ of \d+$/u);
});

test("the overview has the answer time of the last hour", async () => {
  const row = rowsOf(await page("viewer", ""), "Links").find(([name = ""]) => name.startsWith("east"));
  expect(row?.slice(6, 8)).toEqual(["0.45 s", expect.stringMatching(/^\d+ of \d+$/u)]);
});

test("what happened is told, the latest first, and names operators to administrators only", async () => {
  const told = (text: string) => stepsOf(text).filter((step) => step.startsWith("east"));
  const happened = [
    "east bound",
    expect.stringMatching(
      /^east asked to slow down 1,240 times since .*; The link sends faster than the network allows RTHROTTLED \(0x58\)$/u,
    ),
    "east lost its connection connection refused",
  ];
  for (const path of ["/links/east", "/links"]) {
    expect(told(await page("admin", path)).slice(0, 4)).toEqual(["east stopped by ann", ...happened]);
    expect(told(await page("viewer", path)).slice(0, 4)).toEqual([
      "east stopped by an operator",
      ...happened,
    ]);
  }
});

test("a link that is opened, stopped and started by an operator is in the store, and survives", async () => {
  const { store } = server;
  const id = (await store.links.links()).find(({ name }) => name === "test")?.id ?? 0;
  const names = async () => (await store.links.events(id, 9)).map(({ event }) => event);
  await eventually(async () => (await names()).join() === "bound");
  await store.links.change("test", { started: false });
  await eventually(async () => (await names()).join() === "closed,bound");
  await store.links.change("test", { started: true });
  await eventually(async () => (await store.links.events(id, 9)).some(({ times }) => times === 2));
  expect((await names()).toSorted()).toEqual(["bound", "closed"]);
});

test("the sidebar counts the uncertain messages that the database has, live", async () => {
  const { store } = server;
  const count = (await store.links.uncertain(99)).length;
  expect(count).toBe(2);
  expect((await page("viewer", "")).includes(`data-live="decide uncertain">${count}<`)).toBe(true);
  const numbers = async () => {
    const moments = new Snapshots({ store, now: () => Date.now(), problems: async () => [] });
    return numbersOf(await moments.now())["decide uncertain"];
  };
  expect(await numbers()).toBe(String(count));
  const ids = (await store.links.uncertain(99)).map(({ id }) => id);
  await store.links.resolve(ids, "fail", Date.now());
  expect(await numbers()).toBe("");
});
