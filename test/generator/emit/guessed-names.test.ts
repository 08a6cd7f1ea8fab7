import { describe, expect, test } from "@jest/globals";
import { code, lines, list, value as asValue, type Code } from "#generator/emit/printer/code.js";
import { GeneratedFile } from "#generator/emit/printer/generated-file.js";
import { laidOut } from "#generator/emit/printer/layout.js";

const a60 = "a".repeat(60);
const b60 = "b".repeat(60);

/** The lines of a file that an emitter has written. */
function file(write: (to: GeneratedFile) => void): readonly string[] {
  const made = new GeneratedFile("file.ts");
  write(made);
  return made.text().trimEnd().split("\n");
}

describe("a text that was laid out before the file had all names", () => {
  type Made = (to: GeneratedFile) => () => Code;
  const nothing: Made = () => () => "";
  const variable = (name: string): Made => {
    return (to) => () => asValue(to.scope().local(name));
  };
  const constant = (name: string): Made => {
    return (to) => {
      const symbol = to.constant(name, (self) => code`const ${asValue(self)} = 1;`);
      return () => asValue(symbol);
    };
  };
  const imported: Made = (to) => () => asValue(to.imported("a", "./a.js"));
  const exported = (name: string): Made => {
    return (to) => () => asValue(to.exported(name));
  };
  const global = (name: string): Made => {
    return (to) => () => asValue(to.global(name));
  };
  const member: Made = (to) => () => asValue(to.member(to.module("a", "./m.js"), "A"));
  const besideUnused: Made = (to) => {
    constant("a")(to);
    return variable("a")(to);
  };
  test.each<[string, Made, Made, string]>([
    ["a variable", variable("a"), nothing, "f(a);"],
    ["a variable, before an import", variable("a"), imported, "f(a$);"],
    ["a variable, before a module", variable("a"), member, "f(a$);"],
    ["a variable, before an export", variable("a"), exported("a"), "f(a$);"],
    ["a variable, before a constant", variable("a"), constant("a"), "f(a$);"],
    ["a variable, before a global", variable("URL"), global("URL"), "f(URL$);"],
    ["a variable, beside a constant that nothing uses", besideUnused, nothing, "f(a);"],
    ["an import, before an export", imported, exported("a"), "f(a$2);"],
    ["a constant, before an export", constant("a"), exported("a"), "f(a$2);"],
    ["a global, before an export", global("Promise"), exported("Promise"), "f(globalThis.Promise);"],
    ["a member of a module, before an export", member, exported("a"), "f(a$2.A);"],
  ])("%s", (_, first, second, want) => {
    const lines = file((to) => {
      const [one, two] = [first(to), second(to)];
      to.print({ kind: "code", print: () => code`f(${one()});` });
      to.print({ kind: "code", print: () => code`g(${two()});` });
    });
    expect(lines).toContain(want);
  });

  test("code without anything to print leaves no empty lines", () => {
    const lines = file((to) => {
      for (const body of ["a();", undefined, "b();"]) to.print({ kind: "code", print: () => body });
    });
    expect(lines).toEqual(["a();", "", "b();"]);
  });

  test.each([
    ["with room for export", 87, (argument: string) => [`export const one = f(${argument});`]],
    ["without", 88, (argument: string) => ["export const one = f(", `  ${argument},`, ");"]],
  ])("a constant that another module imports, %s", (_, width, want) => {
    const argument = "a".repeat(width);
    const made = new GeneratedFile("file.ts");
    const place = (module: string) => ({ module, name: "" });
    const one = made.constant("one", () => list("const one = f(", [argument], ");"), place("x"));
    made.print({ kind: "code", print: () => code`export const two = ${asValue(one)};`, place: place("y") });
    const shared = made.texts(1).find(({ path }) => path === "file/x.ts");
    expect(shared?.text.trimEnd().split("\n")).toEqual(want(argument));
  });
});

describe("the room before the first line", () => {
  test.each<[string, Code, number]>([
    ["text alone", "a", 110],
    ["a list that fits", list("f(", ["a", "b"], ");"), 102],
    ["a list that does not", list("f(", [a60, b60], ");"), 110],
    ["a list that fits behind a broken one", [list("f(", [a60, b60], ");"), list("g(", ["a"], ")")], 110],
    ["two lists on the line", [list("f(", ["a"], ")"), list("g(", ["b"], ")")], 102],
    ["lists on two lines", lines([list("f(", ["a"], ")"), list("g(", ["b".repeat(90)], ")")]), 106],
  ])("%s", (_, body, want) => {
    expect(laidOut(body, () => "").room).toBe(want);
  });
});
