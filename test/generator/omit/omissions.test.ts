import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { planOperations } from "#generator/omit/omissions.js";
import type { ModelOptions } from "#generator/model/build.js";
import { loadedGenerator } from "../command.js";
import { defaults, wsdlOf, type Fragments } from "../model/fragments.js";
import { findings, folderWith, load } from "../read/contract-files.js";

const runGenerator = loadedGenerator();

const element = (name: string, content = ""): string =>
  `<xs:element name="${name}"><xs:complexType><xs:sequence>${content}</xs:sequence></xs:complexType></xs:element>`;
const message = (name: string, part: string): string =>
  `<wsdl:message name="${name}"><wsdl:part name="p" ${part}/></wsdl:message>`;
const operation = (name: string): string =>
  `<wsdl:operation name="${name}"><wsdl:input message="tns:${name}In"/><wsdl:output message="tns:SendOut"/></wsdl:operation>`;
const soapBound = (name: string, body = 'use="literal"', more = ""): string =>
  `<wsdl:operation name="${name}"><soap:operation soapAction="urn:${name}"/><wsdl:input><soap:body ${body}/>${more}</wsdl:input>` +
  '<wsdl:output><soap:body use="literal"/></wsdl:output></wsdl:operation>';

/** A contract with the operations `Send` and `Bad`; the input of `Bad` is the element `Bad`. */
function contract(bad: Fragments & { readonly bound?: string; readonly part?: string }): Fragments {
  const { bound = soapBound("Bad"), part = 'element="tns:Bad"', schema = element("Bad"), ...rest } = bad;
  return {
    schema,
    messages: defaults.messages + message("BadIn", part),
    portType: defaults.portType + operation("Bad"),
    binding: defaults.binding + bound,
    ...rest,
  };
}

interface Outcome {
  /** Names of the operations planned; undefined if the contract is refused. */
  readonly operations: readonly string[] | undefined;
  readonly coverage: readonly number[];
  readonly severities: readonly string[];
  readonly found: readonly string[];
}

function planned(fragments: Fragments, options: ModelOptions = {}): Outcome {
  const { contract: documents, diagnostics } = load(
    folderWith({ "main.wsdl": wsdlOf(fragments), ...fragments.files }),
  );
  const plan = planOperations(documents, diagnostics, options)?.plan;
  const { declared = 0, offered = 0, methods = 0, omitted = [] } = plan?.coverage ?? {};
  return {
    operations: plan?.operations.map(({ name }) => name),
    coverage: [declared, offered, methods, omitted.length],
    severities: [...new Set(diagnostics.all.map(({ severity }) => severity))],
    found: findings(diagnostics).map((text) => text.replace(/^\S+ /, "")),
  };
}

const omittedFor = (code: string): unknown =>
  expect.stringMatching(
    new RegExp(
      `^MG2046 the operation Bad of the port type PortType is omitted because of ${code} at main.wsdl:\\d+:\\d+$`,
    ),
  );

