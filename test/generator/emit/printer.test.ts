import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import ts from "typescript";
import {
  access,
  assigned,
  block,
  code,
  documented,
  guarded,
  key,
  list,
  member,
  object,
  objectType,
  openObject,
  property,
  typeArguments,
  union,
  value as asValue,
  type as asType,
  type Code,
} from "#generator/emit/printer/code.js";
import { GeneratedFile } from "#generator/emit/printer/generated-file.js";
import { layout } from "#generator/emit/printer/layout.js";

const a60 = "a".repeat(60);
const b60 = "b".repeat(60);

/** Code without symbols. */
function printed(body: Code): readonly string[] {
  return layout(body, () => "").split("\n");
}

describe("layout", () => {
  test.each<[string, Code, readonly string[]]>([
    ["a list that fits", list("f(", ["a", "b"], ");"), ["f(a, b);"]],
    ["a list that does not", list("f(", [a60, b60], ");"), ["f(", `  ${a60},`, `  ${b60},`, ");"]],
    [
      "a list in a block, which takes two columns",
      block("if (x)", [list("f(", ["a".repeat(52), "b".repeat(52)], ")")]),
      ["if (x) {", "  f(", `    ${"a".repeat(52)},`, `    ${"b".repeat(52)},`, "  )", "}"],
    ],
    [
      "a list counts what follows it",
      code`${list("f(", ["a".repeat(50), "b".repeat(50)], ")")} = 123456;`,
      ["f(", `  ${"a".repeat(50)},`, `  ${"b".repeat(50)},`, ") = 123456;"],
    ],
    ["an empty list", list("f(", [], ");"), ["f();"]],
    [
      "type arguments have no comma behind the last",
      typeArguments("class A extends B<", [a60, b60], "> {"),
      ["class A extends B<", `  ${a60},`, `  ${b60}`, "> {"],
    ],
    ["an object that fits", object("x = ", ["a", "b"], ";"), ["x = { a, b };"]],
    ["an object that does not", object("", [a60, b60]), ["{", `  ${a60},`, `  ${b60},`, "}"]],
    ["an object type", objectType(["a: A", "b: B"]), ["{ a: A; b: B }"]],
    ["a member that fits", member("a", "1"), ["a: 1"]],
    ["a member that does not", member(a60, b60), [`${a60}:`, `  ${b60}`]],
    ["an assignment that does not fit", assigned(`${a60} =`, b60), [`${a60} =`, `  ${b60};`]],
    ["a guard that fits", guarded("a", ["b();"]), ["if (a) b();"]],
    ["a guard that does not", guarded(a60, [`${b60};`]), [`if (${a60}) {`, `  ${b60};`, "}"]],
    ["a guard of two statements", guarded("a", ["b();", "c();"]), ["if (a) {", "  b();", "  c();", "}"]],
    ["a union that fits", union("type A =", ["B", "C"]), ["type A = B | C;"]],
    [
      "a union that fits the next line",
      union(`type ${a60} =`, ["b".repeat(30), "c".repeat(30)]),
      [`type ${a60} =`, `  ${"b".repeat(30)} | ${"c".repeat(30)};`],
    ],
    ["a union that does not", union("type A =", [a60, b60]), ["type A =", `  | ${a60}`, `  | ${b60};`]],
    [
      "a comment wraps where it stands",
      openObject("const x =", [documented(["word ".repeat(30).trim()], "a: 1")], "};"),
      [
        "const x = {",
        "  /**",
        `   * ${"word ".repeat(19).trim()}`,
        `   * ${"word ".repeat(11).trim()}`,
        "   */",
        "  a: 1,",
        "};",
      ],
    ],
  ])("%s", (_, body, want) => {
    expect(printed(body)).toEqual(want);
  });

  test.each([
    ["CustomerID", "CustomerID", "v.CustomerID"],
    ["class", "class", "v.class"],
    ["a-b", '"a-b"', 'v["a-b"]'],
    ["constructor$", "constructor$", "v.constructor$"],
  ])("%s as a key and as an access", (name, asKey, asAccess) => {
    expect(key(name)).toBe(asKey);
    expect(printed(access("v", name))).toEqual([asAccess]);
  });
});

