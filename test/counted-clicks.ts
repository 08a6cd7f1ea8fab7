import { readFileSync } from "node:fs";
import type { Locator, Page } from "./playwright.js";

/** A visitor whose clicks are counted: typing and choosing in a field are no clicks. */
export class Clicks {
  readonly page: Page;
  readonly #home: string;
  count = 0;

  /** @param home where a task begins */
  constructor(page: Page, home: string) {
    this.page = page;
    this.#home = home;
  }

  /** Opens the page where a task begins. */
  async start(): Promise<this> {
    await this.page.goto(this.#home);
    this.count = 0;
    return this;
  }

  async click(what: Locator): Promise<void> {
    await what.click();
    this.count++;
  }

  button = (name: string | RegExp): Promise<void> =>
    this.click(this.page.getByRole("button", { name, exact: typeof name === "string" }));

  link = (name: string | RegExp): Promise<void> =>
    this.click(this.page.getByRole("link", { name, exact: typeof name === "string" }).first());

  /** A place of the navigation. */
  place = (name: string): Promise<void> =>
    this.click(this.page.getByRole("navigation").getByRole("link", { name, exact: true }).first());

  form = (name: string): Locator => this.page.getByRole("form", { name, exact: true });

  send = (form: string): Promise<void> => this.click(this.form(form).locator("button"));

  done = (text: string): Promise<void> => this.page.getByRole("status").getByText(text).waitFor();
}

const guide = readFileSync("docs/guides/daily-tasks.md", "utf8");

/** The clicks of a task, as the guide says. */
export const clicksOf = (task: string): number =>
  Number(new RegExp(`^\\| ${task} +\\| (\\d) `, "mu").exec(guide)?.[1]);
