import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, posix } from "node:path";
import { type Context, createContext, runInContext } from "node:vm";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { problemTable } from "messenger-gen-runtime/json";
import { serviceProblems } from "#server/faces/json/problems.js";
import { buildSite } from "../../tools/site/build.js";
import type { SitePage } from "../../tools/site/site-page.js";
import { navigation, indexPage } from "../../tools/site/navigation.js";

let folder: string;
let pages: readonly SitePage[];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "messenger-site-"));
  pages = buildSite(folder);
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** Paths of all files of a folder, the built site by default. */
function filesOf(of = folder): readonly string[] {
  return readdirSync(of, { recursive: true, encoding: "utf8" })
    .filter((path) => statSync(join(of, path)).isFile())
    .sort();
}

const htmlOf = (path: string): string => readFileSync(join(folder, path), "utf8");
const pagesOf = (): readonly string[] => filesOf().filter((path) => path.endsWith(".html"));

/** Values of an attribute in a page. */
function attributes(html: string, ...names: readonly string[]): readonly string[] {
  const tags = [...html.matchAll(/<[a-z][^>]*>/gu)].map(([tag]) => tag);
  return names.flatMap((name) =>
    tags.flatMap((tag) => {
      const value = new RegExp(` ${name}="([^"]*)"`, "u").exec(tag)?.[1];
      return value === undefined ? [] : [value.replaceAll("&amp;", "&")];
    }),
  );
}

