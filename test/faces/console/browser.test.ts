import { afterAll, beforeAll, describe, expect } from "@jest/globals";
import type { Page } from "../../playwright.js";
import { actionsOf, type SiteSources } from "#server/faces/console/site-map.js";
import { newTotpSecret, totpCode } from "#server/credentials/totp.js";
import { phoneText } from "#server/faces/web/number-texts.js";
import { unused } from "../../browser.js";
import { clicksOf } from "../../counted-clicks.js";
import { eventually } from "../../eventually.js";
import { isInstalled, testWithPeer } from "../../peers.js";
import {
  type ConsoleServer,
  deferred,
  failMessage,
  giveUpCallback,
  openSmppSession,
  password,
} from "./console-server.js";
import { manageCustomer, setStopWords } from "./customer-steps.js";
import { lookTasks } from "./look-tasks.js";
import { OperatorClicks, tasks } from "./operator-tasks.js";
import { tableTasks } from "./table-tasks.js";
import { undoTasks } from "./undo-tasks.js";
import { findMessage, openBrowser, type OpenBrowser, twice, usedHere } from "./open-browser.js";

let open: OpenBrowser;
let server: ConsoleServer;
let admin: Page;

beforeAll(async () => {
  if (!isInstalled("chromium")) return;
  open = await openBrowser();
  ({ server } = open);
  admin = await open.logIn("admin");
});
afterAll(async () => {
  if (isInstalled("chromium")) await open.close();
});

