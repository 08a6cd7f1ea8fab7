import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { helpTemplates } from "#host/documents/help-page.js";

const templates = readdirSync("templates", { recursive: true, encoding: "utf8" }).filter((name) =>
  name.endsWith(".hbs"),
);

describe.each(templates)("%s", (name) => {
  const text = readFileSync(`templates/${name}`, "utf8").replace(/\{\{!--.*?--\}\}/gs, "");

  test("has no logic beyond each, if, unless, with and partials", () => {
    const helpers = [...text.matchAll(/\{\{[~]?[#/]\s*(\w+)/g)].map(([, helper]) => helper);
    expect(helpers.filter((helper = "") => !["each", "if", "unless", "with"].includes(helper))).toEqual([]);
  });

  // A scaffold is a program: its string literals are written by JSON.stringify. The HTML of a page is made by markdown-it, or by other templates.
  test("escapes every value but literals and documents", () => {
    const values = name.startsWith("scaffold/")
      ? text.replace(/ (?:from|wsdl:|allow:|\{) \{\{\{[\w.]+\}\}\}/g, "")
      : ["site/page.hbs", "json/page.hbs"].includes(name)
        ? text.replace("\n{{{html}}}\n", "\n")
        : text;
    expect(values).not.toMatch(/\{\{\{|\{\{&/);
  });
});

const help = helpTemplates();
const rendered = (name: string, view: object): string => help.get(name)?.(view) ?? "";

const hostile = `"'><script>alert(1)</script>&`;

const field = { name: "a", input: "number", example: "int", choices: ["one", hostile] };

describe("help pages", () => {
  test("the service", () => {
    const operations = [{ name: hostile, link: "?op=Do", paragraphs: [hostile] }];
    const view = {
      name: hostile,
      title: hostile,
      paragraphs: [hostile],
      wsdl: "?WSDL",
      disco: "?disco",
      operations,
    };
    const page = rendered("index", view);
    expect(page).toMatch(/^<!DOCTYPE html>/);
    expect(page).not.toContain("<script>");
    expect(page).toContain('<a href="?WSDL">Service Description</a>');
  });

  test.each([
    ["with a form", { action: "/Do", fields: [{ ...field, isSelect: false }] }, 'placeholder="int"'],
    ["without a form", undefined, "only available"],
    ["with choices", { action: "/Do", fields: [{ ...field, isSelect: true }] }, "<option>one</option>"],
  ])("an operation %s", (_, form, want) => {
    const bindings = [{ name: "SOAP 1.1", request: "<a>&</a>", answer: hostile }];
    const view = {
      service: "S",
      name: hostile,
      title: hostile,
      home: "?",
      paragraphs: [hostile],
      test: form,
      bindings,
    };
    const page = rendered("operation", view);
    expect(page).toContain(want);
    expect(page).toContain("&lt;a&gt;&amp;&lt;/a&gt;");
    expect(page).not.toContain("<script>");
  });
});
