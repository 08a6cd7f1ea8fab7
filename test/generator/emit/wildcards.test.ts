import { beforeAll, describe, expect, test } from "@jest/globals";
import { emitAll } from "#generator/emit/all.js";
import type { XmlAttribute } from "#runtime/index.js";
import { verdict } from "../../runtime/xml/reading.js";
import { planFragment } from "../plan/contracts.js";
import { builtOperations, readBack, type Operations } from "./built.js";
import { compilerErrors } from "./compiled.js";

const any = (rest = ""): string => `<xs:any processContents="skip" ${rest}/>`;
const optional = 'minOccurs="0"';
const other = `namespace="##other" ${optional}`;
const own = `namespace="##targetNamespace" ${optional}`;
const a = `<xs:element name="a" type="xs:int" ${optional}/>`;

/** Sequences, with the results of reading messages: the names of the elements of each wildcard, or an error. */
const contents: readonly {
  readonly name: string;
  readonly sequence: string;
  readonly messages: readonly (readonly [
    message: string,
    wanted: Readonly<Record<string, string>> | string,
  ])[];
}[] = [
  {
    name: "one element of any name",
    sequence: any(optional),
    messages: [
      ["", {}],
      ["<x/>", { $any: "x" }],
      ["<x/><y/>", "UnexpectedElement"],
      ["<x/><x/>", "UnexpectedElement"],
    ],
  },
  {
    name: "one element of another namespace: those of its own are unknown, and passed",
    sequence: a + any(other),
    messages: [
      ["<o:x/><a>1</a><y/><z/>", { $any: "x" }],
      ["<o:x/><a>1</a><o:y/>", "UnexpectedElement"],
    ],
  },
  {
    name: "two in a row",
    sequence: any(optional) + any(optional),
    messages: [
      ["<x/>", { $any: "x" }],
      ["<x/><y/>", { $any: "x", $any$2: "y" }],
      ["<x/><y/><z/>", "UnexpectedElement"],
    ],
  },
  {
    name: "two for different namespaces",
    sequence: any(other) + any(own),
    messages: [
      ["<x/><o:y/>", { $any: "y", $any$2: "x" }],
      ["<o:x/><o:y/>", "UnexpectedElement"],
      ["<x/><y/>", "UnexpectedElement"],
      ["<x xmlns=''/><o:y/><x xmlns=''/>", { $any: "y" }],
    ],
  },
  {
    name: "one before and one behind an element",
    sequence: any(optional) + a + any(optional),
    messages: [
      ["<x/><a>1</a><y/>", { $any: "x", $any$2: "y" }],
      ["<x/><y/>", { $any: "x", $any$2: "y" }],
      ["<a>1</a><y/>", { $any$2: "y" }],
      ["<a>1</a><x/><y/>", "UnexpectedElement"],
      ["<x/><a>1</a><y/><z/>", "UnexpectedElement"],
    ],
  },
  {
    name: "one, then any number",
    sequence: any(optional) + any(`${optional} maxOccurs="unbounded"`),
    messages: [["<x/><y/><z/>", { $any: "x", $any$2: "y,z" }]],
  },
  {
    name: "lists of namespaces, of which a repeated one takes all but two",
    sequence: `${any(`namespace="urn:other ##local" ${optional}`)}${a}${any(own)}${any(`${other} maxOccurs="unbounded"`)}`,
    messages: [
      ["<o:x/><a>1</a><y/><o:z/>", { $any: "x", $any$2: "y", $any$3: "z" }],
      ["<a>1</a><x xmlns=''/><y/>", { $any: "x", $any$2: "y" }],
      ["<x xmlns=''/><a>1</a><y xmlns=''/>", "UnexpectedElement"],
    ],
  },
  {
    name: "a branch of a choice",
    sequence: `<xs:choice>${any()}<xs:element name="b" type="xs:int"/></xs:choice>`,
    messages: [
      ["<x/>", { $any: "x" }],
      ["<x/><y/>", "UnexpectedElement"],
      ["<b>1</b><y/>", "UnexpectedElement"],
    ],
  },
];

async function built(sequence: string, name: string): Promise<Operations> {
  const { plan, errors } = planFragment({ input: sequence });
  if (plan === undefined) throw new Error(errors.join("\n"));
  const files = emitAll(plan).filter(({ path }) => path.endsWith(".ts"));
  expect(
    compilerErrors(new Map(files.map(({ path, text }) => [`test/golden/${name}/${path}`, text]))),
  ).toEqual([]);
  return builtOperations(plan, name);
}