/** The lines of a file that an emitter has written. */
function file(write: (to: GeneratedFile) => void, path = "file.ts"): readonly string[] {
  const made = new GeneratedFile(path);
  write(made);
  return made.text().trimEnd().split("\n");
}

function print(to: GeneratedFile, ...codes: readonly Code[]): void {
  for (const each of codes) to.print({ kind: "code", print: () => each });
}

describe("imports", () => {
  test("hold what is referred to, as types where nothing else is", () => {
    const lines = file((to) => {
      to.imported("unused", "./a.js");
      const [zed, Alpha, Type] = ["zed", "Alpha", "Type"].map((name) => to.imported(name, "./a.js"));
      if (zed === undefined || Alpha === undefined || Type === undefined) throw new Error();
      const m = to.member(to.module("m", "./m.js"), "M");
      print(to, code`f(${asValue(zed)}, ${asValue(Alpha)}) as ${asType(Type)}<${asType(m)}>;`);
    });
    expect(lines).toEqual([
      'import { Alpha, zed, type Type } from "./a.js";',
      'import type * as m from "./m.js";',
      "",
      "f(zed, Alpha) as Type<m.M>;",
    ]);
  });

  test("packages stand first, then other folders; paths are those seen from the file", () => {
    const lines = file((to) => {
      for (const module of ["./types/b.js", "./enums.js", "../runtime/index.js", "package/x"])
        print(to, asValue(to.imported("x", module)));
    }, "types/a.ts");
    expect(lines.slice(0, 4)).toEqual([
      'import { x as x$4 } from "package/x";',
      'import { x } from "../../runtime/index.js";',
      'import { x as x$2 } from "../enums.js";',
      'import { x as x$3 } from "./b.js";',
    ]);
  });
});

describe("names", () => {
  test("an export keeps its name; what else wants it has another", () => {
    const lines = file((to) => {
      const self = to.exported("Promise");
      const global = to.global("Promise");
      const imported = to.imported("Promise", "./a.js");
      const constant = to.constant("Promise", (own) => code`const ${asValue(own)} = 1;`);
      print(
        to,
        code`export const ${asValue(self)}: ${asType(global)}<${asType(imported)}> = ${asValue(constant)};`,
      );
    });
    expect(lines).toEqual([
      'import type { Promise as Promise$2 } from "./a.js";',
      "",
      "const Promise$3 = 1;",
      "",
      "export const Promise: globalThis.Promise<Promise$2> = Promise$3;",
    ]);
  });

  test("a variable never hides what the module declares, a reserved word or a variable around it", () => {
    const lines = file((to) => {
      const int = asValue(to.imported("int", "./a.js"));
      const scope = to.scope();
      const [own, reserved, item] = ["int", "class", "item"].map((name) => asValue(scope.local(name)));
      const inner = asValue(scope.inner().local("item"));
      print(to, code`f(${int}, ${own ?? ""}, ${reserved ?? ""}, ${item ?? ""}, ${inner});`);
    });
    expect(lines.at(-1)).toBe("f(int, int$, class$, item, item$);");
  });

  test("a property is short where the name of the value is its own", () => {
    const write = (names: readonly string[]) => (to: GeneratedFile) => {
      for (const name of names) to.exported(name);
      const constant = to.constant("namespace", (self) => code`const ${asValue(self)} = "";`);
      print(to, object("f(", [property("namespace", constant)], ");"));
    };
    expect(file(write([])).at(-1)).toBe("f({ namespace });");
    expect(file(write(["namespace"])).at(-1)).toBe("f({ namespace: namespace$2 });");
  });

  test("do not depend on the order in which symbols are met", () => {
    const names = fc.uniqueArray(fc.constantFrom("a", "b", "c", "Promise", "class", "$a"), { minLength: 2 });
    fc.assert(
      fc.property(names, fc.boolean(), (wanted, isReversed) => {
        const write = (order: readonly string[]) => (to: GeneratedFile) => {
          const symbols = wanted.flatMap((name) => [
            to.imported(name, "./b.js"),
            to.imported(name, "./a.js"),
          ]);
          const met = order.flatMap((name) => symbols.filter((symbol) => symbol.name === name));
          print(to, ...met.map((symbol) => code`// ${symbol.name} ${symbol.module} ${asValue(symbol)}`));
        };
        const one = file(write(wanted));
        const other = file(write(isReversed ? wanted.toReversed() : wanted));
        expect(other.toSorted()).toEqual(one.toSorted());
      }),
    );
  });
});

