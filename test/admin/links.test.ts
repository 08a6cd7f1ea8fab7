import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { RecipientState } from "#server/domain/recipient-state.js";
import {
  addInboxNumber,
  inboxForwardsOf,
  inboxNumbersOf,
  removeInboxForward,
  removeInboxNumber,
  setInboxForward,
} from "#server/actions/inbox-routes.js";
import {
  addLink,
  changeLink,
  listLinks,
  removeLink,
  showLink,
  startLink,
  stopLink,
} from "#server/actions/links.js";
import { failUncertain, resendUncertain } from "#server/actions/uncertain.js";
import { listUncertain, queuesOf } from "#server/actions/queue.js";
import { machine } from "#server/actions/rights.js";
import { addRoute, listRoutes, removeRoute } from "#server/actions/routes.js";
import type { Store } from "#server/ports/store.js";
import { openStore } from "#server/storage/index.js";
import { messenger, temporaryFolder } from "../cli/messenger.js";
import { claimDue, loseClaimed } from "../storage/claims.js";
import { detailsOf, noon, openAccount, submission } from "../storage/fixtures.js";
import { newDatabase } from "../storage/new-database.js";

const folder = temporaryFolder();
const database = await newDatabase();
let store: Store;

beforeAll(async () => {
  store = await openStore(database);
  await openAccount(store, { credit: 90_000 });
});

afterAll(async () => {
  await store.close();
  folder.remove();
});

const by = { by: { name: "ann", source: "test" }, now: noon, caller: machine };
const url = "smpp://shop:s3cret@smsc.example.com:2775?window=50";

describe("links", () => {
  test("are added, shown without their password, changed, stopped and removed", async () => {
    await addLink.run(store, { name: "north", url, set: ["rate=100"] }, by);
    const card = await showLink.row(store, { name: "north" }, by);
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
    await changeLink.run(store, { name: "north", set: ["rate=", "binds=2"], password: "other" }, by);
    expect((await showLink.row(store, { name: "north" }, by)).settings).toEqual({ window: "50", binds: "2" });
    expect((await store.links.links())[0]).toMatchObject({ password: "other" });
    await changeLink.run(store, { name: "north", network: "both" }, by);
    expect((await store.links.links())[0]).toMatchObject({ password: "other", network: "both" });
    await stopLink.run(store, { name: "north" }, by);
    expect(await listLinks.rows(store, {}, by)).toMatchObject([{ name: "north", state: "stopped" }]);
    await startLink.run(store, { name: "north" }, by);
    await removeLink.run(store, { name: "north" }, by);
    expect(await listLinks.rows(store, {}, by)).toEqual([]);
  });

  test.each([
    { name: "North", input: { url }, want: "invalid link name" },
    { name: "a", input: { url: "http://smsc.example.com" }, want: "the URL of a link must be" },
    { name: "a", input: { url: "smpp://smsc.example.com:2775" }, want: "system_id" },
    { name: "a", input: { url: "smpp://shop:far-too-long@smsc.example.com" }, want: "at most 8" },
    { name: "a", input: { url, set: ["window=0"] }, want: "window must be from 1 to 1000" },
    { name: "a", input: { url, set: ["windows=5"] }, want: "unknown setting windows" },
    { name: "a", input: { url, set: ["window"] }, want: "use NAME=VALUE" },
    { name: "a", input: { url, set: ["statuses=0x58"] }, want: "statuses must be" },
    {
      name: "a",
      input: { url: "smpps://shop@smsc.example.com", set: ["tlsCa=no/such.pem"] },
      want: "no/such.pem",
    },
    { name: "a", input: { url: "loopback", set: ["window=5"] }, want: "loopback has no settings" },
  ])("$input.set $input.url is refused: $want", async ({ name, input, want }) => {
    const refusal = addLink.run(store, { name, ...input }, by);
    await expect(refusal).rejects.toThrow(want);
    await expect(refusal).rejects.not.toThrow(/s3cret|far-too-long/);
  });

  test("of a route or of the configuration stay as they are", async () => {
    await addLink.run(store, { name: "used", url }, by);
    const { row: route } = await addRoute.run(store, { prefix: "1202", link: "used" }, by);
    await expect(removeLink.run(store, { name: "used" }, by)).rejects.toThrow("used by a route");
    await expect(addLink.run(store, { name: "used", url }, by)).rejects.toThrow("exists already");
    await expect(removeLink.run(store, { name: "none" }, by)).rejects.toThrow("no link none");
    await removeRoute.run(store, { id: String(route.id) }, by);
    await removeLink.run(store, { name: "used" }, by);
    const [template] = [{ name: "file", kind: "loopback", url: "loopback:", password: "" } as const];
    await store.links.configure([{ ...template, network: "x", settings: {}, ofFile: true }], [], by.by, noon);
    await expect(changeLink.run(store, { name: "file", network: "y" }, by)).rejects.toThrow(
      "configuration of the server",
    );
    await expect(removeLink.run(store, { name: "file" }, by)).rejects.toThrow("configuration of the server");
    await stopLink.run(store, { name: "file" }, by);
    await store.links.configure([], [], by.by, noon);
    expect(await listLinks.rows(store, {}, by)).toEqual([]);
  });
});

