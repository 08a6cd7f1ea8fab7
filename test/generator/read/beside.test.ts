import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { loadedGenerator } from "../command.js";
import { wsdlOf } from "../model/fragments.js";
import { findings, folderWith, load } from "./contract-files.js";

const runGenerator = loadedGenerator();

const xsd = (namespace: string, content = ""): string =>
  `<?xml version="1.0"?>\n<!-- saved --><xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="${namespace}">${content}</xs:schema>`;
const importing = (namespace: string, location: string): string =>
  `<xs:import namespace="${namespace}" schemaLocation="${location}"/>`;
const size = '<xs:complexType name="Size"/>';
/** A contract that needs the type `Size` of `urn:a`. */
const contract = (reference: string): string =>
  wsdlOf({ schema: reference, fields: '<xs:element name="a" xmlns:a="urn:a" type="a:Size"/>' });

/** The hints of errors, by the file that they are about. */
const hints = async (folder: string, ...words: readonly string[]) => {
  const { stderr } = await runGenerator(folder, "main.wsdl", ...words);
  return [...stderr.matchAll(/^(\S+?):\d+:\d+ error (MG1\d\d\d).*\n {2}(.*)$/gm)].map(
    ([, file, code, hint = ""]) => `${file} ${code} ${hint.split(". ").slice(0, -1).join(". ")}`,
  );
};

const url = "http://www.example.com/svc?xsd=2";
describe("a document beside the contract with the namespace of a missing one", () => {
  test.each<readonly [string, string, Readonly<Record<string, string>>, string]>([
    [url, importing("urn:a", url), { "a.xsd": xsd("urn:a", size) }, "a.xsd"],
    [url, importing("urn:a", url), { "svc?xsd=2": xsd("urn:a", size) }, "svc?xsd=2"],
    [url, importing("urn:a", url), { "svc_2.xml": xsd("urn:a", size), "b.xsd": xsd("urn:b") }, "svc_2.xml"],
    ["urn:x:types", importing("urn:a", "urn:x:types"), { "T.xsd": xsd("urn:a", size) }, "T.xsd"],
    ["svc?xsd=1", importing("urn:a", "svc?xsd=1"), { "T.xsd": xsd("urn:a", size) }, "T.xsd"],
    ["gone/x.xsd", importing("urn:a", "gone/x.xsd"), { "T.xsd": xsd("urn:a", size) }, "T.xsd"],
    [
      "http://www.example.com/x/a.xsd",
      importing("urn:a", "http://www.example.com/x/a.xsd"),
      { "a.xsd": xsd("urn:a", size), "other.xsd": xsd("urn:a") },
      "a.xsd",
    ],
  ])("is named: %s", async (location, reference, files, file) => {
    const folder = folderWith({ "main.wsdl": contract(reference), ...files });
    const option = `${location}=${file}`;
    const quoted = /[?]/.test(option) ? `'${option}'` : option;
    const [hint, ...others] = await hints(folder);
    expect(others).toEqual([]);
    expect(hint).toContain(`${file} has the namespace urn:a: add --map ${quoted}`);
    expect(await hints(folder, "--map", option)).toEqual([]);
  });

  test("for an include and for a WSDL", async () => {
    const folder = folderWith({
      "main.wsdl": wsdlOf({
        schema: `<xs:include schemaLocation="${url}"/>`,
        fields: '<xs:element name="a" type="tns:Size"/>',
        more: '<wsdl:import namespace="urn:w" location="http://www.example.com/other?wsdl"/>',
      }),
      "part.xsd": xsd("urn:example", size),
      "other.wsdl": wsdlOf({}).replaceAll("urn:example", "urn:w"),
    });
    expect(await hints(folder)).toEqual([
      `main.wsdl MG1004 part.xsd has the namespace urn:example: add --map '${url}=part.xsd'`,
      "main.wsdl MG1004 other.wsdl has the namespace urn:w: add --map 'http://www.example.com/other?wsdl=other.wsdl'",
    ]);
  });

  test.each([
    ["another namespace", { "a.xsd": xsd("urn:A", size) }],
    ["no namespace", { "a.xsd": xsd("urn:a").replace(' targetNamespace="urn:a"', "") }],
    ["another folder", { "sub/a.xsd": xsd("urn:a", size) }],
    ["a WSDL for a schema", { "a.wsdl": wsdlOf({}).replaceAll("urn:example", "urn:a") }],
    ["no XML", { "a.xsd": "urn:a" }],
  ])("is not named: %s", async (_, files: Readonly<Record<string, string>>) => {
    const folder = folderWith({ "main.wsdl": contract(importing("urn:a", url)), ...files });
    expect(await hints(folder)).toEqual(["main.wsdl MG1004 "]);
  });

  test("a link is not followed; several documents are all named", async () => {
    const outside = folderWith({ "a.xsd": xsd("urn:a", size) });
    const folder = folderWith({
      "main.wsdl": contract(importing("urn:a", url)),
      ...{ "b.xsd": xsd("urn:a"), "c.xsd": xsd("urn:a") },
    });
    symlinkSync(join(outside, "a.xsd"), join(folder, "a.xsd"));
    expect(await hints(folder)).toEqual([
      `main.wsdl MG1004 b.xsd has the namespace urn:a: add --map '${url}=b.xsd'. c.xsd has the namespace urn:a: add --map '${url}=c.xsd'`,
    ]);
  });

  test("all missing documents are reported at once, those of documents beside it too", async () => {
    const saved = (number: number): string => `http://www.example.com/svc?xsd=${number}`;
    const type = (prefix: string): string =>
      `<xs:complexType name="Size"><xs:sequence><xs:element name="x" xmlns:n="urn:${prefix}" type="n:Size"/></xs:sequence></xs:complexType>`;
    const folder = folderWith({
      "main.wsdl": contract(importing("urn:a", saved(1))),
      "1.xsd": xsd("urn:a", importing("urn:b", saved(2)) + type("b")),
      "2.xsd": xsd("urn:b", importing("urn:c", saved(3)) + type("c")),
      "3.xsd": xsd("urn:c", importing("urn:d", "http://www.example.com/gone.xsd") + type("d")),
    });
    const named = (file: string, namespace: string, number: number): string =>
      `${file} MG1004 ${number}.xsd has the namespace urn:${namespace}: add --map '${saved(number)}=${number}.xsd'`;
    expect(await hints(folder)).toEqual([
      named("1.xsd", "b", 2),
      named("2.xsd", "c", 3),
      "3.xsd MG1004 ",
      named("main.wsdl", "a", 1),
    ]);
  });
});