describe("attributes of other namespaces are ignored, as their elements are", () => {
  const anyOf = (namespaces: string): string => `<xs:anyAttribute namespace="${namespaces}"/>`;
  const group = (name: string, content: string): string =>
    `<xs:attributeGroup name="${name}">${content}</xs:attributeGroup>`;
  const type = (name: string, content: string): string =>
    `<xs:complexType name="${name}">${content}</xs:complexType>`;
  const schema =
    group("Other", anyOf("##other")) +
    group("Few", anyOf("urn:a ##local")) +
    type("One", '<xs:attributeGroup ref="tns:Other"/>') +
    type("Both", '<xs:attributeGroup ref="tns:Other"/><xs:attributeGroup ref="tns:Few"/>') +
    type(
      "More",
      `<xs:complexContent><xs:extension base="tns:Both">${anyOf("##local")}</xs:extension></xs:complexContent>`,
    ) +
    type("Open", anyOf("##any"));
  const names = ["One", "Both", "More", "Open"];
  test.each([
    ["One", "a:n=3 b:n=4"],
    ["Both", "a:n=3"],
    ["More", "n=1 a:n=3"],
    ["Open", "n=1 t:n=2 a:n=3 b:n=4"],
  ])("%s has %s", async (name, wanted) => {
    const input = names
      .map((each) => `<xs:element name="${each}" type="tns:${each}" minOccurs="0"/>`)
      .join("");
    const { plan, errors } = planFragment({ types: schema, input });
    if (plan === undefined) throw new Error(errors.join("\n"));
    const operations = await builtOperations(plan, "attribute-wildcards");
    const codec = operations["Do"]?.input;
    if (codec === undefined) throw new Error("no input");
    const attributes = 'n="1" t:n="2" a:n="3" b:n="4" xmlns:t="urn:example" xmlns:a="urn:a" xmlns:b="urn:b"';
    const value: unknown = readBack(codec, `<Do xmlns="urn:example"><${name} ${attributes}/></Do>`);
    const held = (value as Readonly<Record<string, { $attributes?: readonly XmlAttribute[] }>>)[name];
    const prefixes: Readonly<Record<string, string>> = { "urn:example": "t:", "urn:a": "a:", "urn:b": "b:" };
    const found = (held?.$attributes ?? []).map(
      (each) => `${prefixes[each.namespace] ?? ""}${each.name}=${each.value}`,
    );
    expect(found.join(" ")).toBe(wanted);
  });
});

/** Names of the elements of each wildcard. */
function namesIn(value: unknown): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const [key, held] of Object.entries(value as Readonly<Record<string, unknown>>)) {
    if (!key.startsWith("$any") || held === undefined) continue;
    found[key] = [held]
      .flat()
      .map((each) => (each as { readonly name: string }).name)
      .join(",");
  }
  return found;
}

describe.each(contents.map((each, at) => [each.name, each, at] as const))("%s", (_, content, at) => {
  let operations: Operations;
  beforeAll(async () => {
    operations = await built(content.sequence, `wildcards-${String(at)}`);
  });

  test.each(content.messages)("%s", async (message, wanted) => {
    const input = operations["Do"]?.input;
    if (input === undefined) throw new Error("no input");
    const read = (): unknown =>
      readBack(input, `<Do xmlns="urn:example" xmlns:o="urn:other">${message}</Do>`);
    if (typeof wanted === "string") expect(verdict(read)).toBe(wanted);
    else expect(namesIn(read())).toEqual(wanted);
  });
});

test("ordered content: any of its wildcards admits an element, any of its places a nil one", async () => {
  const nillable = '<xs:element name="b" type="xs:int" nillable="true" minOccurs="0"/>';
  const b = '<xs:element name="b" type="xs:int" minOccurs="0"/>';
  const operations = await built(b + any(other) + nillable + any(own), "wildcards-ordered");
  const input = operations["Do"]?.input;
  if (input === undefined) throw new Error("no input");
  const xsi = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:nil="true"';
  const message = `<b>1</b><o:x/><b ${xsi}/><y/><n xmlns=""/>`;
  const value: unknown = readBack(input, `<Do xmlns="urn:example" xmlns:o="urn:other">${message}</Do>`);
  expect(value).toMatchObject({
    $content: [
      { name: "b", value: 1 },
      { name: "$any", value: { namespace: "urn:other", name: "x" } },
      { name: "b", value: null },
      { name: "$any", value: { namespace: "urn:example", name: "y" } },
    ],
  });
});
