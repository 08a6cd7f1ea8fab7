import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { InvalidInput, Refusal } from "#server/admin/refusal.js";
import { type Said, said } from "#server/admin/sentence.js";
import { conditionsText, refusalWords, userText } from "#server/faces/console/customer-names.js";
import { pageWith } from "#server/faces/web/refusal-words.js";
import type { Store } from "#server/ports/store.js";
import type { Visit } from "#server/faces/console/visit.js";
import type { PlainBrowser } from "./console-server.js";
import { asks, filledAt, readyForm, spotAt } from "../matrix/attempts.js";
import { crawl, followed, type Found } from "../matrix/crawl.js";
import { type FilledForm, placeOf, sendForm } from "../matrix/filled-form.js";
import { openScene, operatorNamed, type Scene } from "../matrix/scene.js";
import { linksOn } from "../matrix/page-forms.js";
import { placesOf } from "../matrix/site.js";
import { consoleUnderTest as site } from "../matrix/sites.js";

/** Numbers that no figure of a page has by chance. */
const first = 7342;
const names: ReadonlyMap<number, string> = new Map([
  [first, "Harbor Shipping"],
  [first + 1, "Green Grocer"],
  [first + 2, "Night Market"],
]);

/** Elements after which another text begins. */
const blocks =
  /<\/?(?:td|th|tr|li|p|div|dd|dt|h\d|section|option|button|label|form|header|footer|caption|legend)\b[^>]*>/gu;

/** Texts that a person reads on a page, or in a file: between tags, and of attributes that browsers show or read aloud. */
function textsOf(page: string): readonly string[] {
  const body = page.replace(/<(?<tag>script|style)[^]*?<\/\k<tag>>/gu, "");
  const attributes = [...body.matchAll(/ (?:title|aria-label|placeholder|alt)="([^"]*)"/gu)];
  const texts = body
    .replace(blocks, "\n")
    .replace(/<[^>]*>/gu, " ")
    .split("\n");
  return [...attributes.map(([, text = ""]) => text), ...texts].map((text) =>
    text.replace(/\s+/gu, " ").trim(),
  );
}

/** Whether the page is about the customer: its title is the name. */
const isAbout = (page: string, name: string): boolean =>
  new RegExp(`<h1[^>]*>\\s*${name}\\b`, "u").test(page);

/** The texts of a page that have the number of a customer and not its name before it; below its name as a title, `Customer 42` is the number. */
function bareNumbersIn(page: string, names: ReadonlyMap<number, string>): readonly string[] {
  return textsOf(page).filter((text) =>
    [...names].some(([id, name]) => {
      if (!text.includes(String(id))) return false;
      const rest = text.replaceAll(`${name} (${id})`, name).replaceAll(`${name} ${id}`, name);
      const own = isAbout(page, name) ? rest.replace(new RegExp(`^Customer ${id}\\b`, "u"), "") : rest;
      // Not a part of the id of a key or of a transaction.
      return new RegExp(`(?<![\\w.+]|\\d,|[0-9a-f]-)${id}(?!\\w|\\.\\d|,\\d{3}(?!\\d))`, "u").test(own);
    }),
  );
}

/** Bare numbers of a page, with the page. */
const faultsOf = (place: string, page: string): readonly string[] =>
  bareNumbersIn(page, names).map((text) => `${place}: ${text}`);

const nameOf = (id: number | string): string => names.get(Number(id)) ?? String(id);

/** The page of the console that an action refuses. */
function refusedOn(refusal: Refusal): Promise<unknown> {
  const customer = async (id: number) => ({ id, name: names.get(id) });
  const accounts = { customer } as unknown as Store["accounts"];
  const show = () => Promise.reject(refusal);
  return pageWith(refusalWords({ accounts }), { path: "/", role: "viewer", show }).show({} as Visit);
}

/** Sentences by what the console makes of them. */
const sentences: Readonly<Record<string, Said>> = {
  "customer Harbor Shipping (7342) is not held": said`${{ customer: first }} is not held`,
  "a balance of customer Green Grocer (7343) is low": said`a balance of ${{ customer: 7343 }} is low`,
  "customer Harbor Shipping (7342) and customer Green Grocer (7343)": said`${{ customer: first }} and ${{ customer: 7343 }}`,
  "there is no customer 9": said`there is no ${{ customer: 9 }}`,
  "list A of customer Harbor Shipping (7342) is gone": said`${said`list A of ${{ customer: first }}`} is gone`,
  "there is no operator customer 7342": "there is no operator customer 7342",
  "7342 messages of customer 7342": said`${7342} messages of ${"customer 7342"}`,
};