const group = (files: string): string =>
  `<?xml version="1.0" encoding="utf-8"?><ReferenceGroup xmlns="urn:schemas-microsoft-com:xml-wcfservicemap"><Metadata>${files}</Metadata></ReferenceGroup>`;
const file = (name: string, address: string): string =>
  `<MetadataFile FileName="${name}" MetadataType="Schema" SourceUrl="${address}"/>`;

describe("a map of Visual Studio", () => {
  const map = group(file("main.wsdl", "http://www.example.com/svc?wsdl") + file("a.xsd", url));
  test.each<readonly [string, string, string]>([
    ["Reference.svcmap", map, url],
    ["Reference.svcmap", map, "http://WWW.example.com:80/svc?xsd=2"],
    ["Service.SVCMAP", map, url],
    ["Reference.svcmap", map, "svc?xsd=2"],
    ["Reference.svcmap", map, "?xsd=2"],
    [
      "Reference.map",
      `<DiscoveryClientResultsFile><Results><DiscoveryClientResult referenceType="x" url="${url}" filename="a.xsd"/></Results></DiscoveryClientResultsFile>`,
      url,
    ],
  ])("%s is read by itself (%#)", (name, text, location) => {
    const folder = folderWith({
      "main.wsdl": contract(importing("urn:a", location)),
      "a.xsd": xsd("urn:a", size),
      [name]: text,
    });
    const { contract: found, diagnostics } = load(folder);
    expect(findings(diagnostics)).toEqual([]);
    expect(found.files.map((each) => each.file)).toEqual(["main.wsdl", "a.xsd", name]);
  });

  test.each([
    ["a parent folder", "../a.xsd", /MG1019 \.\.\/a\.xsd is not read: it is outside the folder of this map/],
    ["an absolute path", "/etc/passwd", /MG1004/],
    ["a file that does not exist", "gone.xsd", /MG1004/],
  ])("does not lead to %s", (_, name, finding) => {
    const folder = folderWith({
      "sub/main.wsdl": contract(importing("urn:a", url)),
      "sub/Reference.svcmap": group(file(name, url)),
      "a.xsd": xsd("urn:a", size),
    });
    const { contract: found, diagnostics } = load(join(folder, "sub"));
    expect(found.schemas.map(({ targetNamespace }) => targetNamespace)).not.toContain("urn:a");
    expect(findings(diagnostics).join("\n")).toMatch(finding);
    expect(findings(diagnostics).join("\n")).toContain("MG1004");
  });

  test("is not read where nothing is missing", () => {
    const folder = folderWith({
      "main.wsdl": contract(importing("urn:a", "a.xsd")),
      "a.xsd": xsd("urn:a", size),
      "Reference.svcmap": "<broken",
    });
    expect(findings(load(folder).diagnostics)).toEqual([]);
  });
});
