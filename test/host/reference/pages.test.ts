import { describe, expect, test } from "@jest/globals";
import { ReferencePages } from "messenger-gen-host/reference";
import { shop } from "./document.js";

const problems = { NoBook: { status: 404, title: "There is no such book" } };
const sources = { document: shop, problems, url: "https://shop.example.com/api", tryOut: true };
const pages = new ReferencePages(sources);

const htmlOf = (path: string): string => pages.page(path)?.html ?? "";
const linksOf = (html: string): readonly string[] =>
  [...html.matchAll(/ href="([^"]*)"/g)].map(([, link = ""]) => link.replaceAll("&#x3D;", "="));

test("there is a page for each operation, webhook, type and problem", () => {
  expect(pages.paths()).toEqual([
    "",
    "reference/placeOrder",
    "reference/getOrder",
    "reference/webhooks/order.sent",
    "reference/types/Book",
    "reference/types/Cover",
    "reference/types/http.Problem",
    "problems/NoBook",
  ]);
});

test.each([
  "x",
  "reference",
  "reference/none",
  "reference/types/none",
  "reference/types/Book/x",
  "problems/none",
])("there is no page at %s", (path) => {
  expect(pages.page(path)).toBeUndefined();
  expect(pages.document(path)).toBeUndefined();
});

test.each(["__proto__", "constructor"])("%s is no type and no problem", (name) => {
  expect(pages.page(`reference/types/${name}`)).toBeUndefined();
  expect(pages.page(`problems/${name}`)).toBeUndefined();
});

test("every link of every page leads to a page", () => {
  const known = new Set([...pages.paths(), "openapi.json"]);
  const files = /^reference\/assets\/(site\.css|reference\.css|icon\.svg)$/;
  for (const path of pages.paths())
    for (const link of linksOf(pages.document(path) ?? "")) {
      const { pathname } = new URL(link, `http://a/${path}`);
      const target = decodeURIComponent(pathname.slice(1));
      expect(`${path} ${target} ${known.has(target) || files.test(target)}`).toBe(`${path} ${target} true`);
    }
});

test("links of files end in .html", () => {
  const html = new ReferencePages(sources, ".html").page("reference/placeOrder")?.html ?? "";
  expect(linksOf(html)).toContain("../reference/types/Book.html");
  expect(linksOf(html)).toContain("../index.html");
});

describe("the page", () => {
  test.each([
    { path: "", has: ["<h1>Shop</h1>", "Version 3", "<code>books</code>", "And &lt;b&gt;pens&lt;/b&gt;."] },
    { path: "", has: ["<h2>Orders</h2>", "What was bought.", "Place an order", "deprecated"] },
    { path: "", has: ["An order was sent", "There is no such book", "https://shop.example.com/api"] },
    {
      path: "reference/placeOrder",
      has: ["<code>/orders</code>", "in header", "It is placed.", "&lt;b&gt;"],
    },
    { path: "reference/placeOrder", has: ['data-method="POST"', "data-key", "data-user", "Samples"] },
    { path: "reference/getOrder", has: ["/orders/7?word&#x3D;a%26b", "required", "array of", "default 100"] },
    { path: "reference/webhooks/order.sent", has: ["Confirms it."] },
    { path: "reference/types/Book", has: ["One of:", "isbn", "pattern ^[0-9]+$", "Place an order"] },
    { path: "reference/types/Cover", has: ["<code>&quot;hard&quot;</code>", "Used by"] },
    { path: "problems/NoBook", has: ["HTTP status 404", "/api/problems/NoBook"] },
  ])("$path has $has", ({ path, has }) => {
    for (const text of has) expect(htmlOf(path)).toContain(text);
  });

  test.each([
    { path: "", lacks: ["Unused", "<b>pens"] },
    { path: "reference/getOrder", lacks: ["data-key", "Credentials", "data-body"] },
    { path: "reference/webhooks/order.sent", lacks: ["data-method", "Samples"] },
  ])("$path lacks $lacks", ({ path, lacks }) => {
    for (const text of lacks) expect(htmlOf(path)).not.toContain(text);
  });

  test("has nothing inline, for the policy", () => {
    for (const path of pages.paths())
      expect(pages.document(path)).not.toMatch(
        /<style|<script(?! src=)| style=| on[a-z]+="|https?:\/\/(?!shop)/,
      );
  });

  test("has no form where calls are not to be tried", () => {
    const html = new ReferencePages({ ...sources, tryOut: false }).page("reference/placeOrder")?.html;
    expect(html).not.toContain("<form");
  });
});
