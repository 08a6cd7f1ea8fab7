import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import {
  addInboxNumber,
  listInboxForwards,
  listInboxNumbers,
  removeInboxForward,
  removeInboxNumber,
  setInboxForward,
} from "../../server/admin/inbox-routes.js";
import {
  addLink,
  changeLink,
  listLinks,
  removeLink,
  setStarted,
  showLink,
} from "../../server/admin/links.js";
import { listUncertain, resolveUncertain, showQueue } from "../../server/admin/queue.js";
import { addRoute, listRoutes, removeRoute } from "../../server/admin/routes.js";
import type { Store } from "../../server/ports/store.js";
import { openStore } from "../../server/storage/index.js";
import { messenger, temporaryFolder } from "../cli/messenger.js";
import { claimDue } from "../storage/claims.js";
import { allOf, noon, openAccount, submission } from "../storage/fixtures.js";

const folder = temporaryFolder();
const database = `sqlite:${folder.path}/messenger.db`;
let store: Store;

beforeAll(async () => {
  store = await openStore(database);
  await openAccount(store, { credit: 90_000 });
});

afterAll(async () => {
  await store.close();
  folder.remove();
});

const url = "smpp://shop:s3cret@smsc.example.com:2775?window=50";

describe("links", () => {
  test("are added, shown without their password, changed, stopped and removed", async () => {
    await addLink(store, "north", { url, set: ["rate=100"] }, noon);
    const card = await showLink(store, "north", noon);
    expect(card).toMatchObject({
      ...{
        name: "north",
        kind: "smpp",
        url: "smpp://shop@smsc.example.com:2775",
        state: "no server",
        up: false,
      },
      ...{ network: "smsc.example.com:2775", settings: { window: "50", rate: "100" }, counts: null },
    });
    expect(JSON.stringify(card)).not.toContain("s3cret");
    await changeLink(store, "north", { set: ["rate=", "binds=2"], password: "other" }, noon);
    expect((await showLink(store, "north", noon)).settings).toEqual({ window: "50", binds: "2" });
    expect((await store.links.links())[0]).toMatchObject({ password: "other" });
    await changeLink(store, "north", { network: "both" }, noon);
    expect((await store.links.links())[0]).toMatchObject({ password: "other", network: "both" });
    await setStarted(store, "north", false);
    expect(await listLinks(store, noon)).toMatchObject([{ name: "north", state: "stopped" }]);
    await setStarted(store, "north", true);
    await removeLink(store, "north");
    expect(await listLinks(store, noon)).toEqual([]);
  });

  test.each([
    { name: "North", input: { url }, want: "no name of a link" },
    { name: "a", input: { url: "http://smsc.example.com" }, want: "the URL of a link must be" },
    { name: "a", input: { url: "smpp://smsc.example.com:2775" }, want: "system_id" },
    { name: "a", input: { url: "smpp://shop:far-too-long@smsc.example.com" }, want: "at most 8" },
    { name: "a", input: { url, set: ["window=0"] }, want: "window must be from 1 to 1000" },
    { name: "a", input: { url, set: ["windows=5"] }, want: "no setting windows" },
    { name: "a", input: { url, set: ["window"] }, want: "not NAME=VALUE" },
    { name: "a", input: { url, set: ["statuses=0x58"] }, want: "statuses must be" },
    {
      name: "a",
      input: { url: "smpps://shop@smsc.example.com", set: ["tlsCa=no/such.pem"] },
      want: "no/such.pem",
    },
    { name: "a", input: { url: "loopback", set: ["window=5"] }, want: "loopback has no settings" },
  ])("$input.set $input.url is refused: $want", async ({ name, input, want }) => {
    const refusal = addLink(store, name, input, noon);
    await expect(refusal).rejects.toThrow(want);
    await expect(refusal).rejects.not.toThrow(/s3cret|far-too-long/);
  });

  test("of a route or of the configuration stay as they are", async () => {
    await addLink(store, "used", { url }, noon);
    const route = await addRoute(store, { prefix: "1202", link: "used" });
    await expect(removeLink(store, "used")).rejects.toThrow("used by a route");
    await expect(addLink(store, "used", { url }, noon)).rejects.toThrow("exists already");
    await expect(removeLink(store, "none")).rejects.toThrow("no link none");
    await removeRoute(store, String(route.id));
    await removeLink(store, "used");
    const [template] = [{ name: "file", kind: "loopback", url: "loopback:", password: "" } as const];
    await store.links.configure([{ ...template, network: "x", settings: {}, ofFile: true }], [], noon);
    await expect(changeLink(store, "file", { network: "y" }, noon)).rejects.toThrow(
      "configuration of the server",
    );
    await expect(removeLink(store, "file")).rejects.toThrow("configuration of the server");
    await setStarted(store, "file", false);
    await store.links.configure([], [], noon);
    expect(await listLinks(store, noon)).toEqual([]);
  });
});