describe("an operator", () => {
  testWithPeer("chromium", "logs in with the keyboard alone, and skips the navigation", async () => {
    const page = await open.browser.newPage();
    await page.goto(`${server.origin}/console`);
    const focused = (): Promise<string> =>
      page.evaluate<string>("document.activeElement.textContent || document.activeElement.name");
    await page.keyboard.press("Tab");
    expect(await focused()).toBe("Skip to the content");
    await page.keyboard.press("Tab");
    await page.keyboard.type("viewer");
    await page.keyboard.press("Tab");
    await page.keyboard.type(password);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Overview" }).waitFor();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    expect(await page.evaluate<string>("document.activeElement.id")).toBe("main");
    await page.close();
  });

  testWithPeer("chromium", "logs in with the code of an authenticator app", async () => {
    const secret = newTotpSecret();
    const by = { name: "root", source: "test" };
    await server.store.operators.change("viewer", { totpSecret: secret }, by, Date.now());
    const page = await open.browser.newPage();
    await page.goto(`${server.origin}/console`);
    for (const code of ["", totpCode(secret, Date.now())]) {
      await page.getByLabel("Name").fill("viewer");
      await page.getByLabel("Password").fill(password);
      await page.getByLabel("Code").fill(code);
      await page.getByRole("button", { name: "Log in" }).click();
      if (code === "") await page.getByText("the code is wrong or was used").waitFor();
    }
    await page.getByRole("heading", { name: "Overview" }).waitFor();
    await page.close();
    await server.store.operators.change("viewer", { totpSecret: null }, by, Date.now());
  });

  testWithPeer("chromium", "sees numbers change without a new request for the page", async () => {
    await admin.goto(`${server.origin}/console`);
    const waiting = admin.locator('[data-live="waiting"]');
    const before = Number(await waiting.textContent());
    const { submission } = await import("../../storage/fixtures.js");
    const dueAt = Date.now() + 86_400_000;
    const charge = { kind: "SMS", amount: 0 } as const;
    await server.store.outbox.submit(submission("live", { at: Date.now(), dueAt, charge }));
    await admin.locator('[data-live="waiting"]', { hasText: String(before + 1) }).waitFor();
    expect(Number(await waiting.textContent())).toBe(before + 1);
  });

  testWithPeer(
    "chromium",
    "sees the traffic as charts and as numbers, of the service and of a link",
    async () => {
      const { store } = server;
      const from = Date.now() - 600_000;
      const rows = Array.from({ length: 10 }, (_, index) => ({
        ...{
          at: from - (from % 60_000) + index * 60_000,
          accepted: 600 + 60 * index,
          delivered: 540,
          failed: 6,
        },
        ...{ waiting: index, oldest: index },
      }));
      await store.traffic.add(
        [...rows.map((row) => ({ ...row, link: "" })), ...rows.map((row) => ({ ...row, link: "test" }))],
        0,
      );
      await admin.goto(`${server.origin}/console`);
      await admin.getByRole("link", { name: "Traffic", exact: true }).click();
      expect(await admin.getByRole("img", { name: /^Messages per second: / }).count()).toBe(1);
      await admin.getByText("Figures").first().click();
      await admin.getByRole("cell", { name: "11", exact: true }).waitFor();
      await admin.getByRole("link", { name: "test", exact: true }).click();
      await admin.getByText("Last 1 hour of the link test").waitFor();
      expect(await admin.locator("figure:visible path.series").count()).toBe(4);
    },
  );

  testWithPeer("chromium", "finds a message, reads its text, cancels it and sends it again", async () => {
    const page = await open.logIn("support");
    await findMessage(page, deferred.number);
    await page.getByRole("link", { name: phoneText(deferred.number) }).click();
    await page.goBack();
    await page.getByRole("heading", { name: "Messages found" }).waitFor();
    await page.getByRole("link", { name: phoneText(deferred.number) }).click();
    await page.getByRole("link", { name: "Show the text" }).click();
    await page.getByText("Secret words").waitFor();
    await twice(page, "Cancel the message");
    await page.getByRole("status").getByText("The message was cancelled.").waitFor();
    await twice(page, "Send the message again");
    await page.getByRole("status").getByText("The message is sent again").waitFor();
    await page.getByRole("button", { name: "Log out" }).click();
    await page.getByRole("heading", { name: "Log in" }).waitFor();
    await page.context().close();
  });

  testWithPeer("chromium", "refunds a message, and those of a search", async () => {
    const [one, other] = ["12025550161", "12025550162"];
    for (const number of [one, other]) await failMessage(server.store, `complaint ${number}`, number);
    await findMessage(admin, one);
    await admin.getByRole("link", { name: phoneText(one) }).click();
    await twice(admin, "Refund the message");
    await admin.getByRole("status").getByText("The message was refunded.").waitFor();
    await findMessage(admin, other);
    await admin.getByText("Refund", { exact: true }).click();
    await admin.getByLabel("Reference").fill("complaint 7");
    await twice(admin, "Refund the message");
    await admin.getByRole("status").getByText("The messages were refunded").waitFor();
  });

  testWithPeer("chromium", "searches with the field of every page, by the key /", async () => {
    await admin.goto(`${server.origin}/console/links`);
    await admin.keyboard.press("/");
    await admin.keyboard.type("42");
    await admin.keyboard.press("Enter");
    await admin.getByRole("heading", { name: "Customer 42" }).waitFor();
    await admin.goto(`${server.origin}/console/search`);
    await admin.getByRole("main").getByLabel("Number, transaction").fill(`+${deferred.number}`);
    await admin.getByRole("main").getByRole("button", { name: "Search" }).click();
    await admin.getByRole("heading", { name: "Messages found" }).waitFor();
    expect(admin.url()).not.toContain(deferred.number);
  });

  testWithPeer(
    "chromium",
    "keeps what was typed when a form is refused, with the field in focus",
    async () => {
      await admin.goto(`${server.origin}/console/customers/42/settings`);
      const change = admin.getByRole("form", { name: "Change the settings" });
      await change.getByLabel("Note").fill("Kept");
      await change.getByLabel("Messages per second").fill("ten");
      await change.getByRole("button").click();
      await admin.getByRole("alert").getByText("1 field needs a change").waitFor();
      expect(await change.getByLabel("Note").inputValue()).toBe("Kept");
      expect(await change.getByLabel("Messages per second").inputValue()).toBe("ten");
      expect(await admin.evaluate<string>("document.activeElement.name")).toBe("rate");
    },
  );

  testWithPeer("chromium", "adds a link and a route, changes, stops, starts and removes them", async () => {
    const done = (text: string): Promise<void> => admin.getByRole("status").getByText(text).waitFor();
    await admin.goto(`${server.origin}/console/links`);
    await admin.getByText("Add a link").click();
    const add = admin.getByRole("form", { name: "Add a link" });
    await add.getByLabel("Name").fill("east");
    await add.getByLabel("URL").fill("smpp://shop@127.0.0.1:9");
    await add.getByLabel("Password").fill("sm-secr");
    await add.getByLabel("Settings").fill("window=20");
    await add.getByRole("button").click();
    await done("The link was added.");
    await admin.goto(`${server.origin}/console/routes`);
    await admin.getByText("Add a route").click();
    const route = admin.getByRole("form", { name: "Add a route" });
    await route.getByLabel("Prefix").fill("49");
    await route.getByLabel("Link").selectOption("east");
    await route.getByLabel("Kind").selectOption("sms");
    await route.getByRole("button").click();
    await done("The route was added.");
    await admin.getByRole("row", { name: "49" }).getByRole("button", { name: "Remove" }).click();
    await admin.getByRole("button", { name: "Remove the route" }).click();
    await done("The route was removed.");
    await admin.goto(`${server.origin}/console/links/east`);
    await admin.getByText("Change the link").first().click();
    const change = admin.getByRole("form", { name: "Change the link" });
    await change.getByLabel("Settings").fill("window=30");
    await change.getByRole("button").click();
    await done("The link was changed.");
    await admin.getByText("Set a buy price").first().click();
    const price = admin.getByRole("form", { name: "Set a buy price" });
    await price.getByLabel("Prefix").fill("49");
    await price.getByLabel("Price").fill("0.05");
    await price.getByRole("button").click();
    await done("The price was set.");
    const prices = admin.getByRole("table", { name: "Prices of the network by prefix" });
    await prices.getByRole("row", { name: "0.05" }).getByRole("button", { name: "Remove" }).click();
    await admin.getByRole("button", { name: "Remove the price" }).click();
    await done("The price was removed.");
    for (const [button, text] of [
      ["Stop the link", "The link stops"],
      ["Start the link", "The link starts"],
      ["Remove the link", "The link was removed."],
    ] as const) {
      await admin.getByRole("button", { name: button }).click();
      if (button !== "Start the link") await admin.getByRole("button", { name: button }).click();
      await done(text);
    }
  });

  for (const [name, does, found, want] of [...tasks, ...lookTasks, ...tableTasks])
    testWithPeer("chromium", `does with the clicks of the guide: ${name}`, async () => {
      const operator = await new OperatorClicks(admin, server).start();
      await does(operator, server);
      expect([operator.count, await found(server)]).toEqual([clicksOf(name), want]);
    });

  testWithPeer("chromium", "undoes and changes what the tasks have made", () => undoTasks(admin, server));

  testWithPeer("chromium", "manages a customer", () => manageCustomer(admin, server));

  testWithPeer("chromium", "gives a customer callbacks and an API key, and revokes the key", async () => {
    const done = (text: string): Promise<void> => admin.getByRole("status").getByText(text).waitFor();
    await admin.goto(`${server.origin}/console/customers/42`);
    await admin.getByRole("link", { name: "Callbacks" }).click();
    await admin.getByLabel("URL").fill("https://shop.example.com/states?key=1");
    await admin.getByRole("button", { name: "Change the callbacks" }).click();
    await admin.getByText(/^whsec_/u).waitFor();
    await admin.getByRole("link", { name: "Back" }).click();
    await admin.getByText("https://shop.example.com/states", { exact: true }).waitFor();
    await giveUpCallback(server.store);
    await admin.getByRole("button", { name: "Retry those given up" }).click();
    await done("The callbacks are posted again.");
    await admin.getByLabel("URL").fill("none");
    await admin.getByRole("button", { name: "Change the callbacks" }).click();
    await done("The callbacks were changed.");
    await admin.goto(`${server.origin}/console/customers/42`);
    await admin.getByRole("link", { name: "API keys" }).click();
    await admin.getByText("Add an API key").click();
    await admin.getByLabel("Name", { exact: true }).fill("shop");
    await admin.getByRole("button", { name: "Add the key" }).click();
    await admin.getByText(/^mk_/u).waitFor();
    await admin.getByRole("link", { name: "Back" }).click();
    const row = admin.getByRole("row", { name: "send,read" });
    await row.getByRole("button", { name: "Revoke" }).click();
    await admin.getByRole("button", { name: "Revoke the key" }).click();
    await done("The key was revoked.");
  });

  testWithPeer("chromium", "creates a key of his own, and revokes it", async () => {
    await admin.goto(`${server.origin}/console/keys`);
    await admin.getByText("Create a key of your own").click();
    await admin.getByLabel("Name", { exact: true }).fill("billing");
    await admin.getByLabel("Role").selectOption("support");
    await admin.getByRole("button", { name: "Create the key" }).click();
    await admin.getByText(/^mo_/u).waitFor();
    await admin.getByRole("link", { name: "Back" }).click();
    await admin.getByRole("row", { name: "billing" }).getByRole("button", { name: "Revoke" }).click();
    await admin.getByRole("button", { name: "Revoke the key" }).click();
    await admin.getByRole("status").getByText("The key was revoked.").waitFor();
  });

  testWithPeer("chromium", "adds an SMPP account, closes its sessions, changes and removes it", async () => {
    const done = (text: string): Promise<void> => admin.getByRole("status").getByText(text).waitFor();
    await admin.goto(`${server.origin}/console/smpp`);
    await admin.getByLabel("Customer", { exact: true }).selectOption("42");
    await admin.getByRole("button", { name: "Choose its user" }).click();
    await admin.getByLabel("User", { exact: true }).selectOption("42/Ann");
    await admin.getByLabel("system_id").fill("shop01");
    await admin.getByRole("button", { name: "Add the account" }).click();
    await admin.getByText("It is not shown again.").waitFor();
    await openSmppSession(server.store, "shop01");
    await openSmppSession(server.store, "shop01");
    // Pages share what they read for a moment.
    await eventually(async () => {
      await admin.goto(`${server.origin}/console/smpp`);
      return (await admin.getByRole("button", { name: "Close" }).count()) > 0;
    });
    await admin.getByRole("button", { name: "Close" }).first().click();
    await admin.getByRole("button", { name: "Close the sessions" }).click();
    await done("The session is closed.");
    await admin.getByRole("link", { name: "shop01" }).first().click();
    await admin.getByRole("button", { name: "Close all sessions" }).click();
    await admin.getByRole("button", { name: "Close the sessions" }).click();
    await done("The sessions are closed.");
    await admin.getByText("Change the account").first().click();
    await admin.getByLabel("Window").fill("20");
    await admin.getByRole("button", { name: "Change the account" }).click();
    await done("The account was changed.");
    await admin.locator("summary", { hasText: "Replace the password" }).click();
    await twice(admin, "Replace the password");
    await admin.getByText("It is not shown again.").waitFor();
    await admin.getByRole("link", { name: "Back" }).click();
    await twice(admin, "Remove the account");
    await done("The account was removed.");
  });

  testWithPeer("chromium", "invites a user to the portal, and changes the role", async () => {
    await admin.goto(`${server.origin}/console/customers/42/users`);
    await admin.getByText("Invite a user to the portal").click();
    const invite = admin.getByRole("form", { name: "Invite a user to the portal" });
    await invite.getByLabel("User").fill("ann");
    await invite.getByLabel("Role").selectOption("finance");
    await invite.getByRole("button").click();
    await admin.getByRole("heading", { name: "Invitation" }).first().waitFor();
    await admin.getByRole("link", { name: "Back" }).click();
    const ann = admin.getByRole("table", { name: "Users of the portal" }).getByRole("row", { name: "ann" });
    await ann.getByLabel("Role").selectOption("reader");
    await ann.getByRole("button", { name: "Change" }).click();
    await admin.getByRole("status").getByText("The role was changed.").waitFor();
    expect(await ann.getByLabel("Role").inputValue()).toBe("reader");
  });

  testWithPeer("chromium", "releases a customer that is held because of unusual traffic", async () => {
    await server.store.accounts.changeCustomer(42, { holdUnusual: true });
    const found = { customerId: 42, kind: "destination", prefix: "960", ended: undefined } as const;
    await server.store.unusual.add([{ ...found, messages: 300, usual: 0 }], Date.now());
    await admin.goto(`${server.origin}/console/customers/42`);
    for (let click = 0; click < 2; click++)
      await admin.getByRole("button", { name: "Release the customer" }).click();
    await admin.getByRole("status").getByText("The customer may send again.").waitFor();
  });

  testWithPeer("chromium", "ends one of the own sessions, then all others", async () => {
    const pages = [await open.logIn("support"), await open.logIn("support"), await open.logIn("support")];
    const [page] = pages;
    await page?.goto(`${server.origin}/console/preferences`);
    await page?.getByRole("link", { name: "Your sessions" }).click();
    await page?.getByRole("button", { name: "End", exact: true }).first().click();
    await page?.getByRole("status").getByText("The session has ended.").waitFor();
    await page?.getByRole("button", { name: "End the other sessions" }).click();
    await page?.getByRole("status").getByText("The other sessions have ended.").waitFor();
    expect(await page?.getByRole("row").count()).toBe(2);
    for (const each of pages) await each.context().close();
  });

  testWithPeer("chromium", "sets the stop words of a customer, and lists numbers that opted out", () =>
    setStopWords(admin, server),
  );

  testWithPeer("chromium", "decides about uncertain messages and stops a campaign", async () => {
    const done = (text: string): Promise<void> => admin.getByRole("status").getByText(text).waitFor();
    await admin.goto(`${server.origin}/console/uncertain`);
    for (const [button, confirm, text] of [
      ["Send again", "Send the message again", "The message is sent again."],
      ["Give up", "Give the message up", "The message was given up."],
    ] as const) {
      await admin.getByRole("row").nth(1).getByRole("button", { name: button }).click();
      await admin.getByRole("button", { name: confirm }).click();
      await done(text);
    }
    await admin.goto(`${server.origin}/console/campaigns`);
    await admin.getByRole("button", { name: "Stop" }).click();
    await admin.getByRole("button", { name: "Stop the campaign" }).click();
    await done("The campaign was stopped");
  });
});

testWithPeer("chromium", "every action was used in the browser", () => {
  // Routes are listed without being called.
  const sources = { store: server.store, wakeDelivery: () => undefined } as SiteSources;
  expect(unused("POST", [{ path: "/other/:id" }], open.requests)).toEqual(["/other/:id"]);
  expect(unused("POST", usedHere.actions(actionsOf(sources)), open.requests)).toEqual([]);
});

testWithPeer("chromium", "no page had an error, and the policy blocked nothing", () => {
  expect(open.complaints.filter((each) => !/status of 40[49]/u.test(each))).toEqual([]);
});
