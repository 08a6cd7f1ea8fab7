/** Declarations of generated files as scripts of this process: the same code as in the files, and only what is used. */
import { afterEach, describe, expect, jest, test } from "@jest/globals";
import { transform } from "esbuild";
import { callableFiles } from "#generator/emit/callable.js";
import { GeneratedFile } from "#generator/emit/printer/generated-file.js";
import { localNames, nameOfAll, PreferredNames } from "#generator/emit/printer/given-names.js";
import { layout } from "#generator/emit/printer/layout.js";
import { scriptText } from "#generator/emit/printer/flat-text.js";
import type { CodeSymbol } from "#generator/emit/printer/symbols.js";
import { usageOf } from "#generator/emit/printer/used-symbols.js";
import { linkedFiles } from "#generator/live/linked-files.js";
import type { Plan } from "#generator/plan/data/plan.js";
import { XmlWriter } from "#runtime/xml/writer.js";
import { fixtures } from "../round-trip/fixtures.js";
import { planFile, planText, wsdl } from "../plan/contracts.js";

afterEach(() => {
  jest.restoreAllMocks();
});

/** The code of everything that a file exports, and of the constants that it leads to. */
function allCode(file: GeneratedFile) {
  const pending: CodeSymbol[] = [...file.exportedCode].map((name) => file.exported(name));
  const seen = new Set(pending);
  const found = [];
  for (let symbol = pending.pop(); symbol !== undefined; symbol = pending.pop()) {
    const body = file.codeOf(symbol);
    if (body === undefined) continue;
    found.push(body);
    for (const { symbol: next } of usageOf([body], "values").mentions) {
      if (next.kind !== "constant" || seen.has(next)) continue;
      seen.add(next);
      pending.push(next);
    }
  }
  return found;
}

const preferred = new PreferredNames();

/** A declaration in a block of its own, for declarations have the names here that they prefer; without `export`. */
function inBlock(text: string): string {
  return `{\n${text.replace(/^\s*(?:\/\*\*[^]*?\*\/\s*)?export /, "")}\n}`;
}

async function minified(texts: readonly string[], loader: "js" | "ts"): Promise<string> {
  const { code } = await transform(texts.join("\n"), { loader, minifyWhitespace: true, minifySyntax: true });
  return code;
}

const contracts = fixtures.map(({ name, wsdl }) => ({ name, plan: planFile(wsdl).plan }));

describe.each(contracts)("the contract $name", ({ plan }) => {
  test("has the code of its files, without types", async () => {
    if (plan === undefined) throw new Error("The contract has errors.");
    for (const [name, make] of callableFiles({ ...plan, jsonNames: "contract" })) {
      const texts = allCode(make()).map((body) => {
        const nameOf = nameOfAll(preferred, localNames(usageOf([body]).variables, preferred));
        return { file: inBlock(layout(body, nameOf)), script: inBlock(scriptText(body, nameOf)) };
      });
      const [script, file] = await Promise.all([
        minified(
          texts.map((each) => each.script),
          "js",
        ),
        minified(
          texts.map((each) => each.file),
          "ts",
        ),
      ]);
      expect([name, script]).toEqual([name, file]);
    }
  });
});

describe("a declaration", () => {
  const planOfText = (text: string): Plan => {
    const { plan } = planText(text);
    if (plan === undefined) throw new Error("The contract has errors.");
    return plan;
  };
  const types = ["A", "B", "C"].map(
    (name) =>
      `<xs:complexType name="${name}"><xs:sequence><xs:element name="v" type="xs:int"/></xs:sequence></xs:complexType>`,
  );
  const input =
    '<xs:element name="a" type="tns:A"/><xs:element name="b" type="tns:B" minOccurs="0"/><xs:element name="c" type="xs:anyType" minOccurs="0"/>';

  test("is compiled when it is used first, and once", async () => {
    const codeOf = jest.spyOn(GeneratedFile.prototype, "codeOf");
    const compiled = (): readonly string[] => codeOf.mock.calls.map(([{ name }]) => name);
    const load = await linkedFiles(callableFiles(planOfText(wsdl({ types: types.join(""), input }))));
    const { writeDoInput } = load("codecs") as Record<string, (w: XmlWriter, v: unknown) => void>;
    expect(compiled()).toEqual(["writeDoInput"]);
    for (let times = 0; times < 2; times++) writeDoInput?.(new XmlWriter(), { a: { v: 1 } });
    expect(compiled()).toEqual(["writeDoInput", "writeA"]);
    writeDoInput?.(new XmlWriter(), { a: { v: 1 }, c: { $type: "C", value: { v: 1 }, v: 1 } });
    expect(compiled()).toContain("typesByName");
    expect(compiled()).toContain("writeC");
    expect(compiled()).not.toContain("writeB");
    expect(new Set(compiled()).size).toBe(compiled().length);
  });

  test("of a file that is not there is an error", async () => {
    const load = await linkedFiles(callableFiles(planOfText(wsdl({}))));
    expect(() => load("gone")).toThrow("No generated file is called gone.");
  });
});
