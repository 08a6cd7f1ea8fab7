import ts from "typescript";
import { describe, expect, test } from "@jest/globals";
import { emitAll, type Artefact } from "#generator/emit/all.js";
import { compilerErrors } from "./emit/compiled.js";
import { assembled, build } from "./model/fragments.js";
import { planFragment, planned, type Fragment } from "./plan/contracts.js";

const breakouts = [
  "*/ INJECTED(); /*",
  "&quot;; INJECTED(); &quot;",
  "'; INJECTED(); '",
  "`${INJECTED()}`",
  "&#10;INJECTED();&#13;",
  "&#x2028;INJECTED();",
  "\\&quot;; INJECTED(); //",
  "&lt;/script>INJECTED()",
  "&#x202e;INJECTED",
];

function everywhere(text: string): Fragment {
  return {
    documentation: text,
    types:
      `<xs:simpleType name="E"><xs:annotation><xs:documentation>${text}</xs:documentation></xs:annotation>` +
      `<xs:restriction base="xs:string"><xs:enumeration value="${text}"/></xs:restriction></xs:simpleType>` +
      `<xs:simpleType name="N"><xs:restriction base="xs:string"><xs:maxLength value="99"/><xs:enumeration value="${text}"/></xs:restriction></xs:simpleType>` +
      `<xs:complexType name="A"><xs:sequence><xs:any namespace="##other" minOccurs="0"/></xs:sequence>` +
      `<xs:attribute name="a" default="${text}"/><xs:attribute name="f" fixed="${text}"/></xs:complexType>`,
    input:
      `<xs:element name="e" type="tns:E"/><xs:element name="n" type="tns:N"/><xs:element name="a" type="tns:A"/>` +
      `<xs:element name="d" type="xs:string" default="${text}"/>`,
  };
}

/** Identifiers and templates of a file that come from the contract. */
function injected({ path, text }: Artefact): readonly string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const isCode = ts.isIdentifier(node) || ts.isTemplateExpression(node) || ts.isJsxText(node);
    if (isCode && node.getText().includes("INJECTED")) found.push(`${path}: ${node.parent.getText()}`);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true));
  return found;
}

describe("values of a contract stay literals, its documentation comments", () => {
  test.each(breakouts)("%j", (text) => {
    const output = emitAll(planned(everywhere(text))).filter(({ path }) => path.endsWith(".ts"));
    expect(output.some((artefact) => artefact.text.includes("INJECTED"))).toBe(true);
    expect(output.flatMap(injected)).toEqual([]);
    expect(
      compilerErrors(new Map(output.map(({ path, text: code }) => [`test/golden/hostile/${path}`, code]))),
    ).toEqual([]);
  });
});

describe("invalid names are refused", () => {
  test.each(["a b", "a&quot;b", "a/*b", "1a", "", "a:b", "../a", "a&#10;b", "a${b}"])("%j", (name) => {
    const { found } = build({ schema: `<xs:element name="${name}" type="xs:string"/>` });
    expect(found).toEqual([expect.stringMatching(/^main\.wsdl:4:1 MG2006 /)]);
  });
});

const count = (size: number, text: (at: number) => string): string =>
  Array.from({ length: size }, (_, at) => text(at)).join("");

