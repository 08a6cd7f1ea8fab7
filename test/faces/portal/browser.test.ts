import { afterAll, beforeAll, describe, expect } from "@jest/globals";
import type { Browser, Page } from "../../playwright.js";
import { actionsOf, pagesOf } from "#server/faces/portal/site-map.js";
import { totpCode } from "#server/credentials/totp.js";
import type { PortalSources } from "#server/faces/portal/sources.js";
import { phoneText } from "#server/faces/web/number-texts.js";
import { launchBrowser, openPage, recordRequests, tooWide, unused, violationsOf } from "../../browser.js";
import { twice } from "../console/open-browser.js";
import { giveUpCallback } from "../console/console-server.js";
import { isInstalled, testWithPeer } from "../../peers.js";
import { submission } from "../../storage/fixtures.js";
import { logInOn, own, password, type PortalServer, startPortal } from "./portal-server.js";

let portal: PortalServer;
let browser: Browser;
let owner: Page;
const complaints: string[] = [];
const requests: string[] = [];

// Routes are listed without being called.
const listed = { store: {} } as PortalSources;

beforeAll(async () => {
  if (!isInstalled("chromium")) return;
  portal = await startPortal();
  browser = await launchBrowser();
  owner = await openPage(browser, complaints, { viewport: { width: 1440, height: 900 } });
  recordRequests(owner, requests);
  await logInOn(owner, portal);
});
afterAll(async () => {
  if (!isInstalled("chromium")) return;
  await browser.close();
  await portal.close();
});

/** Every page; the search is one of the customer. */
async function allPaths(): Promise<readonly string[]> {
  const actor = { name: `${own}/owner`, source: "test" };
  const entry = {
    at: Date.now(),
    actor,
    action: "message find",
    subject: { customer: String(own) },
  } as const;
  const ids: Readonly<Record<string, string | number | undefined>> = {
    "/messages/:id": portal.messages[own],
    "/messages/found/:id": await portal.store.audit.add(entry),
    "/transactions/:id": `sent-${own}`,
    "/lists/:id": portal.lists[own],
  };
  const pages = pagesOf(listed);
  return [...pages.map(({ path }) => path.replace(":id", String(ids[path]))), "/preferences", "/nowhere"];
}

testWithPeer("chromium", "every page is accessible in both colors, and fits every screen", async () => {
  const faults: string[] = [];
  for (const path of await allPaths()) {
    await owner.goto(`${portal.origin}${path}`);
    faults.push(...(await violationsOf(owner)));
    faults.push(...(await tooWide(owner, [320, 390, 1024, 1440, 1920])));
  }
  expect(faults).toEqual([]);
});

describe("without scripts", () => {
  testWithPeer("chromium", "a message is checked, sent and found", async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    recordRequests(page, requests);
    await logInOn(page, portal);
    await page.getByRole("link", { name: "Send a message" }).click();
    await page.getByLabel("To", { exact: true }).fill("12025550184");
    await page.getByLabel("Text", { exact: true }).fill("Your parcel arrives today");
    await page.getByRole("button", { name: "Check the cost" }).click();
    await page.getByText("25 characters, GSM alphabet: 1 part of 160, 135 left").first().waitFor();
    await page.getByLabel("Your number").fill("12025550180");
    await page.getByRole("button", { name: "Send me a test" }).click();
    await page.getByText("A test was sent to +1 202 555 0180.").waitFor();
    await page.getByRole("button", { name: "Send to 1 for 1 credit" }).click();
    await page.getByRole("status").getByText("The message was accepted.").waitFor();
    await page.getByRole("link", { name: "+1 202 555 0184" }).click();
    await page.getByText("Accepted from you").waitFor();
    await context.close();
  });
});

