import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { generate } from "#generator/index.js";
import { openApi } from "#generator/emit/openapi.js";
import { lostFacets, renamedOperations } from "#generator/emit/openapi/losses.js";
import { planFile, planned, wsdl } from "../plan/contracts.js";

interface Row {
  readonly base: string;
  readonly facets: string;
  /** Of the schema. */
  readonly stated: object;
  readonly lost: readonly string[];
}

const integer = { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER, type: "integer" };
const digits = "^\\s*[+-]?[0-9]+\\s*$";

test.each<Row>([
  {
    base: "xs:string",
    facets: '<xs:minLength value="1"/><xs:maxLength value="9"/>',
    stated: { type: "string", minLength: 1, maxLength: 9 },
    lost: [],
  },
  {
    base: "xs:string",
    facets: '<xs:pattern value="[A-Z]{2}\\d+|x\\[y"/>',
    stated: { type: "string", pattern: "^(?:(?:[A-Z]{2}\\p{Nd}+|x\\[y))$" },
    lost: [],
  },
  {
    base: "xs:string",
    facets: '<xs:pattern value="[a-z-[aeiou]]+"/>',
    stated: { type: "string" },
    lost: ["pattern"],
  },
  {
    base: "xs:string",
    facets: '<xs:pattern value="[\\w.]+"/>',
    stated: { type: "string" },
    lost: ["pattern"],
  },
  { base: "xs:token", facets: '<xs:pattern value="a b"/>', stated: { type: "string" }, lost: ["pattern"] },
  {
    base: "xs:int",
    facets: '<xs:minInclusive value="1"/><xs:totalDigits value="3"/>',
    stated: { type: "integer", minimum: 1, maximum: 2147483647 },
    lost: ["totalDigits"],
  },
  {
    base: "xs:long",
    facets: '<xs:maxInclusive value="9"/>',
    stated: { anyOf: [{ type: "string", format: "int64", pattern: digits }, integer] },
    lost: ["maxInclusive"],
  },
  {
    base: "xs:decimal",
    facets: '<xs:fractionDigits value="2"/><xs:enumeration value="1.00"/>',
    stated: {
      type: "string",
      format: "decimal",
      pattern: "^\\s*[+-]?([0-9]+(\\.[0-9]*)?|\\.[0-9]+)\\s*$",
    },
    lost: ["fractionDigits", "enumeration"],
  },
  {
    base: "xs:hexBinary",
    facets: '<xs:length value="2"/>',
    stated: { type: "string", contentEncoding: "base16" },
    lost: ["length"],
  },
  {
    base: "xs:NMTOKENS",
    facets: '<xs:maxLength value="3"/>',
    stated: { type: "array", minItems: 1, maxItems: 3, items: { type: "string" } },
    lost: [],
  },
])("$base with $facets states $stated", ({ base, facets, stated, lost }) => {
  const types = `<xs:simpleType name="Narrow"><xs:restriction base="${base}">${facets}</xs:restriction></xs:simpleType>`;
  const plan = planned({ types, input: '<xs:element name="value" type="tns:Narrow"/>' });
  const found = JSON.stringify(openApi(plan));
  const { paths } = JSON.parse(found) as {
    readonly paths: Readonly<
      Record<
        string,
        { post: { requestBody: { content: Record<string, { schema: { properties: object } }> } } }
      >
    >;
  };
  const content = paths["/Do"]?.post.requestBody.content["application/json"];
  expect(content?.schema.properties).toEqual({ value: stated });
  expect(lostFacets(plan)).toEqual(
    lost.length === 0 ? [] : [expect.objectContaining({ type: "Narrow", facets: lost })],
  );
});

test("a pattern of a derived type is stated beside that of its base", () => {
  const type = (name: string, base: string, pattern: string): string =>
    `<xs:simpleType name="${name}"><xs:restriction base="${base}"><xs:pattern value="${pattern}"/></xs:restriction></xs:simpleType>`;
  const types = type("Letters", "xs:string", "[a-z]*") + type("Short", "tns:Letters", ".{3}");
  const plan = planned({ types, input: '<xs:element name="value" type="tns:Short"/>' });
  expect(JSON.stringify(openApi(plan))).toContain(
    '"pattern":"^(?:(?:[a-z]*))$","allOf":[{"pattern":"^(?:(?:[^\\\\n\\\\r]{3}))$"}]',
  );
});

test("a second operation of a name is reported with its name over JSON", () => {
  const { plan } = planFile("test/golden/operations/service.wsdl");
  if (plan === undefined) throw new Error("no plan");
  expect(renamedOperations(plan)).toEqual([expect.objectContaining({ name: "add", path: "add-2" })]);
});

test("a run with json reports a loss at its place, and one without does not", async () => {
  const folder = mkdtempSync(join(tmpdir(), "losses-"));
  try {
    const types =
      '<xs:simpleType name="Price"><xs:restriction base="xs:decimal"><xs:fractionDigits value="2"/></xs:restriction></xs:simpleType>';
    const file = join(folder, "service.wsdl");
    writeFileSync(file, wsdl({ types, input: '<xs:element name="price" type="tns:Price"/>' }));
    const run = (out: string, json: boolean): ReturnType<typeof generate> =>
      generate({ wsdl: file, out: join(folder, out), json });
    expect((await run("json", true)).diagnostics).toEqual([
      expect.objectContaining({ code: "MG3014", severity: "warning", line: 3, column: 1 }),
    ]);
    expect((await run("xml", false)).diagnostics).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