describe("routes", () => {
  test("are added, listed and removed", async () => {
    await addLink.run(store, { name: "a", url }, by);
    const input = { prefix: "1202", link: "a", customer: "42", originator: "Shop", kind: "sms", rank: "2" };
    const { row } = await addRoute.run(store, { ...input, weight: "3", uncertain: "resend" }, by);
    expect(await listRoutes.rows(store, {}, by)).toEqual([
      {
        ...{ id: row.id, prefix: "1202", customer: 42, originator: "Shop", kind: "sms", link: "a" },
        ...{ rank: 2, weight: 3, uncertain: "resend", ofFile: false, until: null },
      },
    ]);
    await expect(addRoute.run(store, input, by)).rejects.toThrow("exists already");
    await removeRoute.run(store, { id: String(row.id) }, by);
    await expect(removeRoute.run(store, { id: String(row.id) }, by)).rejects.toThrow("there is no route");
    await removeLink.run(store, { name: "a" }, by);
  });

  test.each([
    { change: { prefix: "x" }, want: "x" },
    { change: { link: "none" }, want: "there is no link none" },
    { change: { customer: "43" }, want: "there is no such customer" },
    { change: { kind: "fax" }, want: 'invalid kind "fax": use sms or mms' },
    { change: { rank: "10" }, want: 'invalid rank "10": use a number from 1 to 9' },
    { change: { weight: "0" }, want: 'invalid weight "0": use a number from 1 to 1000' },
    { change: { uncertain: "guess" }, want: 'invalid uncertain "guess": use resend, hold, fail' },
  ])("refused: $want", async ({ change, want }) => {
    await expect(addRoute.run(store, { prefix: "*", link: "none", ...change }, by)).rejects.toThrow(want);
  });
});

describe("the queue", () => {
  test("counts queued and uncertain messages, and resends or fails uncertain ones", async () => {
    const recipients = ["12025550101", "12025550102", "12025550103"];
    await store.outbox.submit(submission("t1", { recipients }));
    const claimed = await claimDue(store, noon, 2);
    await loseClaimed(store, noon + 100_000);
    expect(await queuesOf(store, noon - 1)).toMatchObject([{ oldestDue: null }, { oldestDue: null }]);
    const oldestDue = new Date(noon).toISOString();
    expect(await queuesOf(store, noon)).toEqual([
      { link: "unrouted", waiting: 1, underWay: 0, uncertain: 0, withoutReceipt: 0, oldestDue },
      { link: "test", waiting: 0, underWay: 0, uncertain: 2, withoutReceipt: 0, oldestDue: null },
    ]);
    const [first, second] = (await listUncertain.part(store, {}, by, { limit: 9 })).rows;
    expect(first).toMatchObject({
      id: claimed[0]?.id,
      transaction: "t1",
      number: "12025550***",
      link: "test",
    });
    const ids = [String(first?.id)];
    expect((await resendUncertain.run(store, { ids }, by)).row).toEqual({ messages: 1 });
    await expect(failUncertain.run(store, { ids }, by)).rejects.toThrow("none of these");
    await expect(failUncertain.run(store, { ids: ["x"] }, by)).rejects.toThrow("invalid message id");
    await expect(failUncertain.run(store, { ids, all: "on" }, by)).rejects.toThrow("give ids or --all");
    expect((await failUncertain.run(store, { all: "on" }, by)).row).toEqual({ messages: 1 });
    expect(await detailsOf(store.outbox, 42, "t1")).toMatchObject([
      { state: 0 },
      { state: RecipientState.Unknown },
      { state: 0 },
    ]);
    expect(second?.id).toBe(claimed[1]?.id);
    await removeLink.run(store, { name: "test" }, by);
  });
});

