import { readFileSync } from "node:fs";
import { type OpenApi, ReferencePages } from "messenger-gen-host/reference";
import { problemTable } from "messenger-gen-runtime/json";
import { serviceProblems } from "#server/faces/json/problems.js";
import type { SitePage } from "./site-page.js";

/** Folder of the pages in the site. */
export const apiFolder = "api";

/** The document that they show. */
export const apiDocument = "generated/openapi.json";

/** Public address of the examples. */
const url = "https://sms.example.com/v1";

/** The reference of the JSON interface: its operations, webhooks and types, and a page for each problem. */
export function apiPages(): readonly SitePage[] {
  const document = JSON.parse(readFileSync(apiDocument, "utf8")) as OpenApi;
  const problems = { ...problemTable, ...serviceProblems };
  const pages = new ReferencePages({ document, problems, url, tryOut: false }, ".html");
  return pages.paths().map((path) => {
    const page = pages.page(path);
    if (page === undefined) throw new Error(`the API reference has no page ${path}`);
    const { title, html } = page;
    const target = `${apiFolder}/${path === "" ? "index" : path}.html`;
    const places = [{ anchor: "content", title, text: textOf(html), kind: "section" as const }];
    return { target, title, html, headings: [], places, reference: true };
  });
}

/** The words of the paragraphs of a page, for searches. */
function textOf(html: string): string {
  return [...html.matchAll(/<p>(.*?)<\/p>/gsu)]
    .map(([, text = ""]) => text.replace(/<[^>]+>/gu, "").replace(/\s+/gu, " "))
    .join(" ");
}
