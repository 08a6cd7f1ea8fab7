/** Whatever the declarations of a contract are called, the output compiles. */
import fc from "fast-check";
import * as runtime from "messenger-gen-runtime";
import * as codec from "messenger-gen-runtime/codec";
import ts from "typescript";
import { expect, test } from "@jest/globals";
import { emitAll, type Artefact } from "#generator/emit/all.js";
import { planned, planText } from "../plan/contracts.js";
import { compilerErrors } from "./compiled.js";
import { namedContract, type NameKind, type NameSource } from "./named-contract.js";
import { runsOf } from "../../in-time.js";

/** `MESSENGER_RUNS=50` compiles fifty times as many contracts, `MESSENGER_SEED` those of a failure. */
const numRuns = runsOf(8);
const seed = Number(process.env["MESSENGER_SEED"] ?? Date.now() % 0x7fffffff);

function texts(artefacts: readonly Artefact[], folder: string): readonly (readonly [string, string])[] {
  return artefacts
    .filter(({ path }) => path.endsWith(".ts"))
    .map(({ path, text }) => [`test/golden/${folder}/output/${path}`, text]);
}

/** One program for all: the compiler reads its own libraries once. */
function compiled(contracts: readonly string[]): readonly string[] {
  return compilerErrors(
    new Map(
      contracts.flatMap((contract, at) => {
        const { plan, errors } = planText(contract);
        if (plan === undefined) throw new Error(`${errors.join("\n")}\n${contract}`);
        return texts(emitAll(plan), `named-${at}`);
      }),
    ),
  );
}

/** Numbered names that distinguish kinds. */
function numbered(name: (kind: NameKind, number: number) => string): NameSource {
  const counts = new Map<NameKind, number>();
  return (kind) => {
    const number = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, number);
    return name(kind, number);
  };
}

test("names of 120 characters", () => {
  const long = numbered((kind, number) => `${kind}${number}`.padEnd(120, "AbcdefghiJ"));
  expect(compiled([namedContract(long)])).toEqual([]);
});

test("operations whose names have a meaning in a class, an interface or the runtime", () => {
  const names = [
    ...["New", "new", "get", "set", "async", "static", "constructor", "then"],
    ...["Operation", "ServiceDescriptor", "Decimal", "operations", "caller", "Promise", "unimplemented"],
  ];
  const alone = names.flatMap((name, at) =>
    texts(emitAll(planned({ operations: [name] })), `operation-${at}`),
  );
  const together = texts(emitAll(planned({ operations: names })), "operations");
  expect(compilerErrors(new Map([...alone, ...together]))).toEqual([]);
});

test("types with names of the language and the runtime", () => {
  const names = [
    ...[
      "XmlElement",
      "XmlAttribute",
      "XmlContent",
      "Record",
      "Promise",
      "Uint8Array",
      "Map",
      "Date",
      "Error",
    ],
    ...["Array", "RegExp", "Decimal", "XsdDateTime", "SimpleList", "DetailFault", "QualifiedName", "keyof"],
  ];
  const types = names.map(
    (name) =>
      `<xs:complexType name="${name}"><xs:sequence><xs:element name="${name}" type="xs:base64Binary"/><xs:element name="at" type="xs:dateTime"/><xs:element name="price" type="xs:decimal" maxOccurs="unbounded"/><xs:element name="text"><xs:simpleType><xs:list itemType="xs:int"/></xs:simpleType></xs:element><xs:any minOccurs="0"/></xs:sequence><xs:anyAttribute/></xs:complexType>`,
  );
  const fields = names.map((name) => `<xs:element name="${name}" type="tns:${name}"/>`).join("");
  const artefacts = emitAll(planned({ types: types.join(""), input: fields, output: fields }));
  expect(compilerErrors(new Map(texts(artefacts, "types")))).toEqual([]);
});

test("parts with names of constants, functions and variables of the codecs", () => {
  const names = ["date", "decimal", "int", "string", "namespace", "r", "w", "v", "f", "undefined"];
  const called = numbered((kind, number) =>
    kind === "part" ? (names[number % names.length] ?? "") : `${kind}${number}`,
  );
  expect(compiled([namedContract(called)])).toEqual([]);
});

/** Schemas of namespaces that end in these words, and fields of their types. */
function namespacesEndingIn(ends: readonly string[]): readonly Artefact[] {
  const uri = (end: string): string => `http://example.com/${end}`;
  const schema = (end: string): string =>
    `<xs:schema targetNamespace="${uri(end)}" xmlns:n="${uri(end)}" elementFormDefault="qualified">` +
    '<xs:simpleType name="Colour"><xs:restriction base="xs:string"><xs:enumeration value="red"/></xs:restriction></xs:simpleType>' +
    '<xs:complexType name="Item"><xs:sequence><xs:element name="colour" type="n:Colour"/></xs:sequence></xs:complexType></xs:schema>';
  const field = (end: string, type: string): string =>
    `<xs:element name="${end}${type}" type="n:${type}" xmlns:n="${uri(end)}"/>`;
  return emitAll(
    planned({
      schemas: ends.map(schema).join(""),
      types: ends.map((end) => `<xs:import namespace="${uri(end)}"/>`).join(""),
      input: ends.flatMap((end) => [field(end, "Colour"), field(end, "Item")]).join(""),
    }),
  );
}