describe("the site", () => {
  test.each([
    { entry: "messenger-gen-runtime", name: "ServiceFault", text: "class ServiceFault extends Error" },
    { entry: "messenger-gen-runtime-node", name: "nodeTransport", text: "function nodeTransport(" },
    { entry: "messenger-gen-host", name: "serve", text: "function serve" },
    { entry: "messenger-server", name: "createServer", text: "function createServer(" },
  ])("has the declarations of $entry with their comments", ({ entry, name, text }) => {
    const html = htmlOf(`packages/${entry}.html`);
    expect(html).toContain(`<code>${name}</code></h2>\n<p>`);
    expect(html).toContain(text);
    expect(html).not.toMatch(/#private|export declare/u);
    expect(htmlOf("packages.html")).toContain(`packages/${entry}.html`);
  });

  test("has the reference of /v1, with a page for each problem that its document and its tables have", () => {
    const files = filesOf();
    const codes = [...Object.keys(problemTable), ...Object.keys(serviceProblems)];
    expect(codes.filter((code) => !files.includes(`api/problems/${code}.html`))).toEqual([]);
    expect(htmlOf("api/index.html")).toContain('href="reference/sendMessage.html"');
    expect(htmlOf("api/reference/sendMessage.html")).not.toContain('<form class="try"');
    expect(htmlOf("api/openapi.json")).toBe(readFileSync("generated/openapi.json", "utf8"));
  });

  test("is the same, byte for byte, as the one that was built with the packages", () => {
    const built = "server/dist/docs";
    expect(filesOf(built)).toEqual(filesOf());
    const differs = (path: string): boolean =>
      !readFileSync(join(built, path)).equals(readFileSync(join(folder, path)));
    expect(filesOf().filter(differs)).toEqual([]);
  });

  test("every link leads to a file of the site and to an anchor of it", () => {
    const files = new Set(filesOf());
    const anchors = new Map(pagesOf().map((path) => [path, new Set(attributes(htmlOf(path), "id"))]));
    const links = pagesOf().flatMap((page) =>
      attributes(htmlOf(page), "href", "src")
        .filter((link) => !/^https?:/u.test(link))
        .map((link) => ({ page, link })),
    );
    const broken = links.filter(({ page, link }) => {
      const [path = "", anchor] = decodeURI(link).split("#");
      const file = path === "" ? page : posix.normalize(posix.join(posix.dirname(page), path));
      return !files.has(file) || (anchor !== undefined && anchors.get(file)?.has(anchor) !== true);
    });
    expect(broken).toEqual([]);
    expect(links.length).toBeGreaterThan(5_000);
  });

  test("no page has an inline script, a style attribute, an event attribute or a file of another host", () => {
    for (const page of pagesOf()) {
      const html = htmlOf(page);
      expect(`${page} ${String([...html.matchAll(/<script(?![^>]* src=)[^>]*>/gu)])}`).toBe(`${page} `);
      expect(`${page} ${String(html.match(/<style|<[a-z][^>]* (style|on[a-z]+)=/gu))}`).toBe(`${page} null`);
      const foreign = attributes(html, "src").filter((link) => /^([a-z]+:|\/)/u.test(link));
      expect({ page, foreign }).toEqual({ page, foreign: [] });
    }
    expect(htmlOf("assets/site.css")).not.toMatch(/url\(|@import/u);
  });

  test("every page of docs and every package is in the navigation, once", () => {
    const listed = navigation(readFileSync(indexPage, "utf8")).flatMap(({ entries }) => entries);
    const targets = listed.map(({ target }) => target);
    expect(targets.filter((target, index) => targets.indexOf(target) !== index)).toEqual([]);
    const wanted = pages
      .filter(({ source = "" }) => /^docs\/|^[a-z]+\/README\.md$/u.test(source))
      .filter(({ source = "" }) => source !== indexPage && !source.startsWith("docs/decisions/"))
      .map(({ target }) => target);
    expect(wanted.filter((target) => !targets.includes(target))).toEqual([]);
    expect(targets.filter((target) => !pages.some((page) => page.target === target))).toEqual([]);
  });

  test.each([
    ["reference/result-texts.html", "404.2"],
    ["reference/diagnostics.html", "mg1004"],
    ["reference/statuses.html", "smsc_delivered"],
    ["reference/store-errors.html", "full"],
    ["reference/smpp-protocol.html", "smpp03"],
    ["reference/configuration.html", "port"],
  ])("%s has an anchor for %s", (page, anchor) => {
    expect(attributes(htmlOf(page), "id")).toContain(anchor);
  });

  let scripts: Context | undefined;

  /** The addresses that the scripts of the site find for a query. */
  function find(query: string): readonly string[] {
    if (scripts === undefined) {
      scripts = createContext({});
      for (const name of ["minisearch.js", "search-index.js", "search.js"])
        runInContext(readFileSync(join(folder, "assets", name), "utf8"), scripts);
      runInContext("const opened = openIndex();", scripts);
    }
    const script = `findPlaces(opened, ${JSON.stringify(query)}).map(({ address }) => address)`;
    return [...(runInContext(script, scripts) as readonly string[])];
  }

  test.each([
    ["404.2", "reference/result-texts.html#404.2", 3],
    ["404.2 FAILURE (User is unknown)", "reference/result-texts.html#404.2", 1],
    ["MG1004", "reference/diagnostics.html#mg1004", 1],
    ["SMSC_EXPIRED", "reference/statuses.html#smsc_expired", 3],
    ["027", "reference/network-codes.html", 3],
    ["backup", "guides/backup.html#backup-and-restore", 3],
    ["verify signatures", "guides/callbacks.html", 3],
    ["password customer forgot", "guides/daily-tasks.html", 3],
    ["why was my message not delivered", "guides/", 3],
    ["nodeTransport", "packages/messenger-gen-runtime-node.html#nodetransport", 1],
    ["block a number", "guides/senders.html#block-a-number-blacklists", 1],
    ["sender id", "guides/senders.html#sender-names", 1],
    ["rate limit", "guides/daily-tasks.html#a-customer-needs-a-rate-limit", 1],
    ["GDPR delete number", "guides/daily-tasks.html#a-person-asks-you-to-delete-a-number-gdpr", 1],
    ["message not delivered", "guides/daily-tasks.html#a-message-was-not-delivered", 1],
    ["cancel message", "guides/message-desk.html#cancel-messages", 1],
    ["add credit", "guides/daily-tasks.html#a-customer-has-paid-add-credit", 1],
    ["unblock number", "guides/senders.html#block-a-number-blacklists", 1],
    ["forgot password", "guides/daily-tasks.html#a-user-has-forgotten-the-password", 1],
    ["change password", "guides/daily-tasks.html#a-user-has-forgotten-the-password", 3],
    ["schedule message", "guides/for-programmers.html#schedule-a-message-time-zones", 1],
    ["sms not received", "guides/daily-tasks.html#a-message-was-not-delivered", 2],
    ["anonymize number", "guides/daily-tasks.html#a-person-asks-you-to-delete-a-number-gdpr", 1],
    ["resend message", "guides/message-desk.html#send-a-message-again", 1],
    ["restore backup", "guides/backup.html#", 1],
    ["retry webhook", "guides/callbacks.html#failed-callbacks", 1],
    ["idempotency", "guides/for-programmers.html#idempotency", 1],
    ["blacklist", "guides/senders.html#block-a-number-blacklists", 2],
    ["webhook", "guides/callbacks.html#", 1],
    ["unicode emoji", "guides/for-programmers.html#encodings-and-parts", 1],
    ["two factor authentication", "guides/console.html#operators", 1],
  ])("a search for %s finds %s among the first %d", (query, address, count) => {
    const first = find(query).slice(0, count);
    expect(first.find((each) => each.startsWith(address)) ?? first).toContain(address);
  });

  test("a search shows a place once, and what has only some of the words if nothing has all", () => {
    const shown = find("Result");
    expect(new Set(shown).size).toBe(shown.length);
    expect(find("receipt zzzzqqqq")).not.toEqual([]);
    expect(find("zzzzqqqq")).toEqual([]);
  });
});
