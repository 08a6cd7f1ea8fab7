import { expect } from "@jest/globals";
import fc from "fast-check";
import { Diagnostics } from "#generator/diagnostics.js";
import { readXml } from "#generator/read/document.js";
import type { XmlElement as ContractElement } from "#generator/read/xml.js";
import type { XmlElement, XmlNode } from "#runtime/xml/content.js";
import { decodeXml } from "#runtime/xml/decode.js";
import { XmlError } from "#runtime/xml/errors.js";
import { xmlNamespace, xsiNamespace } from "#runtime/xml/names.js";
import { XmlReader } from "#runtime/xml/reader.js";
import { string } from "#runtime/xsd/primitives.js";
import { XmlWriter } from "#runtime/xml/writer.js";
import { readElement } from "#runtime/xml/read-content.js";
import { writeElement } from "#runtime/xml/write-content.js";
import { runPeer, testWithPeer } from "../peers.js";
import { picking } from "../runtime/xml/split-text.js";
import { Documents } from "./xml-peer/documents.js";
import { runsOf } from "../in-time.js";

/** An element: namespace, name, attributes in order of their names, children. */
type Tree = readonly [
  string,
  string,
  readonly (readonly [string, string, string])[],
  readonly (Tree | string)[],
];

const seed = Number(process.env["MESSENGER_SEED"] ?? Math.floor(Math.random() * 0x7fffffff));
const count = runsOf(1_000);

/** Trees as expat reads them; null for a document that it refuses. */
function readByPeer(documents: readonly Uint8Array[]): readonly (Tree | null)[] {
  // The output of a process is limited.
  if (documents.length > 200)
    return [...readByPeer(documents.slice(0, 200)), ...readByPeer(documents.slice(200))];
  const lines = documents.map((document) => Buffer.from(document).toString("hex")).join("\n");
  const { status, stdout, stderr } = runPeer("python", ["test/interop/xml-peer/read.py"], lines);
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as readonly (Tree | null)[];
}

/** In the order of their code points, as Python sorts. */
function sorted(attributes: readonly (readonly [string, string, string])[]): Tree[2] {
  return attributes.toSorted((one, other) =>
    Buffer.compare(Buffer.from(one.join("\u0001")), Buffer.from(other.join("\u0001"))),
  );
}

function joined(children: readonly (Tree | string)[]): Tree[3] {
  const list: (Tree | string)[] = [];
  for (const child of children) {
    const last = list.at(-1);
    if (typeof child === "string" && typeof last === "string") list[list.length - 1] = last + child;
    else if (child !== "") list.push(child);
  }
  return list;
}

function treeOf(node: XmlNode): Tree | string {
  if (typeof node === "string") return node;
  const { namespace, name, attributes, children } = node;
  const named = attributes.map((each) => [each.namespace, each.name, each.value] as const);
  return [namespace, name, sorted(named), joined(children.map(treeOf))];
}

function contractTreeOf(node: ContractElement | string): Tree | string {
  if (typeof node === "string") return node;
  const named = [...node.attributes].map(([key, value]) => {
    const [, namespace = "", name = key] = /^\{(.*)\}(.*)$/.exec(key) ?? [];
    return [namespace, name, value] as const;
  });
  const { namespace, name } = node.name;
  return [namespace, name, sorted(named), joined(node.children.map(contractTreeOf))];
}

function readByRuntime(document: Uint8Array): Tree | string | null {
  try {
    const reader = new XmlReader(decodeXml(document, undefined));
    reader.enterRoot();
    const root = readElement(reader);
    reader.finish();
    return treeOf(root);
  } catch (error) {
    if (error instanceof XmlError) return null;
    throw error;
  }
}

/** A tree without the texts beside elements. */
function withoutMixedText([namespace, name, attributes, children]: Tree): Tree {
  const inner = children.filter((child) => typeof child !== "string");
  return [namespace, name, attributes, inner.length === 0 ? children : inner.map(withoutMixedText)];
}

/** Reads the element entered last like generated code: a simple value, or one child after the other. */
function readKnown(reader: XmlReader, known: Tree): Tree {
  const { namespace, name } = reader;
  const named = reader.attributes().map((each) => [each.namespace, each.name, each.value] as const);
  const inner = known[3].filter((child) => typeof child !== "string");
  const children: (Tree | string)[] = [];
  if (inner.length === 0) children.push(reader.simple(string));
  else {
    for (const child of inner) if (reader.child(true)) children.push(readKnown(reader, child));
    if (reader.child(true)) throw new Error("one child more");
  }
  return [namespace, name, sorted(named), joined(children)];
}

