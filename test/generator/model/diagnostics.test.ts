import { readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { Diagnostics, diagnosticTable, renderDiagnostic } from "#generator/diagnostics.js";
import { explain, sectionsOf } from "#generator/report.js";

const document = readFileSync("docs/reference/diagnostics.md", "utf8");

test("the reference has a section for each row, and each section a row", () => {
  const sections = sectionsOf(document);
  expect([...sections.keys()]).toEqual(Object.keys(diagnosticTable).sort());
  for (const [code, { severity, message }] of Object.entries(diagnosticTable)) {
    const first = `${severity === "error" ? "Error" : "Warning"}: \`${message}\``;
    const [heading, , shown, , meaning = ""] = (sections.get(code) ?? "").split("\n");
    expect([heading, shown]).toEqual([code, first]);
    expect(meaning).not.toBe("");
    expect(sections.get(code)).toContain("```");
  }
});

test.each([
  ["MG2004", "MG2004"],
  ["mg1001", "MG1001"],
  ["MG9999", undefined],
  ["__proto__", undefined],
  ["", undefined],
])("explain %j", (code, heading) => {
  expect(explain(code)?.split("\n")[0]).toBe(heading);
});

test("findings are sorted by place, once each, with a hint", () => {
  const diagnostics = new Diagnostics("schema");
  const at = (file: string, line: number, column: number): void => {
    diagnostics.report("MG2001", { file, line, column }, { name: "T" });
  };
  at("b.xsd", 1, 1);
  at("a.xsd", 10, 1);
  at("a.xsd", 9, 20);
  at("a.xsd", 9, 3);
  at("a.xsd", 9, 3);
  diagnostics.report(
    "MG2011",
    { file: "a.xsd", line: 9, column: 3 },
    { attribute: "x", element: "xsd:element" },
  );
  expect(diagnostics.all.map((each) => renderDiagnostic(each)).map((text) => text.split(": ")[0])).toEqual([
    "schema/a.xsd:9:3 error MG2001",
    "schema/a.xsd:9:3 warning MG2011",
    "schema/a.xsd:9:20 error MG2001",
    "schema/a.xsd:10:1 error MG2001",
    "schema/b.xsd:1:1 error MG2001",
  ]);
  expect(diagnostics.all.map((each) => renderDiagnostic(each))[0]).toMatch(
    /^.*the type T is not declared\n {2}\S.*$/s,
  );
  expect(diagnostics.hasErrors).toBe(true);
});

test("text of a contract neither steers the terminal nor fills it", () => {
  const diagnostics = new Diagnostics();
  diagnostics.report(
    "MG2001",
    { file: "a.xsd", line: 1, column: 1 },
    { name: `\u001B[2J\n\u202E${"x".repeat(10_000)}` },
  );
  const [found = ""] = diagnostics.all.map((each) => renderDiagnostic(each));
  expect(found).toContain("\\u{1b}[2J\\u{a}\\u{202e}xxx");
  expect(found.length).toBeLessThan(600);
});