test("namespaces that end in words of the output and of the language", () => {
  const ends = [
    ["messages"],
    ["records", "enums"],
    ["m", "r", "e"],
    ["operations", "codecs"],
    ["class", "Promise"],
    ["readonly", "string", "undefined"],
  ];
  const all = ends.flatMap((each, at) => texts(namespacesEndingIn(each), `namespaces-${at}`));
  expect(compilerErrors(new Map(all))).toEqual([]);
});

/** Identifiers and keywords of the output of such a contract that are not names of its own: no `$` is in a name of XML. */
function wordsOfOutput(): readonly string[] {
  const { plan } = planText(namedContract(numbered((kind, number) => `Own${number}${kind}`)));
  if (plan === undefined) throw new Error("The contract with plain names cannot be planned.");
  const code = texts(emitAll(plan), "words").map(([, text]) => text);
  return [...new Set(code.flatMap(identifiersIn))].filter((word) => !/\$|own\d/i.test(word));
}

/** Outside of comments and literals. */
function identifiersIn(text: string): readonly string[] {
  const scanner = ts.createScanner(ts.ScriptTarget.Latest, true, ts.LanguageVariant.Standard, text);
  const found: string[] = [];
  for (let kind = scanner.scan(); kind !== ts.SyntaxKind.EndOfFileToken; kind = scanner.scan())
    if (kind === ts.SyntaxKind.Identifier || isKeyword(kind)) found.push(scanner.getTokenText());
  return found;
}

function isKeyword(kind: ts.SyntaxKind): boolean {
  return kind >= ts.SyntaxKind.FirstKeyword && kind <= ts.SyntaxKind.LastKeyword;
}

/** Words that mean something in TypeScript, or to the runtime. */
const otherWords: readonly string[] = [
  ...Object.keys(runtime),
  ...Object.keys(codec),
  ...Object.getOwnPropertyNames(globalThis).filter((name) => /^[A-Z]/.test(name)),
  ...Object.values(ts.SyntaxKind)
    .filter((kind): kind is ts.SyntaxKind => typeof kind === "number")
    .filter(isKeyword)
    .flatMap((kind) => ts.tokenToString(kind) ?? []),
];

/** Prefixes and suffixes of generated names. */
const affixed: readonly ((word: string) => string)[] = [
  (word) => word,
  ...["Input", "Output", "InputHeaders", "OutputHeaders", "Element", "Answer", "Form", "Error"].map(behind),
  ...["Type", "Types", "Fields", "Choice", "Item", "Sample", "Samples", "Client", "Service"].map(behind),
  ...["read", "write", "Unimplemented"].map((before) => (word: string) => before + word),
];

function behind(suffix: string): (word: string) => string {
  return (word) => word + suffix;
}

/** Names from few words, so that those of different kinds are often equal. */
function drawnNames(drawn: readonly string[], choices: readonly number[]): NameSource {
  const pool = drawn.flatMap((word) => affixed.map((affix) => affix(word)));
  const taken = new Map<NameKind, Set<string>>();
  let at = 0;
  return (kind) => {
    const used = taken.get(kind) ?? new Set();
    taken.set(kind, used);
    // Namespaces are distinguished by their last word without regard to case.
    const key = (name: string): string => (kind === "namespace" ? name.toLowerCase() : name);
    const choice = choices[at++ % choices.length] ?? 0;
    // Half of all names are the words themselves.
    const wanted =
      (choice & 1) === 0 ? drawn[(choice >> 1) % drawn.length] : pool[(choice >> 1) % pool.length];
    const free = [wanted ?? "", ...drawn, ...pool].find((name) => !used.has(key(name))) ?? `more${at}`;
    used.add(key(free));
    return free;
  };
}

test(`names from the words of the output (MESSENGER_SEED=${seed})`, () => {
  const word = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...wordsOfOutput()) },
    { weight: 1, arbitrary: fc.constantFrom(...otherWords) },
  );
  const contract = fc
    .record({
      drawn: fc.uniqueArray(word, { minLength: 12, maxLength: 40 }),
      choices: fc.array(fc.nat({ max: 0xffff }), { minLength: 97, maxLength: 97 }),
    })
    .map(({ drawn, choices }) => namedContract(drawnNames(drawn, choices)));
  expect(compiled(fc.sample(contract, { numRuns, seed }))).toEqual([]);
});