describe("sizes", () => {
  const bounded: readonly (readonly [string, Fragment])[] = [
    [
      "500 extensions of each other",
      {
        types:
          '<xs:complexType name="T0"><xs:sequence/></xs:complexType>' +
          count(
            499,
            (at) =>
              `<xs:complexType name="T${at + 1}"><xs:complexContent><xs:extension base="tns:T${at}"><xs:sequence><xs:element name="f${at}" type="xs:int"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>`,
          ),
        input: '<xs:element name="t" type="tns:T499"/>',
      },
    ],
    [
      "1,000 restrictions of each other",
      {
        types:
          '<xs:simpleType name="S0"><xs:restriction base="xs:string"/></xs:simpleType>' +
          count(
            999,
            (at) =>
              `<xs:simpleType name="S${at + 1}"><xs:restriction base="tns:S${at}"><xs:maxLength value="${2000 - at}"/></xs:restriction></xs:simpleType>`,
          ),
        input: '<xs:element name="t" type="tns:S999"/>',
      },
    ],
    [
      "1,000 groups in each other",
      {
        types:
          '<xs:group name="G0"><xs:sequence><xs:element name="z" type="xs:int"/></xs:sequence></xs:group>' +
          count(
            999,
            (at) =>
              `<xs:group name="G${at + 1}"><xs:sequence><xs:element name="g${at}" type="xs:int"/><xs:group ref="tns:G${at}"/></xs:sequence></xs:group>`,
          ),
        input: '<xs:group ref="tns:G999"/>',
      },
    ],
    [
      "unions that name each other twice",
      {
        types:
          '<xs:simpleType name="U0"><xs:restriction base="xs:string"/></xs:simpleType>' +
          count(
            40,
            (at) =>
              `<xs:simpleType name="U${at + 1}"><xs:union memberTypes="tns:U${at} tns:U${at}"/></xs:simpleType>`,
          ),
        input: '<xs:element name="t" type="tns:U40"/>',
      },
    ],
    [
      "a pattern that goes back without end",
      {
        types: `<xs:simpleType name="P"><xs:restriction base="xs:string"><xs:pattern value="((a*)*)*b"/><xs:minLength value="40"/></xs:restriction></xs:simpleType>`,
        input: '<xs:element name="t" type="tns:P"/>',
      },
    ],
    [
      "a default of a million letters",
      { input: `<xs:element name="t" type="xs:string" default="${"A".repeat(1e6)}"/>` },
    ],
  ];
  test.each(bounded)("%s", (_, fragment) => {
    const { plan, errors } = planFragment(fragment);
    expect(errors).toEqual([]);
    expect(plan === undefined ? 0 : emitAll(plan).length).toBeGreaterThan(0);
  });

  test("2,000 types in a ring", () => {
    const ring = count(
      2000,
      (at) =>
        `<xs:complexType name="T${at}"><xs:sequence><xs:element name="n" type="tns:T${(at + 1) % 2000}" minOccurs="0"/></xs:sequence></xs:complexType>`,
    );
    const { plan } = planFragment({ types: ring, input: '<xs:element name="t" type="tns:T0"/>' });
    expect(plan?.records).toHaveLength(2000);
  });

  const chained = (first: string, next: (at: number) => string): string => first + count(1001, next);
  const chains: readonly (readonly [string, string, string])[] = [
    [
      "extensions",
      chained(
        '<xs:complexType name="T0"/>',
        (at) =>
          `<xs:complexType name="T${at + 1}"><xs:complexContent><xs:extension base="tns:T${at}"/></xs:complexContent></xs:complexType>`,
      ),
      "type T1001",
    ],
    [
      "restrictions",
      chained(
        '<xs:simpleType name="T0"><xs:restriction base="xs:string"/></xs:simpleType>',
        (at) => `<xs:simpleType name="T${at + 1}"><xs:restriction base="tns:T${at}"/></xs:simpleType>`,
      ),
      "type T1001",
    ],
    [
      "groups",
      chained(
        '<xs:group name="T0"><xs:sequence/></xs:group>',
        (at) =>
          `<xs:group name="T${at + 1}"><xs:sequence><xs:group ref="tns:T${at}"/></xs:sequence></xs:group>`,
      ),
      "group T1001",
    ],
    [
      "attribute groups",
      chained(
        '<xs:attributeGroup name="T0"/>',
        (at) =>
          `<xs:attributeGroup name="T${at + 1}"><xs:attributeGroup ref="tns:T${at}"/></xs:attributeGroup>`,
      ),
      "attribute group T1001",
    ],
    [
      "substitution groups",
      chained(
        '<xs:element name="T0" type="xs:int"/>',
        (at) => `<xs:element name="T${at + 1}" type="xs:int" substitutionGroup="tns:T${at}"/>`,
      ),
      "substitution group T1001",
    ],
  ];
  test.each(chains)("a chain of 1,002 %s is refused", (_, schema, name) => {
    const { found } = assembled({ schema });
    expect(found).toEqual([
      expect.stringMatching(
        new RegExp(
          `^main\\.wsdl:4:\\d+ MG2043 the ${name} depends on a chain of more than 1000 declarations`,
        ),
      ),
    ]);
  });

  const elements = count(1_000, (at) => `<xs:element name="e${at}" type="xs:int" minOccurs="0"/>`);
  const types = (content: string): string =>
    count(300, (at) => `<xs:complexType name="T${at}">${content}</xs:complexType>`);
  const copies: readonly (readonly [string, string, string])[] = [
    [
      "a long base",
      `<xs:complexType name="B"><xs:sequence>${elements}</xs:sequence></xs:complexType>` +
        types('<xs:complexContent><xs:extension base="tns:B"/></xs:complexContent>'),
      "1001",
    ],
    [
      "a long group",
      `<xs:group name="G"><xs:sequence>${elements}</xs:sequence></xs:group>${types('<xs:group ref="tns:G"/>')}`,
      "1000",
    ],
    [
      "a long group of attributes",
      `<xs:attributeGroup name="G">${count(1_000, (at) => `<xs:attribute name="a${at}" type="xs:int"/>`)}</xs:attributeGroup>` +
        types('<xs:attributeGroup ref="tns:G"/>'),
      "1000",
    ],
    [
      "a large substitution group",
      '<xs:element name="h" type="xs:int"/>' +
        count(1_000, (at) => `<xs:element name="m${at}" type="xs:int" substitutionGroup="tns:h"/>`) +
        types('<xs:sequence><xs:element ref="tns:h"/></xs:sequence>'),
      "1000",
    ],
  ];
  test.each(copies)("%s in 300 types is refused", (_, schema, each) => {
    const { found } = assembled({ schema });
    expect(found).toEqual([
      expect.stringMatching(
        new RegExp(`MG2044 .* expand to more than 250000 elements and attributes, T\\d+ alone to ${each}$`),
      ),
    ]);
  });

  test("groups that double each other are refused", () => {
    const schema =
      '<xs:group name="G0"><xs:sequence><xs:element name="z" type="xs:int"/></xs:sequence></xs:group>' +
      count(
        30,
        (at) =>
          `<xs:group name="G${at + 1}"><xs:sequence><xs:group ref="tns:G${at}"/><xs:group ref="tns:G${at}"/></xs:sequence></xs:group>`,
      );
    const { found } = assembled({
      schema: `${schema}<xs:complexType name="T"><xs:group ref="tns:G30"/></xs:complexType>`,
    });
    expect(found).toEqual([
      expect.stringMatching(/^main\.wsdl:4:\d+ MG2035 the content of T has more than 10000 elements/),
    ]);
  });

  test("a pattern of 3,000 parentheses is refused", () => {
    const pattern = "(".repeat(3000) + "a" + ")".repeat(3000);
    const { found } = build({
      schema: `<xs:simpleType name="P"><xs:restriction base="xs:string"><xs:pattern value="${pattern}"/></xs:restriction></xs:simpleType>`,
    });
    expect(found).toEqual([expect.stringContaining("parentheses are nested too deeply")]);
  });
});
