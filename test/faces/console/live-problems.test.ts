import { afterAll, beforeAll, describe, expect } from "@jest/globals";
import { failUncertain } from "#server/actions/uncertain.js";
import { machine } from "#server/actions/rights.js";
import { faultsOf } from "../../browser.js";
import { eventually } from "../../eventually.js";
import { isInstalled, testWithPeer } from "../../peers.js";
import type { Page } from "../../playwright.js";
import { openAccount } from "../../storage/fixtures.js";
import { openBrowser, type OpenBrowser } from "./open-browser.js";

let open: OpenBrowser;
let page: Page;
let made = 50;

/** One more customer with unusual traffic. */
async function addProblem(): Promise<string> {
  const { store } = open.server;
  const [id, name] = [made, `Harbor ${made}`];
  made++;
  await openAccount(store, { id, credit: 100_000 });
  await store.accounts.changeCustomer(id, { name });
  const found = { customerId: id, kind: "volume", prefix: "", messages: 900, usual: 9 } as const;
  await store.unusual.add([{ ...found, ended: undefined }], Date.now());
  return name;
}

async function uncertain(): Promise<readonly number[]> {
  return (await open.server.store.links.uncertain(9)).map(({ id }) => id);
}

const giveUp = (id: number | undefined) =>
  failUncertain.run(
    open.server.store,
    { ids: [String(id)] },
    { now: Date.now(), caller: machine, by: { name: "root", source: "test" } },
  );

/** Places of all that can be clicked or read in the list, without the figures that change. */
const boxes = (): Promise<string> =>
  page.evaluate<string>(
    `JSON.stringify([...document.querySelectorAll("main a, main button:not(.news), main li, main strong, main .card")].map((each) => {
      const { left, top, width, height } = each.getBoundingClientRect();
      return [each.tagName, ...[left, top, each.tagName === "STRONG" ? 0 : width, height].map(Math.round)];
    }))`,
  );

/** As when a hidden tab is seen again, and half a second later: a copy is taken at once, of a state that pages share for 1.5 seconds. */
const seenAgain = (): Promise<unknown> =>
  page.evaluate(
    "document.dispatchEvent(new Event('visibilitychange')); new Promise((done) => setTimeout(done, 500))",
  );

const row = (text: string) => page.getByRole("listitem").filter({ hasText: text });
const news = () => page.locator("[data-news-page]");
const shown = () => page.locator("main > .attention > li");

beforeAll(async () => {
  if (!isInstalled("chromium")) return;
  open = await openBrowser();
  await addProblem();
  page = await open.logIn("admin");
});
afterAll(async () => {
  if (isInstalled("chromium")) await open.close();
});

async function openProblems(): Promise<void> {
  await page.goto(`${open.server.origin}/console/problems`);
  await page.getByText("updated").waitFor();
}

describe("the list of all problems", () => {
  for (const act of ["hovers over", "has focused", "has not touched"] as const)
    testWithPeer(
      "chromium",
      `announces a new one, and keeps every place when somebody ${act} a button`,
      async () => {
        await openProblems();
        const button = row("Harbor 50").getByRole("button", { name: "Block" });
        if (act === "hovers over") await button.hover();
        if (act === "has focused") await button.focus();
        const [before, count] = [await boxes(), await shown().count()];
        const name = await addProblem();
        await eventually(async () => (await news().textContent()) === "1 new, show");
        expect([await boxes(), await shown().count()]).toEqual([before, count]);
        await news().click();
        await row(`${name} has unusual traffic`).waitFor();
        expect(await shown().count()).toBe(count + 1);
        expect(await faultsOf(page)).toEqual([]);
      },
    );

  testWithPeer("chromium", "writes figures in place, and strikes out what is over", async () => {
    await openProblems();
    const of = row("uncertain.");
    const [before, ids] = [await boxes(), await uncertain()];
    expect([ids.length, await of.locator("strong").textContent()]).toEqual([2, "2 messages are uncertain."]);
    await giveUp(ids[0]);
    await eventually(async () => {
      await seenAgain();
      return (await of.locator("strong").textContent()) === "1 message is uncertain.";
    });
    expect(await boxes()).toBe(before);
    await giveUp(ids[1]);
    await page.locator("main li.over", { hasText: "uncertain" }).waitFor();
    expect([await boxes(), await news().textContent()]).toEqual([before, "changed, show"]);
    expect(await faultsOf(page)).toEqual([]);
    await news().click();
    await eventually(async () => (await page.locator("main li.over").count()) === 0);
  });

  testWithPeer("chromium", "counts them as they come", async () => {
    await openProblems();
    const count = page.locator('[data-live="problems"]');
    const before = Number.parseInt((await count.textContent()) ?? "", 10);
    await page.locator("h1").hover();
    await addProblem();
    await eventually(async () => (await count.textContent()) === `${before + 1} problems`);
  });

  testWithPeer(
    "chromium",
    "has no error of a script, and blocks a customer with two clicks meanwhile",
    async () => {
      await openProblems();
      await addProblem();
      await row("Harbor 50").getByRole("button", { name: "Block" }).click();
      await page.getByRole("button", { name: "Block the customer" }).click();
      await page.getByRole("status").getByText("blocked").waitFor();
      expect((await open.server.store.accounts.customer(50))?.state).toBe("blocked");
      expect(open.complaints).toEqual([]);
    },
  );
});
