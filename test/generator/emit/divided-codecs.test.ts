import { readFileSync } from "node:fs";
import { compileFunction } from "node:vm";
import { describe, expect, test } from "@jest/globals";
import * as runtime from "messenger-gen-runtime";
import * as codec from "messenger-gen-runtime/codec";
import * as items from "messenger-gen-runtime/items";
import ts from "typescript";
import { emitCodecs, longestCodecs } from "#generator/emit/codecs.js";
import { emitAll } from "#generator/emit/all.js";
import type { Plan } from "#generator/plan/data/plan.js";
import { planFile, planned } from "../plan/contracts.js";
import { readBack, servedOperations, written } from "./built.js";
import { compilerErrors } from "./compiled.js";

function dividedPlan(): Plan {
  const { plan, errors } = planFile("test/golden/divided-codecs/service.wsdl");
  if (plan === undefined) throw new Error(errors.join("\n"));
  return plan;
}

/** A contract with these record types and this many operations. */
function plannedWith(types: readonly string[], operations = ["Do"]): Plan {
  const optional = (name: string): string =>
    `<xs:complexType name="${name}"><xs:sequence><xs:element name="a" type="xs:int"/><xs:element name="b" type="xs:int"/></xs:sequence></xs:complexType>`;
  const input = types.map((name, at) => `<xs:element name="e${at}" type="tns:${name}"/>`).join("");
  return planned({ types: types.map(optional).join(""), input, operations });
}

const pathsOf = (plan: Plan, longest: number): readonly string[] =>
  emitCodecs(plan, longest).map(({ path }) => path.replace(/^codecs\//, ""));

describe("codecs.ts", () => {
  const plan = plannedWith(["Box"]);
  const header = emitCodecs(plan)[0]?.text.split("\n\n")[0] ?? "";
  const length = (emitCodecs(plan)[0]?.text.length ?? 0) - header.length - 2;

  test.each([
    ["as long as the limit is one file", length, ["codecs.ts"]],
    [
      "longer than the limit is divided",
      length - 1,
      ["codecs.ts", "constants.ts", "messages.ts", "records.ts"],
    ],
  ])("%s", (_, longest, paths) => {
    expect(pathsOf(plan, longest)).toEqual(paths);
  });

  test("has a limit that the output of this package does not reach", () => {
    expect(readFileSync("generated/codecs.ts", "utf8").length).toBeLessThan(longestCodecs);
  });
});

test.each<[string, readonly string[], number, readonly string[]]>([
  ["together if they fit", ["Apple", "Box"], 1_800, ["records.ts"]],
  ["by their first letter", ["Apple", "Box", "Bag"], 1_200, ["records-a.ts", "records-b.ts"]],
  ["by more letters where needed", ["Box", "Bag", "Ball"], 1_000, ["bag", "bal", "bo"].map(recordsOf)],
  ["with the name that others begin with", ["Ba", "Bag"], 0, ["records-ba.ts", "records-bag.ts"]],
  [
    "without regard to case and punctuation",
    ["A.B", "a_c", "Ac_d"],
    0,
    ["records-ab.ts", "records-ac.ts", "records-acd.ts"],
  ],
  ["of other scripts by numbers", ["Œuf", "Ähre"], 800, ["u153", "ue4"].map(recordsOf)],
  [
    "that begin with the same 30 letters together",
    [`${"x".repeat(30)}a`, `${"x".repeat(30)}b`],
    0,
    [recordsOf("x".repeat(30))],
  ],
])("records are divided %s", (_, types, longest, paths) => {
  expect(pathsOf(plannedWith(types), longest).filter((path) => path.startsWith("records"))).toEqual(paths);
});

function recordsOf(key: string): string {
  return `records-${key}.ts`;
}

test("a new name changes no other module", () => {
  const texts = (types: readonly string[]): ReadonlyMap<string, string> =>
    new Map(emitCodecs(plannedWith(types), 1_000).map(({ path, text }) => [path, text]));
  const before = texts(["Apple", "Box", "Crate"]);
  const after = texts(["Apple", "Bag", "Box", "Crate"]);
  for (const path of ["codecs/records-a.ts", "codecs/records-c.ts"])
    expect(after.get(path)).toBe(before.get(path));
  expect(before.has("codecs/records-b.ts")).toBe(true);
  expect([...after.keys()]).toEqual(expect.arrayContaining(["codecs/records-ba.ts", "codecs/records-bo.ts"]));
});

test("modules as small as possible compile", () => {
  const contracts = ["kitchen-sink", "any-type", "http-binding"];
  const files = contracts.flatMap((contract) => {
    const { plan } = planFile(`test/golden/${contract}/service.wsdl`);
    const sources =
      plan === undefined ? [] : emitAll(plan, { longest: 0 }).filter(({ path }) => path.endsWith(".ts"));
    return sources.map(({ path, text }): [string, string] => [
      `test/golden/${contract}/output/${path}`,
      text,
    ]);
  });
  expect(compilerErrors(new Map(files))).toEqual([]);
});

describe("modules that import each other work", () => {
  const plan = dividedPlan();
  const scripts = new Map(
    emitAll(plan, { longest: 0 })
      .filter(({ path }) => path.endsWith(".ts"))
      .map(({ path, text }) => [path.replace(/ts$/, "js"), script(text)]),
  );

  test.each([...scripts.keys()].filter((path) => path.startsWith("codecs")))(
    "in CommonJS if %s is loaded first",
    (first) => {
      const load = loader(scripts);
      load(first);
      const operation = servedOperations(plan, load("service.js"))["Place"];
      if (operation === undefined) throw new Error("The operation is missing.");
      const input = operation.input as codec.MessageCodec<unknown>;
      const line = { code: "c", origin: undefined, note: { $type: "Line", code: "n" } };
      const buyer = { $type: "Company", name: "a", owner: [{ name: "b" }] };
      const xml = written(input, { order: { state: "sent", buyer, line: [line] } });
      expect(xml).toContain('<note xsi:type="Line"><code>n</code></note>');
      expect(written(input, readBack(input, xml))).toBe(xml);
    },
  );
});

function script(text: string): string {
  const compilerOptions = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 };
  return ts.transpileModule(text, { compilerOptions }).outputText;
}

/** Loads modules as CommonJS does: a module that is loading has the exports so far. */
function loader(scripts: ReadonlyMap<string, string>): (path: string) => object {
  const packages: Readonly<Record<string, object>> = {
    "messenger-gen-runtime": runtime,
    "messenger-gen-runtime/codec": codec,
    "messenger-gen-runtime/items": items,
  };
  const loaded = new Map<string, object>();
  const load = (path: string): object => {
    const known = loaded.get(path);
    if (known !== undefined) return known;
    const exports = {};
    loaded.set(path, exports);
    const require = (name: string): object =>
      packages[name] ?? load(new URL(name, `file:///${path}`).pathname.slice(1));
    const run: (...values: readonly unknown[]) => unknown = compileFunction(scripts.get(path) ?? "", [
      "exports",
      "require",
    ]) as () => unknown;
    run(exports, require);
    return exports;
  };
  return load;
}