function readByCodec(document: Uint8Array, known: Tree | null): Tree | null {
  if (known === null) return null;
  const reader = new XmlReader(decodeXml(document, undefined));
  reader.enterRoot();
  const root = readKnown(reader, known);
  reader.finish();
  return root;
}

function readByGenerator(document: string): Tree | string | null {
  const diagnostics = new Diagnostics();
  const root = readXml(document, "a.wsdl", diagnostics);
  // The peer refuses a DOCTYPE and white space before the declaration, which the generator skips with a warning.
  const isSkipped = diagnostics.all.some(({ code }) => code === "MG1021" || code === "MG1023");
  return root === undefined || isSkipped || diagnostics.hasErrors ? null : contractTreeOf(root);
}

/** Documents that are read in another way than by the peer. */
function differences(
  texts: readonly string[],
  wanted: readonly (Tree | null)[],
  read: (at: number) => Tree | string | null,
): readonly unknown[] {
  return texts.flatMap((text, at) => {
    const found = read(at);
    return JSON.stringify(found) === JSON.stringify(wanted[at])
      ? []
      : [{ seed, text, found, wanted: wanted[at] }];
  });
}

const encodings: readonly ((text: string) => Uint8Array)[] = [
  (text) => Buffer.from(text),
  (text) => Buffer.from(text),
  (text) => Buffer.from(`\ufeff${text}`),
  (text) => Buffer.from(`\ufeff${text}`, "utf16le"),
  (text) => Buffer.from(`\ufeff${text}`, "utf16le").swap16(),
];

testWithPeer("python", "documents are read as expat reads them, by the runtime and the generator", () => {
  const pick = picking(seed);
  const documents = new Documents(pick);
  const texts = Array.from({ length: count }, () => documents.next());
  const bytes = texts.map((text) => {
    const encode = encodings[/encoding/.test(text) ? 0 : pick(encodings.length)];
    return encode?.(text) ?? Buffer.from(text);
  });
  const wanted = readByPeer(bytes);
  expect(wanted.filter((tree) => tree !== null).length).toBeGreaterThan(count / 3);
  expect(wanted.filter((tree) => tree === null).length).toBeGreaterThan(count / 30);
  expect(differences(texts, wanted, (index) => readByRuntime(bytes[index] ?? Buffer.of()))).toEqual([]);
  const values = wanted.map((tree) => tree && withoutMixedText(tree));
  expect(
    differences(texts, values, (index) => readByCodec(bytes[index] ?? Buffer.of(), wanted[index] ?? null)),
  ).toEqual([]);
  expect(differences(texts, wanted, (index) => readByGenerator(texts[index] ?? ""))).toEqual([]);
});

const name = fc.constantFrom("a", "b", "é", "_x", "a.b-c", "xml1", "lang", "日本");
const namespace = fc.constantFrom("", "urn:1", "urn:&<\">'", xmlNamespace, xsiNamespace);
const text = fc
  .array(
    fc.constantFrom(
      ...Array.from("ab &<>'\"\n\r\t]=é\u0085\u2028\ufeff\ufffd"),
      "\r\n",
      "]]>",
      "&amp;",
      "\u{1f600}",
      "<!--",
    ),
    { maxLength: 5 },
  )
  .map((parts) => parts.join(""));
const attributes = fc.uniqueArray(fc.record({ namespace, name, value: text }), {
  maxLength: 4,
  selector: (each) => `${each.namespace} ${each.name}`,
});
const { element } = fc.letrec<{ readonly element: XmlElement }>((tie) => ({
  element: fc.record({
    namespace,
    name,
    attributes,
    children: fc.array(fc.oneof({ maxDepth: 4 }, text, tie("element")), { maxLength: 4 }),
  }),
}));

testWithPeer("python", "expat reads what the writer writes", () => {
  const elements = fc.sample(element, { numRuns: count, seed });
  const texts = elements.map((each) => {
    const writer = new XmlWriter();
    writeElement(writer, each);
    return writer.toString();
  });
  const wanted = readByPeer(texts.map((each) => Buffer.from(each)));
  expect(differences(texts, wanted, (index) => treeOf(elements[index] ?? ""))).toEqual([]);
});
