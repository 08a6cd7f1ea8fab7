import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { Command } from "commander";
import { type NamedText, readKannel, shownPlace } from "../actions/kannel/configuration.js";
import { checkPlan, storePlan } from "../actions/kannel/import.js";
import { type KannelPlan, planKannel } from "../actions/kannel/plan.js";
import { customerIdOf } from "../admin/values.js";
import { printDone, tableText, withStore } from "./account-output.js";
import { unreadable } from "./input-file.js";

interface ImportOptions {
  readonly firstCustomer: string;
  readonly dryRun?: boolean;
}

/** A file, or the files of a folder by name. @throws SettingError if it cannot be read */
function readTexts(path: string): readonly NamedText[] {
  try {
    if (!statSync(path).isDirectory()) return [{ file: path, text: readFileSync(path, "utf8") }];
    const names = readdirSync(path, { withFileTypes: true }).filter((entry) => entry.isFile());
    const files = names.map(({ name }) => join(path, name)).sort();
    return files.map((file) => ({ file, text: readFileSync(file, "utf8") }));
  } catch (error) {
    throw unreadable(path, error);
  }
}

function planOf(path: string, firstCustomer: number): KannelPlan {
  const [first = { file: path, text: "" }] = readTexts(path);
  const included = (name: string, from: string): readonly NamedText[] =>
    readTexts(resolve(dirname(from), name));
  return planKannel(readKannel(first, included), firstCustomer);
}

/** The plan as rows for people and programs: no password. */
function shownPlan({ links, accounts, routes, coverage, notes }: KannelPlan) {
  return {
    links: links.map(({ name, url, settings }) => ({ name, url, settings })),
    customers: accounts.map(({ customer, name, user, originators, countryCode = null }) => ({
      customer,
      name,
      user,
      originators,
      countryCode,
    })),
    routes: routes.map(({ prefix, customer, link, rank, uncertain }) => ({
      prefix,
      customer: customer ?? null,
      link,
      rank,
      uncertain,
    })),
    coverage: coverage.map(({ prefix, customer, covered }) => ({
      prefix,
      customer: customer ?? null,
      covered,
    })),
    notes: notes.map(({ place, subject, text }) => ({ place: shownPlace(place), subject, text })),
  };
}

function planText(plan: ReturnType<typeof shownPlan>): string {
  const links = plan.links.map(({ settings, ...link }) => ({
    ...link,
    settings: Object.entries(settings)
      .map(([name, value]) => `${name}=${value}`)
      .join(" "),
  }));
  const customers = plan.customers.map((one) => ({ ...one, originators: one.originators.join(", ") }));
  return [
    tableText(["name", "url", "settings"], links),
    tableText(["customer", "name", "user", "originators", "countryCode"], customers),
    tableText(["prefix", "customer", "link", "rank", "uncertain"], plan.routes),
    ...(plan.coverage.length === 0 ? [] : [tableText(["prefix", "customer", "covered"], plan.coverage)]),
    tableText(["place", "subject", "text"], plan.notes),
  ].join("\n");
}

/** Adds `import kannel`. */
export function importCommands(program: Command): void {
  program
    .command("import")
    .description("Take over the configuration of another gateway: kannel")
    .command("kannel <file>")
    .description(
      "Add links, customers and routes for the SMPP connections and sendsms users of a Kannel configuration, and print what has no counterpart. Example: messenger import kannel /etc/kannel/kannel.conf --dry-run",
    )
    .option("--first-customer <id>", "number of the first customer; the others follow", "1")
    .option("--dry-run", "print the links, customers and routes, and change nothing")
    .action(async (path: string, { firstCustomer, dryRun = false }: ImportOptions, command: Command) => {
      const plan = planOf(path, customerIdOf(firstCustomer));
      checkPlan(plan);
      if (!dryRun) await withStore(command, (store, by) => storePlan(store, plan, by), { create: true });
      const shown = shownPlan(plan);
      printDone(command, shown, planText(shown).trimEnd());
    });
}