describe("routes", () => {
  test("are added, listed and removed", async () => {
    await addLink(store, "a", { url }, noon);
    const input = { prefix: "1202", link: "a", customer: "42", originator: "Shop", kind: "sms", rank: "2" };
    const row = await addRoute(store, { ...input, weight: "3", uncertain: "resend" });
    expect(await listRoutes(store)).toEqual([
      {
        ...{ id: row.id, prefix: "1202", customer: 42, originator: "Shop", kind: "sms", link: "a" },
        ...{ rank: 2, weight: 3, uncertain: "resend", ofFile: false },
      },
    ]);
    await expect(addRoute(store, input)).rejects.toThrow("exists already");
    await removeRoute(store, String(row.id));
    await expect(removeRoute(store, String(row.id))).rejects.toThrow("there is no route");
    await removeLink(store, "a");
  });

  test.each([
    { change: { prefix: "x" }, want: "x" },
    { change: { link: "none" }, want: "there is no link none" },
    { change: { customer: "43" }, want: "there is no such customer" },
    { change: { kind: "fax" }, want: "sms or mms" },
    { change: { rank: "10" }, want: "--rank must be from 1 to 9" },
    { change: { weight: "0" }, want: "--weight must be from 1 to 1000" },
    { change: { uncertain: "guess" }, want: "resend, hold, fail" },
  ])("refused: $want", async ({ change, want }) => {
    await expect(addRoute(store, { prefix: "*", link: "none", ...change })).rejects.toThrow(want);
  });
});

describe("the queue", () => {
  test("counts what waits and what is uncertain, which is sent again or given up", async () => {
    const recipients = ["12025550101", "12025550102", "12025550103"];
    await store.outbox.submit(submission("t1", { recipients }));
    const claimed = await claimDue(store, noon, 2);
    await store.delivery.own({ owner: "next", now: noon + 100_000, until: noon + 200_000, reports: [] });
    expect(await showQueue(store)).toEqual([
      { link: "any", waiting: 1, underWay: 0, uncertain: 0, withoutReceipt: 0 },
      { link: "test", waiting: 0, underWay: 0, uncertain: 2, withoutReceipt: 0 },
    ]);
    const [first, second] = await listUncertain(store);
    expect(first).toMatchObject({
      id: claimed[0]?.id,
      transaction: "t1",
      number: "12025550***",
      link: "test",
    });
    expect(await resolveUncertain(store, [String(first?.id)], "resend", noon)).toBe(1);
    await expect(resolveUncertain(store, [String(first?.id)], "fail", noon)).rejects.toThrow("none of these");
    await expect(resolveUncertain(store, ["x"], "fail", noon)).rejects.toThrow("no id of a message");
    expect(await resolveUncertain(store, "all", "fail", noon)).toBe(1);
    expect(await allOf(store.outbox.details(42, "t1"))).toMatchObject([
      { state: 0 },
      { state: 8 },
      { state: 0 },
    ]);
    expect(second?.id).toBe(claimed[1]?.id);
    await removeLink(store, "test");
  });
});

describe("inbox numbers and forwards", () => {
  test("are added, listed and removed", async () => {
    expect(await addInboxNumber(store, { customer: "42", number: "+1234" }, noon)).toEqual({
      ...{ number: "1234", customer: 42, strays: 0 },
    });
    await expect(addInboxNumber(store, { customer: "42", number: "1234" }, noon)).rejects.toThrow(
      "has an owner",
    );
    await expect(addInboxNumber(store, { customer: "43", number: "12" }, noon)).rejects.toThrow(
      "no customer 43",
    );
    await expect(addInboxNumber(store, { customer: "42", number: "" }, noon)).rejects.toThrow("neither");
    expect(await listInboxNumbers(store)).toEqual([{ number: "1234", customer: 42 }]);
    await removeInboxNumber(store, "1234");
    await expect(removeInboxNumber(store, "1234")).rejects.toThrow("has no owner");
    const forward = {
      customer: "42",
      url: "https://shop.example.com/in",
      method: "get",
      allowPrivate: false,
    };
    await setInboxForward(store, forward);
    expect(await listInboxForwards(store)).toEqual([{ ...forward, customer: 42, method: "GET" }]);
    await expect(setInboxForward(store, { ...forward, method: "PUT" })).rejects.toThrow(
      "must be POST or GET",
    );
    for (const wrong of ["ftp://example.com/", "https://u:p@example.com/", "example.com"])
      await expect(setInboxForward(store, { ...forward, url: wrong })).rejects.toThrow(
        "must be http or https",
      );
    await removeInboxForward(store, "42");
    await expect(removeInboxForward(store, "42")).rejects.toThrow("not forwarded");
  });
});

test("the commands print no password, and say by their exit code whether a link is up", async () => {
  const run = async (...args: readonly string[]) => {
    const command = messenger(["--database", database, ...args]);
    const code = await command.ended();
    return { code, text: command.stdout() + command.stderr() };
  };
  const added = await run("link", "add", "a", "smpp://shop@127.0.0.1:2775", "--password", "s3cret", "--json");
  expect(added.code).toBe(0);
  const shown = await run("link", "show", "a");
  expect(shown.code).toBe(3);
  expect(shown.text).toMatch(/^state +no server$/mu);
  const changed = await run("link", "change", "a", "--set", "window=5");
  expect(changed).toMatchObject({ code: 0, text: "link a changed\n" });
  expect((await run("route", "add", "*", "b")).code).toBe(1);
  expect((await run("queue", "uncertain", "resend")).code).toBe(2);
  const listed = await run("link", "list", "--json");
  expect(JSON.parse(listed.text)).toMatchObject([{ name: "a", state: "no server" }]);
  expect(added.text + shown.text + listed.text).not.toContain("s3cret");
});