describe("the forms of the pages", () => {
  const done = (text: string): Promise<void> => owner.getByRole("status").getByText(text).waitFor();

  testWithPeer("chromium", "set stop words and remove them, and end other sessions", async () => {
    const context = await browser.newContext();
    await logInOn(await context.newPage(), portal);
    await owner.goto(`${portal.origin}/opt-outs`);
    await owner.getByText("Set the stop words").first().click();
    const words = owner.getByRole("form", { name: "Set the stop words" });
    await words.getByLabel("Further stop words").fill("fini");
    await words.getByRole("button").click();
    await done("The stop words were set.");
    await owner.getByRole("row", { name: "fini" }).getByRole("button").click();
    await owner.getByRole("button", { name: "Remove the stop words" }).click();
    await done("The stop words were removed.");
    await owner.goto(`${portal.origin}/account`);
    await owner.getByRole("link", { name: "Your sessions" }).click();
    await owner.getByRole("button", { name: "End the other sessions" }).click();
    await done("The other sessions have ended.");
    await context.close();
  });

  testWithPeer("chromium", "change the role of a user, whose choices are whole on a phone", async () => {
    await owner.setViewportSize({ width: 390, height: 844 });
    await owner.goto(`${portal.origin}/users`);
    const width = await owner.evaluate<number>("document.querySelector('td select').clientWidth");
    expect(width).toBeGreaterThan(150);
    const kim = owner.getByRole("row", { name: "reader" });
    await kim.getByLabel("Role").selectOption("finance");
    await kim.getByRole("button", { name: "Change" }).click();
    await done("The role was changed.");
    await owner.setViewportSize({ width: 1440, height: 900 });
  });

  /** A folded form, opened. */
  const form = async (name: string) => {
    const found = owner.getByRole("form", { name, exact: true });
    if (!(await found.isVisible())) await owner.getByText(name, { exact: true }).first().click();
    return found;
  };

  testWithPeer("chromium", "find a message by its number and cancel it", async () => {
    const phone = "12025550186";
    const dueAt = Date.now() + 86_400_000;
    const sent = { customerId: own, userName: "owner", at: Date.now(), dueAt, recipients: [phone] };
    await portal.store.outbox.submit(submission("for later", sent));
    await owner.goto(`${portal.origin}/messages`);
    const find = await form("Find a message");
    await find.getByLabel("Number").fill(phone);
    await find.getByRole("button").click();
    await owner.getByRole("link", { name: phoneText(phone) }).click();
    await twice(owner, "Cancel the message");
    await done("The message was cancelled.");
  });

  testWithPeer("chromium", "read a message of the inbox", async () => {
    await portal.store.inbox.add({
      ...{ customerId: own, from: "12025550187", to: "12025550100" },
      ...{ text: "Call me", at: Date.now() },
    });
    await owner.goto(`${portal.origin}/inbox`);
    await owner.getByRole("button", { name: "Read" }).first().click();
    await owner.getByText("Call me").waitFor();
  });

  testWithPeer("chromium", "cancel a transaction as a whole", async () => {
    const sent = { customerId: own, userName: "owner", at: Date.now(), dueAt: Date.now() + 86_400_000 };
    await portal.store.outbox.submit(submission("later-too", sent));
    await owner.goto(`${portal.origin}/transactions/later-too`);
    await owner.getByRole("button", { name: "Cancel 1 message" }).click();
    await owner.getByRole("button", { name: "Cancel the messages" }).click();
    await done("The messages were cancelled.");
  });

  testWithPeer("chromium", "create a list, change its numbers and its name, and remove it", async () => {
    await owner.goto(`${portal.origin}/lists`);
    const create = await form("Create a list");
    await create.getByLabel("Name").fill("Members");
    await create.getByRole("button").click();
    await done("The list was created.");
    await owner.getByLabel("Numbers to add").fill("+12025550191\n+12025550192");
    await owner.getByRole("button", { name: "Add the numbers" }).click();
    await done("2 numbers were added.");
    await owner.getByRole("button", { name: "Add the file" }).click();
    await owner
      .getByText(/Choose a file with one number or more/u)
      .first()
      .waitFor();
    await owner.getByRole("row", { name: "+1 202 555 0191" }).getByRole("button", { name: "Remove" }).click();
    await done("1 number was removed.");
    await owner.getByLabel("Numbers to remove").fill("+12025550192");
    await owner.getByRole("button", { name: "Remove the numbers" }).click();
    await done("1 number was removed.");
    await owner.getByLabel("Name", { exact: true }).fill("Former members");
    await owner.getByRole("button", { name: "Change the list" }).click();
    await done("The list was changed.");
    await owner.getByRole("button", { name: "Remove the list" }).click();
    await owner.getByRole("button", { name: "Remove the list" }).click();
    await done("The list was removed.");
  });

  testWithPeer("chromium", "add a number that opted out, and remove it", async () => {
    await owner.goto(`${portal.origin}/opt-outs`);
    const add = await form("Add an opt-out");
    await add.getByLabel("Number").fill("+12025550188");
    await add.getByRole("button").click();
    await done("The number is on the list of opt-outs.");
    await owner.getByRole("row", { name: "+1 202 555 0188" }).getByRole("button").click();
    await owner.getByRole("button", { name: "Remove the opt-out" }).click();
    await done("The number was removed.");
  });

  testWithPeer("chromium", "add an API key and revoke it", async () => {
    await owner.goto(`${portal.origin}/keys`);
    const add = await form("Add an API key");
    await add.getByLabel("Name", { exact: true }).fill("shop");
    await add.getByLabel("User").selectOption("api");
    await add.getByRole("button").click();
    await owner.getByText(/^mk_/u).waitFor();
    await owner.getByRole("link", { name: "Back" }).click();
    await owner.getByRole("row", { name: "shop" }).getByRole("button").click();
    await owner.getByRole("button", { name: "Revoke the key" }).click();
    await done("The key was revoked.");
  });

  testWithPeer("chromium", "set an address of callbacks, test it and post again", async () => {
    await owner.goto(`${portal.origin}/callbacks`);
    await owner.getByLabel("URL").fill("https://shop.invalid/states");
    await owner.getByRole("button", { name: "Keep the address" }).click();
    await owner.getByText(/^whsec_/u).waitFor();
    await owner.getByRole("link", { name: "Back" }).click();
    await owner.getByRole("button", { name: "Send a test" }).click();
    await owner.getByText("Your server did not accept the test").waitFor();
    await owner.getByRole("link", { name: "Back", exact: true }).click();
    await giveUpCallback(portal.store);
    await owner.getByRole("button", { name: "Post again what was given up" }).click();
    await done("The callbacks are posted again.");
  });

  testWithPeer("chromium", "invite a user; block and unblock one", async () => {
    await owner.goto(`${portal.origin}/users`);
    const invite = await form("Invite a user");
    await invite.getByLabel("User").fill("lee");
    await invite.getByLabel("Role").selectOption("reader");
    await invite.getByRole("button").click();
    await owner.getByRole("heading", { name: "Invitation" }).first().waitFor();
    await owner.getByRole("link", { name: "Back" }).click();
    const lee = owner.getByRole("row", { name: "lee" });
    await lee.getByRole("button", { name: "Block", exact: true }).click();
    await owner.getByRole("button", { name: "Block the user" }).click();
    await done("The user was blocked.");
    await lee.getByRole("button", { name: "Unblock" }).click();
    await done("The user was unblocked.");
    const programs = await form("Password for programs");
    await programs.getByLabel("User").fill("lee");
    await programs.getByLabel("Password of its programs").fill("phrase of programs 7");
    await programs.getByRole("button").click();
    await done("The password of the programs was set.");
    await lee.getByText("a password of their own").waitFor();
    await lee.getByRole("button", { name: "Remove the password" }).click();
    await owner.getByRole("button", { name: "Remove the password" }).click();
    await done("The programs have API keys alone.");
  });

  testWithPeer("chromium", "refuse a role to a user whose password is that of a program", async () => {
    await owner.goto(`${portal.origin}/users`);
    const api = owner.getByRole("row", { name: /^api /u });
    await api.getByLabel("Role").selectOption("owner");
    await api.getByRole("button", { name: "Change" }).click();
    await owner.getByRole("alert").getByText("user api has no role yet: send an invitation").waitFor();
  });

  testWithPeer("chromium", "end one session of several", async () => {
    const context = await browser.newContext();
    await logInOn(await context.newPage(), portal);
    await owner.goto(`${portal.origin}/sessions`);
    await owner.getByRole("button", { name: "End", exact: true }).first().click();
    await done("The session has ended.");
    await context.close();
  });

  testWithPeer("chromium", "turn one-time codes on and off, and change the password", async () => {
    const page = await openPage(browser, complaints);
    recordRequests(page, requests);
    await logInOn(page, portal, "developer");
    const isDone = (text: string): Promise<void> => page.getByRole("status").getByText(text).waitFor();
    await page.goto(`${portal.origin}/account`);
    await page.getByRole("button", { name: "Set up one-time codes" }).click();
    await page.getByLabel("Your password").fill(password);
    await page.getByRole("button", { name: "Continue" }).click();
    const secret = /[A-Z2-7]{32}/u.exec(await page.locator("main").innerText())?.[0] ?? "";
    await page.getByLabel("Code of the app").fill(totpCode(secret, Date.now()));
    await page.getByRole("button", { name: "Turn on one-time codes" }).click();
    await isDone("Log-ins ask for a one-time code.");
    await page.getByRole("button", { name: "Remove the one-time codes" }).click();
    await page.getByLabel("Your password").fill(password);
    await page.getByLabel("Your code").fill(totpCode(secret, Date.now()));
    await page.getByRole("button", { name: "Remove the one-time codes" }).click();
    await isDone("Log-ins need the password alone.");
    await page.getByText("Change the password").first().click();
    await page.getByLabel("Your password").fill(password);
    await page.getByLabel("New password").fill("quite another phrase 7");
    await page.getByRole("button", { name: "Change the password" }).click();
    // A new password ends every session, this one too.
    await page.getByRole("heading", { name: "Log in" }).waitFor();
    await page.context().close();
  });
});

testWithPeer("chromium", "every page was shown and every action used in the browser", () => {
  expect(unused("POST", [{ path: "/other/:id" }], requests)).toEqual(["/other/:id"]);
  expect(unused("GET", pagesOf(listed), requests)).toEqual([]);
  expect(unused("POST", actionsOf(listed), requests)).toEqual([]);
});

testWithPeer("chromium", "no page had an error, and the policy blocked nothing", () => {
  expect(complaints.filter((each) => !/status of 40[49]/u.test(each))).toEqual([]);
});
