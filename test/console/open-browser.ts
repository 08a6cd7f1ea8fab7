import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { type Browser, chromium, type Page } from "playwright-core";
import type { OperatorRole } from "#server/domain/accounts/operators.js";
import { type ConsoleServer, password, startConsole } from "./console-server.js";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** A console, and a browser that records what it requests and what it complains about. */
export interface OpenBrowser {
  readonly server: ConsoleServer;
  readonly browser: Browser;
  /** Method and path below `/console`. */
  readonly requests: string[];
  /** Errors of scripts, and what the policy has blocked. */
  readonly complaints: string[];
  logIn(role: OperatorRole, options?: Parameters<Browser["newContext"]>[0]): Promise<Page>;
  close(): Promise<void>;
}

export async function openBrowser(): Promise<OpenBrowser> {
  const server = await startConsole();
  const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
  const requests: string[] = [];
  const complaints: string[] = [];
  const logIn: OpenBrowser["logIn"] = async (role, options = {}) => {
    const context = await browser.newContext({ viewport: { width: 1100, height: 800 }, ...options });
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
  };
  const close = async (): Promise<void> => {
    await browser.close();
    await server.close();
  };
  return { server, browser, requests, complaints, logIn, close };
}

/** Rules of WCAG 2.2 AA that a page breaks, with the element of each. */
export async function violations(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe);
  const found = await page.evaluate<{ id: string; impact: string; nodes: { html: string }[] }[]>(
    "axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations)",
  );
  return found
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ""}`);
}

/** Presses a button, and the one of the confirmation with the same words. */
export async function twice(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name }).click();
  await page.getByRole("link", { name: "No, go back" }).waitFor();
  await page.getByRole("button", { name }).click();
}

/** Searches for the messages to a number. */
export async function findMessage(page: Page, number: string): Promise<void> {
  await page.getByRole("link", { name: "Messages", exact: true }).first().click();
  await page.getByLabel("Number", { exact: true }).fill(number);
  await page.getByRole("button", { name: "Find" }).click();
}
