import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { afterAll, beforeAll, describe, expect } from "@jest/globals";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { actionsOf, pagesOf, type SiteSources } from "#server/console/site-map.js";
import { newTotpSecret, totpCode } from "#server/credentials/totp.js";
import type { OperatorRole } from "#server/domain/accounts/operators.js";
import { isInstalled, testWithPeer } from "../peers.js";
import { type ConsoleServer, deferred, giveUpCallback, password, startConsole } from "./console-server.js";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

let server: ConsoleServer;
let browser: Browser;
let admin: Page;
/** Requests of the browser: method and path below `/console`. */
const requests: string[] = [];
/** Messages of the browser: errors of scripts, and what the policy has blocked. */
const complaints: string[] = [];

beforeAll(async () => {
  if (!isInstalled("chromium")) return;
  server = await startConsole();
  browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
  admin = await logIn("admin");
});
afterAll(async () => {
  if (!isInstalled("chromium")) return;
  await browser.close();
  await server.close();
});

async function logIn(role: OperatorRole, options: Parameters<Browser["newContext"]>[0] = {}): Promise<Page> {
  const context: BrowserContext = await browser.newContext({
    viewport: { width: 1100, height: 800 },
    ...options,
  });
  const page = await context.newPage();
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  page.on("request", (request) => {
    requests.push(`${request.method()} ${new URL(request.url()).pathname.replace(/^\/console/u, "")}`);
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  await page.goto(`${server.origin}/console`);
  await page.getByLabel("Name").fill(role);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Log in" }).click();
  await page.getByRole("heading", { name: "Overview" }).waitFor();
  return page;
}

/** Rules of WCAG 2.2 AA that a page breaks, with the element of each. */
async function violations(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe);
  const found = await page.evaluate<{ id: string; impact: string; nodes: { html: string }[] }[]>(
    "axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations)",
  );
  return found
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ""}`);
}

const paths = [
  "",
  "/traffic",
  "/traffic?period=week&link=test",
  "/messages",
  "/messages/1",
  "/links",
  "/links/test",
  "/customers",
  "/customers/42",
  "/customers/42/ledger",
  "/customers/42/lists",
  "/customers/42/inbox",
  "/customers/42/callbacks",
  "/customers/42/keys",
  "/uncertain",
  "/campaigns",
  "/audit",
  "/settings",
  "/database",
  "/nowhere",
] as const;

describe("every page", () => {
  for (const colorScheme of ["light", "dark"] as const)
    testWithPeer("chromium", `is accessible, ${colorScheme}`, async () => {
      await admin.emulateMedia({ colorScheme });
      const broken: string[] = [];
      for (const path of paths) {
        await admin.goto(`${server.origin}/console${path}`);
        broken.push(...(await violations(admin)).map((each) => `${path} ${each}`));
      }
      const anonymous = await browser.newPage({ colorScheme });
      await anonymous.goto(`${server.origin}/console/log-in`);
      broken.push(...(await violations(anonymous)));
      await anonymous.close();
      expect(broken).toEqual([]);
    });

  testWithPeer("chromium", "fits a narrow screen: only tables scroll", async () => {
    await admin.setViewportSize({ width: 320, height: 640 });
    const wide: string[] = [];
    for (const path of paths) {
      await admin.goto(`${server.origin}/console${path}`);
      const width = await admin.evaluate<number>("document.documentElement.scrollWidth");
      if (width > 320) wide.push(`${path} ${width}`);
    }
    await admin.setViewportSize({ width: 1100, height: 800 });
    expect(wide).toEqual([]);
  });
});

describe("an operator", () => {
  testWithPeer("chromium", "logs in with the keyboard alone, and skips the navigation", async () => {
    const page = await browser.newPage();
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
    const page = await browser.newPage();
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
    const { submission } = await import("../storage/fixtures.js");
    const dueAt = Date.now() + 86_400_000;
    const charge = { kind: "SMS", amount: 0 } as const;
    await server.store.outbox.submit(submission("live", { at: Date.now(), dueAt, charge }));
    await admin.locator('[data-live="waiting"]', { hasText: String(before + 1) }).waitFor();
    expect(Number(await waiting.textContent())).toBe(before + 1);
  });

  testWithPeer(
    "chromium",
    "sees the traffic as plots and as numbers, of the service and of a link",
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
      await admin.locator("figure:visible canvas").nth(2).waitFor();
      await admin.getByRole("cell", { name: "660" }).waitFor();
      await admin.getByRole("link", { name: "test", exact: true }).click();
      await admin.getByRole("heading", { name: "Last hour of the link test" }).waitFor();
      expect(await admin.locator("figure:visible canvas").count()).toBe(2);
    },
  );

  testWithPeer("chromium", "finds a message, reads its text, cancels it and sends it again", async () => {
    const page = await logIn("support");
    await page.getByRole("link", { name: "Messages" }).click();
    await page.getByLabel("Number", { exact: true }).fill(deferred.number);
    await page.getByRole("button", { name: "Find" }).click();
    await page.getByRole("row", { name: deferred.number }).getByRole("link").click();
    await page.getByRole("link", { name: "Show the text" }).click();
    await page.getByText("Secret words").waitFor();
    await page.getByLabel("I confirm: Cancel the message").check();
    await page.getByRole("button", { name: "Cancel the message" }).click();
    await page.getByRole("status").getByText("The message was cancelled.").waitFor();
    await page.getByLabel("I confirm: Send the message again").check();
    await page.getByRole("button", { name: "Send the message again" }).click();
    await page.getByRole("status").getByText("The message is sent again").waitFor();
    await page.getByRole("button", { name: "Log out" }).click();
    await page.getByRole("heading", { name: "Log in" }).waitFor();
    await page.context().close();
  });

  testWithPeer("chromium", "adds a link and a route, changes, stops, starts and removes them", async () => {
    const done = (text: string): Promise<void> => admin.getByRole("status").getByText(text).waitFor();
    await admin.goto(`${server.origin}/console/links`);
    const add = admin.getByRole("form", { name: "Add a link" });
    await add.getByLabel("Name").fill("east");
    await add.getByLabel("URL").fill("smpp://shop@127.0.0.1:9");
    await add.getByLabel("Password").fill("sm-secr");
    await add.getByLabel("Settings").fill("window=20");
    await add.getByRole("button").click();
    await done("The link was added.");
    const route = admin.getByRole("form", { name: "Add a route" });
    await route.getByLabel("Prefix").fill("49");
    await route.getByLabel("Link").fill("east");
    await route.getByLabel("Kind").selectOption("sms");
    await route.getByRole("button").click();
    await done("The route was added.");
    const row = admin.getByRole("row", { name: "49" });
    await row.getByRole("checkbox").check();
    await row.getByRole("button", { name: "Remove" }).click();
    await done("The route was removed.");
    await admin.getByRole("link", { name: "east" }).click();
    const change = admin.getByRole("form", { name: "Change the link" });
    await change.getByLabel("Settings").fill("window=30");
    await change.getByRole("button").click();
    await done("The link was changed.");
    for (const [button, text] of [
      ["Stop the link", "The link stops"],
      ["Start the link", "The link starts"],
      ["Remove the link", "The link was removed."],
    ] as const) {
      const form = admin.getByRole("form", { name: button });
      if (button !== "Start the link") await form.getByRole("checkbox").check();
      await form.getByRole("button").click();
      await done(text);
    }
  });

  testWithPeer("chromium", "manages a customer", async () => {
    const done = (text: string): Promise<void> => admin.getByRole("status").getByText(text).waitFor();
    await admin.goto(`${server.origin}/console/customers`);
    const add = admin.getByRole("form", { name: "Add a customer" });
    await add.getByLabel("Number").fill("77");
    await add.getByLabel("Name").fill("Example <b>Ltd</b>");
    await add.getByRole("button").click();
    await done("The customer was added.");
    await admin.getByLabel("Number, or part of the name").fill("b>ltd");
    await admin.getByRole("button", { name: "Find" }).click();
    await admin.getByRole("link", { name: "77" }).click();
    const form = (name: string) => admin.getByRole("form", { name, exact: true });
    await form("Change the settings").getByLabel("Messages per second").fill("50");
    await form("Change the settings").getByRole("button").click();
    await done("The settings were changed.");
    await form("Add a user").getByLabel("Name").fill("bob");
    await form("Add a user").getByLabel("Password").fill("a long password");
    await form("Add a user").getByRole("button").click();
    await done("The user was added.");
    await form("Add an originator").getByLabel("Originator").fill("Shop");
    await form("Add an originator").getByRole("button").click();
    await done("The originator was added.");
    await form("Add credit").getByLabel("Credits").fill("10");
    await form("Add credit").getByRole("button").click();
    await done("The credit was added.");
    await form("Set a price").getByLabel("Prefix").fill("49");
    await form("Set a price").getByLabel("Credits per part").fill("1.5");
    await form("Set a price").getByRole("button").click();
    await done("The price was set.");
    const bob = admin.getByRole("row", { name: "bob" });
    await bob.getByLabel("Password").fill("another password");
    await bob.getByRole("button", { name: "Replace" }).click();
    await done("The password was replaced.");
    await bob.getByRole("checkbox").check();
    await bob.getByRole("button", { name: "Block" }).click();
    await done("The user was blocked.");
    await bob.getByRole("button", { name: "Unblock" }).click();
    await done("The user was unblocked.");
    for (const [row, text] of [
      ["Shop", "The originator was removed."],
      ["49", "The price was removed."],
    ] as const) {
      await admin.getByRole("row", { name: row }).getByRole("checkbox").check();
      await admin.getByRole("row", { name: row }).getByRole("button").click();
      await done(text);
    }
    await form("Deduct credit").getByLabel("Credits").fill("1");
    await form("Deduct credit").getByRole("checkbox").check();
    await form("Deduct credit").getByRole("button").click();
    await done("The credit was deducted.");
    await admin.getByLabel("I confirm: Block the customer").check();
    await admin.getByRole("button", { name: "Block the customer" }).click();
    await done("The customer was blocked.");
    await admin.getByRole("button", { name: "Unblock the customer" }).click();
    await done("The customer was unblocked.");
  });

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
    await admin.getByLabel("Name", { exact: true }).fill("shop");
    await admin.getByLabel("Scopes").fill("send,read");
    await admin.getByRole("button", { name: "Add the key" }).click();
    await admin.getByText(/^mk_/u).waitFor();
    await admin.getByRole("link", { name: "Back" }).click();
    const row = admin.getByRole("row", { name: "send,read" });
    await row.getByRole("checkbox").check();
    await row.getByRole("button", { name: "Revoke" }).click();
    await done("The key was revoked.");
  });

  testWithPeer("chromium", "decides about uncertain messages and stops a campaign", async () => {
    const done = (text: string): Promise<void> => admin.getByRole("status").getByText(text).waitFor();
    await admin.goto(`${server.origin}/console/uncertain`);
    for (const [button, text] of [
      ["Send again", "The message is sent again."],
      ["Give up", "The message was given up."],
    ] as const) {
      const row = admin.getByRole("row").nth(1);
      await row.getByLabel(`I confirm: ${button}`).check();
      await row.getByRole("button", { name: button }).click();
      await done(text);
    }
    await admin.goto(`${server.origin}/console/campaigns`);
    await admin.getByLabel("I confirm: Stop").check();
    await admin.getByRole("button", { name: "Stop" }).click();
    await done("The campaign was stopped");
  });
});

/** Routes that no request of the browser matches. */
function unused(method: "GET" | "POST", routes: readonly { readonly path: string }[]): readonly string[] {
  const paths = routes.map(({ path }) => (path === "/" ? "" : path));
  return paths.filter((path) => {
    const pattern = new RegExp(`^${method} ${path.replace(/:\w+/gu, "[^/]+")}/?$`, "u");
    return !requests.some((request) => pattern.test(request));
  });
}

testWithPeer("chromium", "every page and every action was used in the browser", () => {
  // Routes are listed without being called.
  const sources = { store: server.store, wakeDelivery: () => undefined } as SiteSources;
  expect(unused("GET", [{ path: "/other/:id" }])).toEqual(["/other/:id"]);
  expect(unused("GET", pagesOf(sources))).toEqual([]);
  expect(unused("POST", actionsOf(sources))).toEqual([]);
});

testWithPeer("chromium", "no page had an error, and the policy blocked nothing", () => {
  expect(complaints.filter((each) => !each.includes("status of 404"))).toEqual([]);
});

// MESSENGER_SCREENSHOTS=write updates the pictures of the guide.
if (process.env["MESSENGER_SCREENSHOTS"] === "write")
  testWithPeer("chromium", "pictures of the guide", async () => {
    mkdirSync("docs/guides/console", { recursive: true });
    await admin.emulateMedia({ colorScheme: "light" });
    await admin.setViewportSize({ width: 900, height: 600 });
    for (const [name, page] of [
      ["overview", ""],
      ["traffic", "/traffic"],
      ["message", "/messages/2"],
      ["links", "/links"],
      ["customer", "/customers/42"],
    ] as const) {
      await admin.goto(`${server.origin}/console${page}`);
      const path = `docs/guides/console/${name}.png`;
      // The time line of a message is below its facts.
      const bytes = await admin.screenshot({ path, fullPage: name === "message" });
      expect(bytes.length).toBeLessThan(120_000);
    }
  });