describe("a text with the number of a customer", () => {
  test.each(Object.entries(sentences))("%s", async (want, sentence) => {
    for (const refusal of [
      new Refusal(sentence),
      new InvalidInput(sentence),
      new Refusal(sentence).about("x"),
    ])
      await expect(refusedOn(refusal)).rejects.toHaveProperty("message", want);
    const later = `${want}; what was done before it stays`;
    await expect(refusedOn(new Refusal(sentence).afterChanges())).rejects.toHaveProperty("message", later);
    const plain = want.replaceAll(/(?:Harbor Shipping|Green Grocer) \((\d+)\)/gu, "$1");
    expect(new Refusal(sentence).message).toBe(plain);
  });

  test.each([
    [{ state: "failed", customer: "7344" }, "state failed, customer Night Market (7344)"],
    [{ originator: "customer 7344", since: "7d" }, "originator customer 7344, since 7d"],
    [{ customer: "9" }, "customer 9"],
  ])("the conditions %j: %s", (given, want) => {
    expect(conditionsText(given, nameOf)).toBe(want);
  });

  test.each([
    ["7342/api", "api of Harbor Shipping (7342)"],
    ["7343/a/b", "a/b of Green Grocer (7343)"],
    ["9/api", "api of 9"],
    ["root", "root"],
    ["maria", "maria"],
    ["/api", "/api"],
  ])("the user %s: %s", (given, want) => {
    expect(userText(given, nameOf)).toBe(want);
  });

  test.each([
    ["<td>7342</td>", true],
    ["<td><a>Harbor Shipping</a> <small>7342</small></td>", false],
    ["<p>customer 7342 is held</p>", true],
    ["<p>Harbor Shipping (7342) is held</p>", false],
    ["<h1>Harbor Shipping</h1><p>Customer 7342</p>", false],
    ["<h1>Green Grocer</h1><p>Customer 7342</p>", true],
    ['<a title="7342">x</a>', true],
    ['<option value="7342">Harbor Shipping (7342)</option>', false],
    ["<td>17342</td><td>7,342</td><td>+7342</td>", false],
    ["<td>mo_cbdb1d1b7343</td><td>5c2f-7343-aa</td>", false],
    ["Harbor Shipping (7342),1\r\n7343,2\r\n", true],
    ["<td>Harbor Shipping</td><td>7343</td>", true],
  ])("%s is found: %j", (page, want) => {
    expect(bareNumbersIn(page, names).length > 0).toBe(want);
  });
});

let scene: Scene;
let browser: PlainBrowser;
let pages: readonly Found[];
let places: ReadonlyMap<string, string>;
/** Forms that were sent. */
let sent = 0;

beforeAll(async () => {
  scene = await openScene(first);
  for (const [id, name] of names) await scene.store.accounts.changeCustomer(id, { name });
  const actor = { name: `${first}/owner`, source: "portal, 192.0.2.7" };
  await scene.store.audit.add({
    at: Date.now(),
    actor,
    action: "message find",
    subject: { customer: first },
  });
  browser = await operatorNamed(scene, "admin");
  const start = site.start.map((place) => place.replace("customer=42", `customer=${first}`));
  pages = await crawl(browser, { base: site.base, routes: site.pages, each: 4, start });
  places = placesOf(site, pages);
});
afterAll(() => scene.close());

describe("a customer with a name", () => {
  test("stands with it on every page", () => {
    expect(pages.length).toBeGreaterThan(150);
    expect(pages.flatMap(({ place, text }) => faultsOf(place, text))).toEqual([]);
  });

  test("stands with it in every file of a page", async () => {
    const files = new Set(
      pages.flatMap(({ text }) => linksOn(text, site.base)).filter((href) => /[?&]csv=/u.test(href)),
    );
    const faults: string[] = [];
    for (const file of files) faults.push(...faultsOf(file, (await followed(browser, file)).text));
    expect(files.size).toBeGreaterThan(3);
    expect(faults).toEqual([]);
  });

  const paths = site.actions.map(({ path }) => path).filter((path) => !/remove|log-out/u.test(path));
  test.each(paths)("stands with it before and behind the action %s, and beside its refusal", async (path) => {
    const action = site.actions.find((each) => each.path === path);
    const faults: string[] = [];
    const look = async (form: FilledForm) => {
      const received = await sendForm(browser, form);
      const place = placeOf(received);
      const { text } = place === "" ? received : await followed(browser, place);
      faults.push(...faultsOf(place.replace(/=[\w-]{43}$/u, ""), text));
    };
    // Twice: what is there already is refused.
    for (let turn = 0; turn < 2; turn++) {
      const spot = await spotAt(browser, site, path, places);
      if (action === undefined || spot === undefined) continue;
      const filled = filledAt(site, path, spot);
      const mayAsk = asks(action, spot.form);
      if (mayAsk) await look(filled);
      const ready = await readyForm(browser, filled, mayAsk);
      if (ready === undefined) continue;
      sent++;
      await look(ready);
    }
    expect(faults).toEqual([]);
  });

  test("was looked for behind most actions", () => {
    expect(sent).toBeGreaterThan(60);
  });

  test("stands with it in the audit log of all of them", async () => {
    const { text } = await followed(browser, "/console/audit");
    expect(faultsOf("/console/audit", text)).toEqual([]);
  });
});