describe("inbox numbers and forwards", () => {
  test("are added, listed and removed", async () => {
    const { row } = await addInboxNumber.run(store, { customer: "42", number: "+1234" }, by);
    expect(row).toEqual({ number: "1234", customer: 42, strays: 0 });
    await expect(addInboxNumber.run(store, { customer: "42", number: "1234" }, by)).rejects.toThrow(
      "belongs to a customer already",
    );
    await expect(addInboxNumber.run(store, { customer: "43", number: "12" }, by)).rejects.toThrow(
      "no customer 43",
    );
    await expect(addInboxNumber.run(store, { customer: "42", number: "" }, by)).rejects.toThrow(
      "invalid address",
    );
    expect(await inboxNumbersOf(store)).toEqual([{ number: "1234", customer: 42 }]);
    await removeInboxNumber.run(store, { number: "1234" }, by);
    await expect(removeInboxNumber.run(store, { number: "1234" }, by)).rejects.toThrow(
      "belongs to no customer",
    );
    const forward = { customer: "42", url: "https://shop.example.com/in", method: "get" };
    await setInboxForward.run(store, forward, by);
    expect(await inboxForwardsOf(store)).toEqual([
      { ...forward, customer: 42, method: "GET", allowPrivate: false },
    ]);
    await expect(setInboxForward.run(store, { ...forward, method: "PUT" }, by)).rejects.toThrow(
      'invalid method "PUT": use POST or GET',
    );
    for (const wrong of ["ftp://example.com/", "https://", "example.com"])
      await expect(setInboxForward.run(store, { ...forward, url: wrong }, by)).rejects.toThrow(
        "must be http or https",
      );
    const url = "https://shop:kept%20secret@example.com/in";
    await setInboxForward.run(store, { ...forward, url }, by);
    const shown = "https://shop:***@example.com/in";
    expect((await inboxForwardsOf(store)).map((each) => each.url)).toEqual([shown]);
    // What was shown, sent again, changes no password.
    await setInboxForward.run(store, { ...forward, url: shown }, by);
    expect((await store.incoming.forwards()).map((each) => each.url)).toEqual([url]);
    await removeInboxForward.run(store, { customer: "42" }, by);
    await expect(removeInboxForward.run(store, { customer: "42" }, by)).rejects.toThrow("not forwarded");
  });
});

test("a secret comes from a file; one among the arguments is a warning that does not repeat it", async () => {
  const run = async (...args: readonly string[]) => {
    const command = messenger(["--database", database, "link", ...args]);
    const code = await command.ended();
    return { code, errors: command.stderr() };
  };
  const secret = join(folder.path, "receive.txt");
  writeFileSync(secret, "r=3@ceive\r\n", { mode: 0o600 });
  const mmsc = (name: string) => [
    "add",
    name,
    "mm7s://shop@mmsc.example.com/mm7",
    "--set",
    "receiveUser=mmsc",
  ];
  const quiet = await run(...mmsc("quiet"), "--set", `receivePassword=@${secret}`, "--password-file", secret);
  expect(quiet).toEqual({ code: 0, errors: "" });
  const stored = (await store.links.links()).find(({ name }) => name === "quiet");
  expect(stored).toMatchObject({ password: "r=3@ceive", settings: { receivePassword: "r=3@ceive" } });

  const loud = await run(...mmsc("loud"), "--set", "receivePassword=s3cret", "--password", "s3cret");
  expect(loud.code).toBe(0);
  expect(loud.errors).toMatch(
    /warning: .* --set receivePassword in the process list: use --set receivePassword=@FILE$/mu,
  );
  expect(loud.errors).toMatch(/warning: .* --password in the process list/u);
  const inUrl = await run("change", "loud", "--url", "mm7s://shop:s3cret@mmsc.example.com/mm7");
  expect(inUrl).toMatchObject({ code: 0, errors: expect.stringContaining("the password in the URL") });
  expect(loud.errors + inUrl.errors).not.toContain("s3cret");
  const gone = await run("change", "quiet", "--set", `receivePassword=@${secret}.gone`);
  expect(gone).toMatchObject({
    code: 1,
    errors: expect.stringMatching(/gone cannot be read: no such file/u),
  });
  for (const name of ["quiet", "loud"]) expect((await run("remove", name)).code).toBe(0);
});

test("the commands print no password, and their exit code shows whether a link is up", async () => {
  const run = async (...args: readonly string[]) => {
    const command = messenger(["--database", database, ...args]);
    const code = await command.ended();
    return { code, text: command.stdout() + command.stderr() };
  };
  const secret = join(folder.path, "secret.txt");
  writeFileSync(secret, "s3cret\n", { mode: 0o600 });
  const address = "smpp://shop@127.0.0.1:2775";
  const added = await run("link", "add", "a", address, "--password-file", secret, "--json");
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
