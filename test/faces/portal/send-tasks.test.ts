/** What a user of a customer does on the page of sending, in a browser, with its figures beside those of the store. */
import { mkdirSync } from "node:fs";
import { afterAll, beforeAll, describe, expect } from "@jest/globals";
import { sizeText, textSize } from "#server/domain/text/text-size.js";
import { launchBrowser, openPage, violationsOf } from "../../browser.js";
import { isInstalled, testWithPeer } from "../../peers.js";
import type { Browser, Page } from "../../playwright.js";
import { logInOn, own, type PortalServer, startPortal } from "./portal-server.js";

let portal: PortalServer;
let browser: Browser;
let owner: Page;
/** Without scripts. */
let plain: Page;
const complaints: string[] = [];

beforeAll(async () => {
  if (!isInstalled("chromium")) return;
  portal = await startPortal();
  await portal.store.accounts.addCredit(own, "SMS", 10_000_000, Date.now());
  await portal.store.accounts.changeCustomer(own, { timeZone: "America/New_York" });
  browser = await launchBrowser();
  owner = await openPage(browser, complaints, { viewport: { width: 1440, height: 900 } });
  plain = await openPage(browser, complaints, { javaScriptEnabled: false });
  await logInOn(owner, portal);
  await logInOn(plain, portal);
});
afterAll(async () => {
  if (!isInstalled("chromium")) return;
  await browser.close();
  await portal.close();
});

/** Opens the form, and fills it in. */
async function write(page: Page, fields: Readonly<Record<string, string>>): Promise<void> {
  await page.goto(`${portal.origin}/send`);
  for (const [label, value] of Object.entries(fields))
    await page.getByLabel(label, { exact: true }).fill(value);
}

const check = (page: Page): Promise<void> => page.getByRole("button", { name: /^Check the cost/u }).click();

const noteOf = (page: Page): Promise<string> =>
  page.evaluate<string>(
    "document.getElementById(document.querySelector('[name=text]').getAttribute('aria-describedby')).textContent",
  );

async function look(page: Page, name: string): Promise<void> {
  const folder = process.env["MESSENGER_LOOK_AT"];
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  for (const width of [390, 1440])
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      await page.screenshot({ path: `${folder}/${name}-${width}-${colorScheme}.png`, fullPage: true });
    }
}

const balanceOf = async (): Promise<number> =>
  (await portal.store.accounts.balances(own)).find(({ kind }) => kind === "SMS")?.amount ?? 0;

describe("the counter of a text", () => {
  const a = (count: number): string => "a".repeat(count);
  testWithPeer("chromium", "counts as one types what the check and the charge then say", async () => {
    const texts = [
      "Hello",
      a(160),
      a(161),
      `${a(159)}€`,
      `${a(152)}€${a(10)}`,
      "It’s 9 o’clock",
      "я".repeat(71),
      "ok 👍",
      "two\nlines",
      "٣٤",
      "e\u0301t\u00e9",
      "see https://example.com/٣",
    ];
    for (const text of texts) {
      const want = sizeText(textSize(text, false));
      await write(owner, { To: "12025550181", Text: text });
      await owner.getByText(want, { exact: true }).waitFor();
      await write(plain, { To: "12025550181", Text: text });
      await check(plain);
      expect([text, await noteOf(plain)]).toEqual([text, want]);
      const before = await balanceOf();
      await plain.getByRole("button", { name: /^Send to 1 for /u }).click();
      await plain.getByRole("status").getByText("The message was accepted.").waitFor();
      expect([text, before - (await balanceOf())]).toEqual([
        text,
        1_000 * (textSize(text, false)?.parts ?? 0),
      ]);
    }
  });

  testWithPeer("chromium", "a character outside the alphabet is named, and replaced by a click", async () => {
    await write(plain, { To: "12025550181", Text: `It’s ${a(120)}` });
    await check(plain);
    await plain.getByRole("heading", { name: "One character makes it Unicode" }).waitFor();
    await plain.getByText(/With the characters of a keyboard the text has 1 part in place of 2\./u).waitFor();
    await look(plain, "send-unicode");
    await plain.getByRole("button", { name: "Replace them" }).click();
    await plain.getByRole("button", { name: "Send to 1 for 1 credit" }).waitFor();
    expect(await plain.getByLabel("Text", { exact: true }).inputValue()).toBe(`It's ${a(120)}`);
  });
});