/** Contracts whose operation `Bad` has an error: the code of the error. */
const errors: readonly (readonly [title: string, fragments: Fragments, code: string])[] = [
  ["an undeclared element in the message", contract({ part: 'element="tns:Gone"' }), "MG2002"],
  [
    "an undeclared type in the element",
    contract({ schema: element("Bad", '<xs:element name="a" type="tns:Gone"/>') }),
    "MG2001",
  ],
  [
    "an undeclared base of a type that the element uses",
    contract({
      schema:
        element("Bad", '<xs:element name="a" type="tns:T"/>') +
        '<xs:complexType name="T"><xs:complexContent><xs:extension base="tns:Gone"/></xs:complexContent></xs:complexType>',
    }),
    "MG2001",
  ],
  ["an undeclared message", contract({ messages: defaults.messages }), "MG2003"],
  ["a part that the message does not have", contract({ bound: soapBound("Bad", 'parts="q"') }), "MG2004"],
  ["an invalid use", contract({ bound: soapBound("Bad", 'use="liberal"') }), "MG2008"],
  [
    "a header of an undeclared message",
    contract({ bound: soapBound("Bad", 'use="literal"', '<soap:header message="tns:Gone" part="p"/>') }),
    "MG2003",
  ],
  [
    "a required extension of the operation",
    contract({
      bound: soapBound("Bad").replace(">", '><x:y xmlns:x="urn:x" wsdl:required="true"/>'),
    }),
    "MG2024",
  ],
  [
    "circular groups",
    contract({
      schema:
        element("Bad", '<xs:group ref="tns:G"/>') +
        '<xs:group name="G"><xs:sequence><xs:group ref="tns:H"/></xs:sequence></xs:group>' +
        '<xs:group name="H"><xs:sequence><xs:group ref="tns:G"/></xs:sequence></xs:group>',
    }),
    "MG2013",
  ],
  [
    "a construct that is not allowed in the type",
    contract({ schema: element("Bad", "<xs:complexType/>") }),
    "MG2010",
  ],
  [
    "a facet that the base type does not allow, found when the output is planned",
    contract({
      schema: element(
        "Bad",
        '<xs:element name="a"><xs:simpleType><xs:restriction base="xs:int"><xs:minInclusive value="x"/></xs:restriction></xs:simpleType></xs:element>',
      ),
    }),
    "MG3009",
  ],
];

describe("an operation with an error is omitted, the others are generated", () => {
  test.each(errors)("%s", (_, fragments, code) => {
    const { operations, coverage, severities, found } = planned(fragments);
    expect({ operations, coverage, severities }).toEqual({
      operations: ["Send"],
      coverage: [2, 1, 1, 1],
      severities: ["error"],
    });
    expect(found).toContainEqual(expect.stringMatching(new RegExp(`^${code} `)));
    expect(found).toContainEqual(omittedFor(code));
    expect(found).toHaveLength(2);
  });

  test.each(errors.filter(([, , code]) => !["MG2001", "MG2002", "MG2008"].includes(code)))(
    "with --lenient a warning: %s",
    (_, fragments, code) => {
      const { operations, severities, found } = planned(fragments, { lenient: true });
      expect({ operations, severities }).toEqual({ operations: ["Send"], severities: ["warning"] });
      expect(found).toContainEqual(omittedFor(code));
    },
  );

  test("errors of two stages omit two operations", () => {
    const { operations, coverage, found } = planned({
      ...contract({ part: 'element="tns:Gone"' }),
      messages: `${defaults.messages}${message("BadIn", 'element="tns:Gone"')}${message("WorseIn", 'element="tns:Worse"')}`,
      schema: element(
        "Worse",
        '<xs:element name="a"><xs:simpleType><xs:restriction base="xs:int"><xs:minInclusive value="x"/></xs:restriction></xs:simpleType></xs:element>',
      ),
      portType: defaults.portType + operation("Bad") + operation("Worse"),
      binding: defaults.binding + soapBound("Bad") + soapBound("Worse"),
    });
    expect(operations).toEqual(["Send"]);
    expect(coverage).toEqual([3, 1, 1, 2]);
    expect(found.map((text) => text.slice(0, 6))).toEqual(["MG3009", "MG2002", "MG2046", "MG2046"]);
  });

  test("an error in a declaration that no operation uses omits none", () => {
    const unused = '<xs:complexType name="T"><xs:element name="a"/></xs:complexType>';
    const { operations, coverage, found } = planned(contract({ schema: element("Bad") + unused }));
    expect([operations, coverage]).toEqual([
      ["Send", "Bad"],
      [2, 2, 2, 0],
    ]);
    expect(found).toEqual(["MG2010 xsd:element is not allowed in xsd:complexType"]);
  });
});

