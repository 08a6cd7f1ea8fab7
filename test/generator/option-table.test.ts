import { expect, test } from "@jest/globals";
import ts from "typescript";
import { program } from "#generator/cli.js";
import { manifestOptions } from "#generator/manifest-options.js";
import { initialOf, type OptionRow } from "#generator/option-row.js";
import { optionRows } from "#generator/option-table.js";
import { settingsOf, type ContractOptions } from "#generator/options.js";

const rows = Object.entries<OptionRow>(optionRows);

/** Options with what the manifest has for them, besides `lenient`. */
const held: readonly (readonly [given: Omit<ContractOptions, "wsdl">, want: object])[] = [
  [{}, {}],
  [{ out: "src", allow: ["common"], save: "wsdl", header: ["A: b"], basic: "user", ca: "ca.pem" }, {}],
  [{ allowNetwork: true, allowPrivateNetwork: true }, {}],
  [{ lenient: true }, { lenient: true }],
  [
    { service: ["A"], port: [], operation: ["B", "C"] },
    { service: ["A"], port: [], operation: ["B", "C"] },
  ],
  [
    { choose: ["X"], omit: ["Y"] },
    { choose: ["X"], omit: ["Y"] },
  ],
  [
    { values: "exact", dates: "Date" },
    { values: "exact", dates: "Date" },
  ],
  [
    { emit: "all", client: "functions", mocks: "none" },
    { emit: "all", client: "functions", mocks: "none" },
  ],
  [{ json: false, schemas: false, rest: {}, emitters: [] }, {}],
  [
    { json: true, schemas: true, mocks: "msw" },
    { qnames: "resolved", mocks: "msw", json: true, schemas: true },
  ],
  [
    { json: true, qnames: "text" },
    { qnames: "text", json: true },
  ],
  [{ jsonNames: "contract" }, { jsonNames: "contract" }],
  [
    { jsonNames: { A: "a" }, openapi: {} },
    { jsonNames: '{"A":"a"}', openapi: "{}" },
  ],
  [{ rest: { Find: false } }, { rest: '{"Find":false}' }],
  [
    { map: { b: "z.xsd", a: "y.xsd" }, catalog: ["c.xml"] },
    { map: ["a=y.xsd", "b=z.xsd"], catalog: ["c.xml"] },
  ],
  [{ map: {}, catalog: [] }, {}],
];

test.each(held)("the manifest has of %j the options %j", (given, want) => {
  const found = manifestOptions(settingsOf({ wsdl: "service.wsdl", ...given }));
  expect(JSON.stringify(found)).toBe(JSON.stringify({ lenient: false, ...want }));
});

test("each option is a flag of the command line, or is documented as one of the file alone", () => {
  const flags = new Map(program().options.map((option) => [option.attributeName(), option]));
  const alone = rows.filter(([name]) => !flags.has(name)).map(([name]) => name);
  expect(alone).toEqual(["emitters", "rest", "jsonNames", "openapi"]);
  for (const [name, row] of rows) {
    const option = flags.get(name);
    if (option === undefined) continue;
    expect([name, option.flags]).toEqual([name, row.flags]);
    expect(option.description.startsWith(row.help)).toBe(true);
    const initial = initialOf(row);
    if (initial !== undefined) expect(option.description).toContain(`(default: ${initial})`);
  }
});

test.each(rows)("%s accepts its default and says what it accepts", (_, row) => {
  expect(row.wanted).not.toBe("");
  if (row.standard !== undefined) expect(row.holds(row.standard)).toBe(true);
  if (row.choices !== undefined) expect(row.choices.every((each) => row.holds(each))).toBe(true);
  expect(row.holds(undefined)).toBe(false);
});

test("editors show what each option of a contract means", () => {
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile("tsconfig.base.json", (path) => ts.sys.readFile(path)).config,
    ts.sys,
    ".",
  );
  const source = "generator/options.ts";
  const program = ts.createProgram({ rootNames: [source], options });
  const checker = program.getTypeChecker();
  const declared = program
    .getSourceFile(source)
    ?.statements.find((each) => ts.isInterfaceDeclaration(each) && each.name.text === "ContractOptions");
  if (declared === undefined) throw new Error("ContractOptions has moved");
  const properties = checker.getTypeAtLocation(declared).getProperties();
  expect(properties.map(({ name }) => name).toSorted()).toEqual(
    ["wsdl", ...Object.keys(optionRows)].toSorted(),
  );
  const silent = properties.filter((each) => each.getDocumentationComment(checker).length === 0);
  expect(silent.map(({ name }) => name)).toEqual([]);
});