describe("a message for later", () => {
  testWithPeer(
    "chromium",
    "leaves at the time of the picker in the customer's zone, and is cancelled as a whole",
    async () => {
      const numbers = Array.from({ length: 30 }, (_, index) => String(12_025_551_000 + index));
      await write(owner, { To: numbers.join("\n"), Text: "Later", When: "2031-01-15T08:30" });
      await check(owner);
      await owner.getByText("15 Jan 2031, 08:30:00 New York").waitFor();
      expect(await violationsOf(owner)).toEqual([]);
      await look(owner, "send-later");
      const before = await balanceOf();
      await owner.getByRole("button", { name: "Send to 30 for 30 credits" }).click();
      await owner.getByRole("status").getByText("The message was accepted.").waitFor();
      const id = decodeURIComponent(new URL(owner.url()).pathname.split("/").at(-1) ?? "");
      const stored = await portal.store.outbox.statistics(own, id);
      expect([new Date(stored?.dueAt ?? 0).toISOString(), before - (await balanceOf())]).toEqual([
        "2031-01-15T13:30:00.000Z",
        30_000,
      ]);
      await owner.getByText("15 Jan 2031, 08:30:00").first().waitFor();
      await owner.getByText("30 credits", { exact: true }).first().waitFor();
      expect(await violationsOf(owner)).toEqual([]);
      await look(owner, "transaction");
      await owner.getByRole("button", { name: "Cancel 30 messages" }).click();
      await owner.getByRole("button", { name: "Cancel the messages" }).click();
      await owner.getByRole("status").getByText("The messages were cancelled.").waitFor();
      await owner.getByText("Refunded").waitFor();
      expect(await balanceOf()).toBe(before);
      expect(await owner.getByRole("button", { name: /^Cancel/u }).count()).toBe(0);
      await owner.goBack();
      expect(await balanceOf()).toBe(before);
    },
  );

  testWithPeer("chromium", "gets a clear answer where clocks skip a time or show it twice", async () => {
    await write(plain, { To: "12025550181", Text: "Night", When: "2031-03-09T02:30" });
    await check(plain);
    await plain
      .getByText(
        /Clocks in New York are set forward over 2031-03-09 02:30, which does not exist; use 2031-03-09 03:30/u,
      )
      .first()
      .waitFor();
    expect(await plain.getByLabel("Text", { exact: true }).inputValue()).toBe("Night");
    await plain.getByLabel("When", { exact: true }).fill("2031-11-02T01:30");
    await check(plain);
    await plain.getByLabel("Which of the two times").selectOption("second");
    await check(plain);
    await plain.getByRole("button", { name: "Send to 1 for 1 credit" }).click();
    const id = decodeURIComponent(new URL(plain.url()).pathname.split("/").at(-1) ?? "");
    expect(new Date((await portal.store.outbox.statistics(own, id))?.dueAt ?? 0).toISOString()).toBe(
      "2031-11-02T06:30:00.000Z",
    );
    await write(plain, { To: "12025550181", Text: "Over", When: "2020-01-01T08:30" });
    await check(plain);
    await plain
      .getByText(/This time is over; use a later one, or none to send at once/u)
      .first()
      .waitFor();
  });
});

describe("a test of a message", () => {
  testWithPeer(
    "chromium",
    "goes to one's own number once, and the message waits for its confirmation",
    async () => {
      await write(owner, { To: "12025550181\n12025550182", Text: "Try it" });
      await check(owner);
      const before = await balanceOf();
      await owner.getByLabel("Your number").fill("+1 202 555 0199");
      await owner.getByRole("button", { name: "Send me a test" }).click();
      await owner.getByText("A test was sent to +1 202 555 0199.").waitFor();
      await look(owner, "send-tested");
      expect(before - (await balanceOf())).toBe(1_000);
      await owner.getByRole("button", { name: "Send to 2 for 2 credits" }).click();
      await owner.getByRole("status").getByText("The message was accepted.").waitFor();
      expect(before - (await balanceOf())).toBe(3_000);
    },
  );
});

