import { createRequire } from "node:module";
import { describe, expect, jest, test } from "@jest/globals";
import type * as tsMorph from "ts-morph";
import { emitAll } from "#generator/emit/all.js";
import { withoutMarks } from "#generator/emit/printer/structures.js";
import { planFile } from "../plan/contracts.js";

// The module that the printer loads, not a copy.
const { Project, StructureKind } = createRequire(import.meta.url)("ts-morph") as typeof tsMorph;

type Statement = tsMorph.StatementStructures | tsMorph.WriterFunction | string;

/** A file of an output, and what ts-morph made of its statements. */
interface Printed {
  readonly path: string;
  readonly text: string;
  readonly statements: readonly Statement[];
  readonly printed: string;
}

/** The files that declare; all others hold code. */
const declaring = /^(?:enums|records|messages|client|server|index|types\/.*)\.ts$/;

const header = /^(?:\/\/ .*\n){2}\n/;

/** The declaring files of a contract but those without a declaration. ts-morph prints each once. */
function printedOf(wsdl: string): readonly Printed[] {
  const { plan } = planFile(wsdl);
  if (plan === undefined) throw new Error(`${wsdl} has errors`);
  const found: { readonly statements: readonly Statement[]; readonly printed: string }[] = [];
  const create = Object.getOwnPropertyDescriptor(Project.prototype, "createSourceFile")
    ?.value as tsMorph.Project["createSourceFile"];
  const spied = jest.spyOn(Project.prototype, "createSourceFile");
  spied.mockImplementation(function (this: tsMorph.Project, path, structure, options) {
    const given = (structure as { readonly statements: Statement[] }).statements;
    // The last one takes the text.
    const statements = given.slice(0, -1);
    const printed = create.call(this, path, { statements }, { overwrite: true }).getFullText();
    found.push({ statements, printed });
    return create.call(this, path, structure, options);
  });
  const files = emitAll(plan).filter(
    ({ path, text }) => declaring.test(path) && !text.endsWith("\n\nexport {};\n"),
  );
  spied.mockRestore();
  expect(found).toHaveLength(files.length);
  return files.map(({ path, text }) => {
    const own = found.find(({ printed }) => text.replace(header, "") === withoutMarks(printed));
    return { path, text, statements: own?.statements ?? [], printed: own?.printed ?? "" };
  });
}

const contracts = [
  "schema/messenger.wsdl",
  ...["choice", "enumeration", "names", "ordered-content", "several-namespaces", "kitchen-sink"].map(
    (name) => `test/golden/${name}/service.wsdl`,
  ),
];
const files = contracts.map((wsdl) => ({ wsdl, printed: printedOf(wsdl) }));
const all = files.flatMap(({ printed }) => printed);

describe("ts-morph prints all that a declaring file declares", () => {
  test.each(files)("$wsdl: no line beside the header comes from elsewhere", ({ printed }) => {
    expect(printed.length).toBeGreaterThan(4);
    for (const { path, text, printed: made } of printed) {
      const lines = text.trimEnd().split("\n").length;
      const share = withoutMarks(made).trimEnd().split("\n").length / (lines - 3);
      expect({ path, share }).toEqual({ path, share: 1 });
    }
  });

  test("as what it is: only the comment about a file is a text", () => {
    const texts = all.flatMap(({ path, statements }) =>
      statements.flatMap((each) =>
        typeof each === "string" || typeof each === "function" ? [{ path, text: String(each) }] : [],
      ),
    );
    expect(texts.filter(({ path, text }) => path !== "index.ts" || !text.startsWith("/**\n"))).toEqual([]);
  });

  test.each([
    ["enums.ts", ["VariableStatement", "TypeAlias"]],
    ["records.ts", ["ImportDeclaration", "Interface", "TypeAlias"]],
    ["messages.ts", ["ImportDeclaration", "Interface", "TypeAlias"]],
    ["client.ts", ["ImportDeclaration", "Class"]],
    ["server.ts", ["ImportDeclaration", "Interface", "Class"]],
    ["index.ts", ["ExportDeclaration"]],
  ])("%s: %j", (path, kinds) => {
    const own = all.filter((each) => each.path === path).flatMap(({ statements }) => statements);
    const found = own.flatMap((each) => (typeof each === "object" ? [StructureKind[each.kind]] : []));
    expect([...new Set(found)].toSorted()).toEqual(kinds.toSorted());
  });

  test("a name is one name, in parameters, imports and members too", () => {
    const names: string[] = [];
    JSON.stringify(
      all.map(({ statements }) => statements),
      (key, value: unknown) => {
        if (/^(?:name|alias|namespaceImport|namespaceExport)$/.test(key)) names.push(String(value));
        return value;
      },
    );
    expect(names.length).toBeGreaterThan(1_000);
    const isName = /^(?:[\p{ID_Start}_$#][\p{ID_Continue}$]*|"[^"]*")$/u;
    expect(names.filter((name) => !isName.test(name))).toEqual([]);
  });

  test("every method of the client has its two parameters", () => {
    const counts = all
      .filter(({ path }) => path === "client.ts")
      .flatMap(({ statements }) => statements)
      .flatMap((each) =>
        typeof each === "object" && each.kind === StructureKind.Class ? (each.methods ?? []) : [],
      )
      .map(({ parameters }) => parameters?.map(({ name }) => name));
    expect(counts.length).toBeGreaterThan(36);
    expect(new Set(counts.map((each) => each?.join(", ")))).toEqual(new Set(["input, options"]));
  });
});