describe("constants", () => {
  test("are printed where something leads to them, also in a ring and over a thousand others", () => {
    const lines = file((to) => {
      const group = to.constants();
      const all: Code[] = [];
      for (let at = 0; at < 2000; at++)
        all.push(
          asValue(
            group(`c${at}`, (self) => code`const ${asValue(self)} = () => ${all[(at + 1) % 2000] ?? ""};`),
          ),
        );
      group("unused", (self) => code`const ${asValue(self)} = 1;`);
      print(to, code`export default ${all[0] ?? ""};`);
    });
    expect(lines).toHaveLength(2002);
    expect(lines.slice(1998)).toEqual([
      "const c1998 = () => c1999;",
      "const c1999 = () => c0;",
      "",
      "export default c0;",
    ]);
  });
});

test("declarations stand apart by one empty line, lists break, lines keep their places", () => {
  const long = ["first", "second"].map((name) => ({ name, type: "T".repeat(50) }));
  const longNames = ["x", "y"].map((each) => each.repeat(60));
  const lines = file((to) => {
    for (const name of longNames) to.imported(name, "./a.js");
    to.print(
      {
        kind: "alias",
        symbol: to.exported("A"),
        doc: [],
        types: longNames.map((name) => asType(to.imported(name, "./a.js"))),
      },
      { kind: "alias", symbol: to.exported("B"), doc: ["Two."], types: ["1", "2"] },
      {
        kind: "alias",
        symbol: to.exported("D"),
        doc: [],
        types: [objectType([documented(["A member."], "a: 1"), "b: 2"])],
      },
      {
        kind: "constant",
        symbol: to.exported("E"),
        doc: ["Some."],
        value: openObject("", [documented(["One."], 'a: "\\\\"'), 'b: "it\'s"'], "} as const"),
      },
      { kind: "interface", symbol: to.exported("Empty"), doc: ["Nothing."] },
      {
        kind: "interface",
        symbol: to.exported("I"),
        doc: ["One.", "Two."],
        properties: [{ name: "a-b", doc: ["A field."], isOptional: true, type: "string" }],
        methods: [{ name: "new", parameters: long, returnType: "void" }],
      },
      {
        kind: "class",
        symbol: to.exported("C"),
        doc: [],
        construction: { parameter: { name: "options", type: "O", initial: "{}" }, body: "this.x = options;" },
        methods: [
          {
            name: "new",
            parameters: [{ name: "x", type: "1", isOptional: true }],
            returnType: "1",
            body: "return 1;",
          },
          { name: "two", isAsync: true, parameters: long, returnType: "void", body: "return;" },
        ],
      },
    );
    print(to, "const c = 3;");
  });
  expect(lines).toEqual([
    "import type {",
    ...longNames.map((name) => `  ${name},`),
    '} from "./a.js";',
    "",
    "export type A =",
    ...longNames.map((name, at) => `  | ${name}${at === 1 ? ";" : ""}`),
    "",
    "/** Two. */",
    "export type B = 1 | 2;",
    "",
    "export type D = {",
    "  /** A member. */",
    "  a: 1;",
    "  b: 2;",
    "};",
    "",
    "/** Some. */",
    "export const E = {",
    "  /** One. */",
    '  a: "\\\\",',
    '  b: "it\'s",',
    "} as const;",
    "",
    "/** Nothing. */",
    "export interface Empty {}",
    "",
    "/**",
    " * One.",
    " *",
    " * Two.",
    " */",
    "export interface I {",
    "  /** A field. */",
    '  readonly "a-b"?: string;',
    '  "new"(',
    ...long.map(({ name, type }) => `    ${name}: ${type},`),
    "  ): void;",
    "}",
    "",
    "export class C {",
    "  constructor(options: O = {}) {",
    "    this.x = options;",
    "  }",
    "",
    "  new(x?: 1): 1 {",
    "    return 1;",
    "  }",
    "",
    "  async two(",
    ...long.map(({ name, type }) => `    ${name}: ${type},`),
    "  ): void {",
    "    return;",
    "  }",
    "}",
    "",
    "const c = 3;",
  ]);
  expect(ts.transpileModule(lines.join("\n"), { reportDiagnostics: true }).diagnostics).toEqual([]);
});