describe("a file", () => {
  testWithPeer(
    "chromium",
    "is explained in words, and its rows that are left out are a file that a spreadsheet opens",
    async () => {
      const { store } = portal;
      await store.coverage.setPrices(own, [{ prefix: "49", price: undefined }], Date.now());
      await store.coverage.addToBlacklist(own, ["12025552003"], Date.now());
      const good = Array.from({ length: 1_500 }, (_, index) => String(12_025_552_000 + index));
      const rows = [
        "phone",
        ...good,
        '=HYPERLINK("http://x.example")',
        "12345",
        "4915112345678",
        ...good.slice(0, 7),
      ];
      const form = new FormData();
      const user = await portal.logIn("owner");
      await user.get("/send");
      for (const [name, value] of Object.entries({ token: user.token, originator: "Shop", text: "Hello" }))
        form.append(name, value);
      form.append("file", new Blob([rows.join("\r\n")]), "numbers.csv");
      const sent = await user.request("/send/check", { method: "POST", body: form });
      const place = sent.headers.get("location") ?? "";
      const { text } = await user.request(place);
      expect(text).toContain("Send to 1,499 for 1,499 credits");
      const facts = [...text.matchAll(/<dt>([^<]*)<\/dt><dd><span>([^<]*)/gu)].map(([, name, value]) => [
        name,
        value,
      ]);
      expect(facts).toEqual(
        expect.arrayContaining([
          ["Entries of the file", "1,511"],
          ["Repeated, sent once", "− 7"],
          ["Opted out or blocked", "− 1"],
          ["Not a phone number", "− 3"],
          ["Not covered by your prices", "− 1"],
          ["Recipients", "1,499"],
        ]),
      );
      const csv = await user.request(`${place}&csv=left-out`);
      expect(csv.headers.get("content-disposition")).toContain("left-out.csv");
      expect(csv.text.split("\r\n")).toEqual([
        "Row,Value,Reason",
        "1,phone,Not a phone number: has no digits",
        "5,'12025552003,Opted out or blocked",
        `1502,"'=HYPERLINK(""http://x.example"")",Not a phone number: has no digits`,
        "1503,12345,Not a phone number: is too short for an international number",
        "1504,'4915112345678,Not covered by your prices",
        "",
      ]);
    },
  );
});

describe("a list", () => {
  const list = () => portal.store.lists.named(own, "Regulars");
  const done = (text: string): Promise<void> => plain.getByRole("status").getByText(text).waitFor();

  testWithPeer("chromium", "is made, filled, renamed, used and removed without scripts", async () => {
    await plain.goto(`${portal.origin}/lists`);
    await plain.getByText("Create a list").first().click();
    const create = plain.getByRole("form", { name: "Create a list" });
    await create.getByLabel("Name").fill("Shoppers");
    await create.getByLabel("Group").fill("Retail");
    await create.getByRole("button").click();
    await done("The list was created.");
    await plain.getByLabel("Numbers to add").fill("+1 202 555 0301\n12025550302, 12025550303");
    await plain.getByRole("button", { name: "Add the numbers" }).click();
    await done("3 numbers were added.");
    await plain.getByText("+1 202 555 0303").waitFor();
    await plain.goBack();
    await plain.getByRole("button", { name: "Add the numbers" }).click();
    await plain.getByRole("status").waitFor();
    await plain.getByLabel("Name").fill("Regulars");
    await plain.getByRole("button", { name: "Change the list" }).click();
    await done("The list was changed.");
    expect(await list()).toMatchObject({ category: "Retail", recipients: 3 });
    expect(await violationsOf(owner)).toEqual([]);
    await plain.getByRole("row", { name: "+1 202 555 0301" }).getByRole("button", { name: "Remove" }).click();
    await done("1 number was removed.");
    expect((await list())?.recipients).toBe(2);
    await owner.goto(plain.url());
    expect(await violationsOf(owner)).toEqual([]);
    await look(owner, "list");
    await plain.getByRole("link", { name: "Send to it" }).click();
    await plain.getByLabel("Text", { exact: true }).fill("For you");
    await check(plain);
    const before = await balanceOf();
    await plain.getByRole("button", { name: "Send to 2 for 2 credits" }).click();
    await done("The message was accepted.");
    expect(before - (await balanceOf())).toBe(2_000);
    for (const page of [plain, owner]) {
      await write(page, { Text: "For all of you" });
      await page.getByLabel("To a list or a group").selectOption("group:RETAIL");
      await check(page);
      await page.getByRole("button", { name: "Send to 2 for 2 credits" }).waitFor();
    }
    expect(await violationsOf(owner)).toEqual([]);
    await look(owner, "send-group");
    await plain.goto(`${portal.origin}/lists`);
    await look(plain, "lists");
    await plain.getByRole("link", { name: "Regulars" }).click();
    await plain.getByRole("button", { name: "Remove the list" }).click();
    await plain.getByRole("button", { name: "Remove the list" }).click();
    await done("The list was removed.");
    expect(await list()).toBeUndefined();
  });
});

testWithPeer("chromium", "no page had an error, and the policy blocked nothing", () => {
  expect(complaints).toEqual([]);
});
