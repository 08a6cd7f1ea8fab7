import type { Browser, ContextOptions, Page } from "../../playwright.js";
import type { OperatorRole } from "#server/domain/accounts/operators.js";
import { launchBrowser, openPage, recordRequests } from "../../browser.js";
import { type ConsoleServer, password, startConsole } from "./console-server.js";

/** Actions and pages that suites of their own use, with the checks of every page. */
export const elsewhere = {
  bulkRuns: {
    actions: ["/messages/found/:search/all/:kind", "/messages/runs/:id/start"],
    pages: ["/messages/runs", "/messages/runs/:id"],
    /** Without scripts. */
    plain: ["/messages/runs/:id/stop"],
  },
  /** Without scripts. */
  shift: {
    actions: [
      ...["/searches/save", "/searches/:id/rename", "/searches/:id/remove"],
      ...[
        "/customers/:id/note",
        "/customers/:id/note/remove",
        "/links/:name/note",
        "/links/:name/note/remove",
      ],
    ],
    pages: ["/searches"],
  },
  routeMove: { actions: ["/routes/move", "/routes/:id/end"], pages: ["/routes/move"] },
} as const;

const { bulkRuns, routeMove, shift } = elsewhere;
const actionsElsewhere: readonly string[] = [
  ...bulkRuns.actions,
  ...bulkRuns.plain,
  ...routeMove.actions,
  ...shift.actions,
];
const pagesElsewhere: readonly string[] = [...bulkRuns.pages, ...routeMove.pages, ...shift.pages];

/** The paths that the suites of all pages and actions use themselves. */
export const usedHere = {
  actions: <T extends { readonly path: string }>(all: readonly T[]): readonly T[] =>
    all.filter(({ path }) => !actionsElsewhere.includes(path)),
  pages: <T extends { readonly path: string }>(all: readonly T[]): readonly T[] =>
    all.filter(({ path }) => !pagesElsewhere.includes(path)),
};

/** A console, and a browser that records what it requests and what it complains about. */
export interface OpenBrowser {
  readonly server: ConsoleServer;
  readonly browser: Browser;
  /** Method and path below `/console`. */
  readonly requests: string[];
  /** Errors of scripts, and what the policy has blocked. */
  readonly complaints: string[];
  logIn(role: OperatorRole, options?: ContextOptions): Promise<Page>;
  close(): Promise<void>;
}

export async function openBrowser(): Promise<OpenBrowser> {
  const server = await startConsole();
  const browser = await launchBrowser();
  const requests: string[] = [];
  const complaints: string[] = [];
  const logIn: OpenBrowser["logIn"] = async (role, options = {}) => {
    const viewport = { width: 1100, height: 800 };
    const page = await openPage(browser, complaints, { viewport, ...options });
    recordRequests(page, requests, "/console");
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