describe("an operation that another binding contains", () => {
  /** The same operations over GET, with messages of their own; the input of `Bad` is a record. */
  const withGet = (part: string): Fragments =>
    contract({
      schema: element("Bad", '<xs:element name="set" type="tns:Set"/>') + '<xs:complexType name="Set"/>',
      more:
        `<wsdl:message name="GetIn">${part}</wsdl:message>` +
        '<wsdl:portType name="Get"><wsdl:operation name="Bad"><wsdl:input message="tns:GetIn"/><wsdl:output message="tns:SendOut"/></wsdl:operation></wsdl:portType>' +
        '<wsdl:binding name="Get" type="tns:Get"><http:binding verb="GET"/><wsdl:operation name="Bad"><http:operation location="/Bad"/>' +
        "<wsdl:input><http:urlEncoded/></wsdl:input><wsdl:output><mime:mimeXml/></wsdl:output></wsdl:operation></wsdl:binding>",
      service: `${defaults.service}<wsdl:port name="Get" binding="tns:Get"/>`,
    });

  test.each([
    ["MG2528", "a part of a complex type", '<wsdl:part name="set" type="tns:Set"/>'],
    ["MG3003", "a text for a field that is a record", '<wsdl:part name="set" type="xs:string"/>'],
    ["MG3002", "a part without a field", '<wsdl:part name="other" type="xs:string"/>'],
    ["MG3005", "no part for a required field", ""],
  ])("keeps that one, with a warning: %s, %s", (_, __, part) => {
    const { operations, coverage, severities, found } = planned(withGet(part));
    expect({ operations, coverage: coverage.slice(1), severities }).toEqual({
      operations: ["Send", "Bad"],
      coverage: [2, 2, 0],
      severities: ["warning"],
    });
    expect(found).toEqual([
      expect.stringMatching(
        /^MG2036 the operation Bad is omitted from the binding Get; other bindings contain it: \S/,
      ),
    ]);
  });
});

describe("a contract is refused", () => {
  test("when no operation remains", () => {
    const { operations, found } = planned({ fields: '<xs:element name="a" type="tns:Gone"/>' });
    expect(operations).toBeUndefined();
    expect(found).toEqual(["MG2001 the type {urn:example}Gone is not declared"]);
  });

  test.each([
    [
      "an extension of the document",
      { more: '<x:y xmlns:x="urn:x" wsdl:required="true"/>' },
      "MG2024 the required extension {urn:x}y is not supported",
    ],
    [
      "a declaration without a name",
      { schema: `${element("Bad")}<xs:element/>` },
      "MG2007 xsd:element has no name",
    ],
  ])("when an error is about no operation: %s", (_, fragments, wanted) => {
    const { operations, found } = planned(contract(fragments));
    expect(operations).toBeUndefined();
    expect(found).toEqual([wanted]);
  });
});

describe("messenger-gen", () => {
  const folderOf = (): string => folderWith({ "a.wsdl": wsdlOf(contract({ part: 'element="tns:Gone"' })) });
  const last =
    "1 of 2 operations of the port types, as 1 method; 1 omitted because of errors in the contract\n";

  test("writes the other operations, exits with 1, and reports the errors in every run", async () => {
    const folder = folderOf();
    const first = await runGenerator(folder, "a.wsdl", "--out", "out");
    expect([first.code, first.stdout.endsWith(last)]).toEqual([1, true]);
    expect(first.stderr).toMatch(/ error MG2002: .* error MG2046: /s);
    expect(readFileSync(join(folder, "out/client.ts"), "utf8")).toMatch(/send\(/);
    const again = { code: 1, stdout: `out is current\n${last}`, stderr: first.stderr };
    expect(await runGenerator(folder, "a.wsdl", "--out", "out")).toEqual(again);
    expect(await runGenerator(folder, "a.wsdl", "--out", "out", "--check")).toEqual(again);
  });

  test("--lenient exits with 0", async () => {
    const folder = folderWith({ "a.wsdl": wsdlOf(contract({ bound: soapBound("Bad", 'parts="q"') })) });
    const { code, stdout, stderr } = await runGenerator(folder, "a.wsdl", "--lenient");
    expect([code, stdout.endsWith(last)]).toEqual([0, true]);
    expect(stderr).toMatch(/ warning MG2046: .* warning MG2004: /s);
  });
});
