import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { Diagnostics } from "#generator/diagnostics.js";
import { loadContract } from "#generator/read/load.js";
import { substitutesOf, type SubstituteOptions } from "#generator/read/substitutes.js";
import { loadedGenerator, runGenerator as runProcess } from "../command.js";
import { wsdlOf } from "../model/fragments.js";
import { findings, folderWith } from "./contract-files.js";

const runGenerator = loadedGenerator();

const xsd = (content = ""): string =>
  `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:example">${content}</xs:schema>`;
const size = xsd('<xs:complexType name="Size"/>');
const including = (location: string): string =>
  wsdlOf({
    schema: `<xs:include schemaLocation="${location}"/>`,
    fields: '<xs:element name="a" type="tns:Size"/>',
  });

/** What reading `main.wsdl` of the folder reports, and the files it reads. */
function read(folder: string, { map = {}, catalog = [] }: SubstituteOptions) {
  const diagnostics = new Diagnostics();
  const inside = (file: string): string => join(folder, file);
  const options = {
    map: Object.fromEntries(Object.entries(map).map(([location, file]) => [location, inside(file)])),
    catalog: catalog.map(inside),
  };
  const contract = loadContract(
    { wsdls: [inside("main.wsdl")], substitutes: (reading) => substitutesOf(options, reading) },
    diagnostics,
  );
  return { files: contract.files.map(({ file }) => file), found: findings(diagnostics), contract };
}

describe("--map", () => {
  test.each([
    ["classpath:schemas/size.xsd", "classpath:schemas/size.xsd"],
    ["urn:example:size", "urn:example:size"],
    ["http://www.example.com/size.xsd?a=b", "http://www.example.com/size.xsd?a=b"],
    ["../common/size.xsd", "../common/size.xsd"],
    ["common/../common/size.xsd", "common/size.xsd"],
  ])("reads a file in place of %s, mapped as %s", async (location, mapped) => {
    const folder = folderWith({ "main.wsdl": including(location), "local/size.xsd": size });
    const words = ["main.wsdl", "--out", "out", "--map", `${mapped}=local/size.xsd`];
    expect(await runGenerator(folder, ...words)).toMatchObject({ code: 0, stderr: "" });
    expect(readFileSync(join(folder, "out/records.ts"), "utf8")).toContain("interface Size");
    expect(await runGenerator(folder, ...words, "--check")).toMatchObject({
      code: 0,
      stdout: "out is current\n",
    });
    writeFileSync(
      join(folder, "local/size.xsd"),
      xsd('<xs:simpleType name="Size"><xs:restriction base="xs:int"/></xs:simpleType>'),
    );
    const { code, stdout } = await runGenerator(folder, ...words, "--check");
    expect([code, stdout]).toEqual([2, expect.stringContaining("the schema changed (local/size.xsd)")]);
    const quoted = /[?]/.test(mapped) ? `'${mapped}=local/size.xsd'` : `${mapped}=local/size.xsd`;
    expect(stdout).toContain(`npx messenger-gen main.wsdl --out out --map ${quoted}\n`);
  });

  test("a location in a fetched or mapped document is compared as resolved", () => {
    const folder = folderWith({
      "main.wsdl": including("http://www.example.com/schemas/all.xsd"),
      "a/all.xsd": xsd('<xs:include schemaLocation="size.xsd"/>'),
      "b/size.xsd": size,
    });
    const all = { "http://www.example.com/schemas/all.xsd": "a/all.xsd" };
    expect(read(folder, { map: all }).found).toEqual([
      "a/all.xsd:1:86 MG1001 size.xsd cannot be opened: the file does not exist",
    ]);
    const both = { ...all, [join(folder, "a/size.xsd")]: "b/size.xsd" };
    expect(read(folder, { map: both })).toMatchObject({
      found: [],
      files: ["main.wsdl", "a/all.xsd", "b/size.xsd"],
    });
  });

  test("a WSDL at a URL", async () => {
    const folder = folderWith({ "local.wsdl": wsdlOf({}) });
    const url = "https://example.com/service?wsdl";
    expect(await runGenerator(folder, url, "--map", `${url}=local.wsdl`)).toMatchObject({
      code: 0,
      stderr: "",
    });
  });

  test("a mapped file may be outside the folders of the contract; what it includes may not", async () => {
    const outside = folderWith({
      "common/size.xsd": size,
      "common/all.xsd": xsd('<xs:include schemaLocation="../size.xsd"/>'),
      "size.xsd": size,
    });
    const folder = folderWith({ "main.wsdl": including("urn:example:size") });
    const mapped = (file: string) =>
      runGenerator(folder, "main.wsdl", "--map", `urn:example:size=${join(outside, file)}`);
    expect(await mapped("common/size.xsd")).toMatchObject({ code: 0, stderr: "" });
    expect((await mapped("common/all.xsd")).stderr).toContain("MG1003: ../size.xsd is outside");
  });

  test("an entry that matches no location is a warning, one that matches an import of the mapped file is not", () => {
    const folder = folderWith({
      "main.wsdl": including("urn:example:all"),
      "local/all.xsd": xsd('<xs:include schemaLocation="urn:example:size"/>'),
      "local/size.xsd": size,
    });
    const used = { "urn:example:all": "local/all.xsd", "urn:example:size": "local/size.xsd" };
    expect(read(folder, { map: used }).found).toEqual([]);
    expect(read(folder, { map: { ...used, "urn:exmple:size": "local/other.xsd" } }).found).toEqual([
      "main.wsdl:1:1 MG1022 local/other.xsd is not read: the contract refers to no location urn:exmple:size",
    ]);
  });

  test("a mapped file that does not exist is an error, and an input", () => {
    const folder = folderWith({ "main.wsdl": including("urn:example:size") });
    const { found, contract } = read(folder, { map: { "urn:example:size": "gone.xsd" } });
    expect(found).toEqual([
      expect.stringMatching(
        /^main\.wsdl:\d+:\d+ MG1001 gone\.xsd cannot be opened: the file does not exist$/,
      ),
    ]);
    expect(contract.missing).toEqual([join(folder, "gone.xsd")]);
  });

  test("in a configuration, paths are relative to its folder", async () => {
    const map = { "../gone/size.xsd": "../local/size.xsd", "sub/other.xsd": "../local/other.xsd" };
    const folder = folderWith({
      "config/messenger-gen.config.json": JSON.stringify({
        contracts: [{ wsdl: "sub/main.wsdl", out: "out", allow: [".."], map }],
      }),
      "config/sub/main.wsdl": wsdlOf({
        schema: '<xs:include schemaLocation="../gone/size.xsd"/><xs:include schemaLocation="./other.xsd"/>',
        fields: '<xs:element name="a" type="tns:Size"/>',
      }),
      "local/size.xsd": size,
      "local/other.xsd": xsd(),
    });
    const words = ["--config", "config/messenger-gen.config.json"];
    expect(await runGenerator(folder, ...words)).toMatchObject({ code: 0, stderr: "" });
    expect(await runGenerator(join(folder, "config"), "--check")).toMatchObject({ code: 0, stderr: "" });
    const manifest = JSON.parse(readFileSync(join(folder, "config/out/manifest.json"), "utf8")) as object;
    expect(manifest).toMatchObject({
      options: {
        map: [
          "../gone/size.xsd=../local/size.xsd",
          "../gone/size.xsd=../local/size.xsd",
          "sub/other.xsd=../local/other.xsd",
          "sub/other.xsd=../local/other.xsd",
        ],
      },
    });
  });

  test.each(["x", "=x", "x="])("%s is not LOCATION=FILE", async (text) => {
    const { code, stderr } = await runProcess(folderWith({}), "main.wsdl", "--map", text);
    expect([code, stderr]).toEqual([1, expect.stringContaining("Write LOCATION=FILE.")]);
  });

  test.each(["http://www.example.com/size.xsd", "classpath:size.xsd"])(
    "hints name it: %s",
    async (location) => {
      const folder = folderWith({ "main.wsdl": including(location) });
      expect((await runGenerator(folder, "main.wsdl")).stderr).toContain(
        `give its path with --map ${location}=FILE.`,
      );
      writeFileSync(join(folder, "main.wsdl"), including("gone.xsd"));
      expect((await runGenerator(folder, "main.wsdl")).stderr).toContain("--map LOCATION=FILE");
    },
  );
});

const catalogOf = (entries: string): string =>
  `<catalog xmlns="urn:oasis:names:tc:entity:xmlns:xml:catalog">${entries}</catalog>`;

describe("--catalog", () => {
  const http = "http://www.example.com/schemas/size.xsd";
  test.each([
    [`<system systemId="${http}" uri="local/size.xsd"/>`, http],
    [`<uri name="${http}" uri="local/size.xsd"/>`, http],
    ['<uri name="classpath:size.xsd" uri="local/size.xsd"/>', "classpath:size.xsd"],
    ['<uri name="a%20b.xsd" uri="local/size.xsd"/>', "a b.xsd"],
    ['<system systemId="../schemas/size.xsd" uri="local/size.xsd"/>', "../schemas/size.xsd"],
    ['<rewriteSystem systemIdStartString="http://www.example.com/schemas/" rewritePrefix="local/"/>', http],
    [
      '<rewriteURI uriStartString="http://www.example.com/" rewritePrefix="gone/"/><rewriteURI uriStartString="http://www.example.com/schemas/" rewritePrefix="local/"/>',
      http,
    ],
    ['<systemSuffix systemIdSuffix="/size.xsd" uri="local/size.xsd"/>', http],
    [
      '<uriSuffix uriSuffix="size.xsd" uri="gone.xsd"/><uriSuffix uriSuffix="schemas/size.xsd" uri="local/size.xsd"/>',
      http,
    ],
    [
      `<rewriteURI uriStartString="http:" rewritePrefix="gone/"/><uri name="${http}" uri="local/size.xsd"/>`,
      http,
    ],
    [`<group xml:base="local/"><group><uri name="${http}" uri="size.xsd"/></group></group>`, http],
    ['<nextCatalog catalog="empty.xml"/><nextCatalog catalog="local/next.xml"/>', http],
    ['<delegateSystem systemIdStartString="http:" catalog="local/next.xml"/>', http],
    [
      '<delegateURI uriStartString="http:" catalog="empty.xml"/><delegateURI uriStartString="http://www" catalog="local/next.xml"/>',
      http,
    ],
    ['<nextCatalog catalog="circle.xml"/>', http],
    [
      `<uri name="${http}" uri="a.xsd" xmlns="urn:other"/><uri name="${http}"/><uri name="${http}" uri="local/size.xsd"/>`,
      http,
    ],
  ])("%s", (entries, location) => {
    const folder = folderWith({
      "main.wsdl": including(location),
      "catalog.xml": catalogOf(entries),
      "empty.xml": catalogOf(""),
      "circle.xml": catalogOf(
        '<nextCatalog catalog="circle.xml"/><nextCatalog catalog="catalog.xml"/><nextCatalog catalog="local/next.xml"/>',
      ),
      "local/next.xml": catalogOf(
        '<uriSuffix uriSuffix="size.xsd" uri="size.xsd"/><systemSuffix systemIdSuffix="size.xsd" uri="size.xsd"/>',
      ),
      "local/size.xsd": size,
    });
    const { found, files } = read(folder, { catalog: ["catalog.xml"] });
    expect(found).toEqual([]);
    expect(files.slice(0, 2)).toEqual(["main.wsdl", "local/size.xsd"]);
    expect(files).toContain("catalog.xml");
  });

  test.each([
    [
      "a delegate that does not know it",
      '<delegateURI uriStartString="http:" catalog="empty.xml"/><nextCatalog catalog="next.xml"/>',
      ["MG1004"],
    ],
    ["another location", '<uri name="http://www.example.com/size.xs" uri="size.xsd"/>', ["MG1004"]],
    ["one that leads to a network", `<uri name="${http}" uri="http://example.com/size.xsd"/>`, ["MG1004"]],
    ["a missing next catalog", '<nextCatalog catalog="gone.xml"/>', ["MG1004", "MG1019"]],
    [
      "a next catalog on a network",
      '<nextCatalog catalog="http://www.example.com/catalog.xml"/>',
      ["MG1004", "MG1019"],
    ],
    ["a public identifier", `<public publicId="${http}" uri="size.xsd"/>`, ["MG1004"]],
    ["a mapped file outside", `<uri name="${http}" uri="/etc/passwd"/>`, ["MG1003"]],
    ["a catalog outside", '<nextCatalog catalog="/etc/passwd"/>', ["MG1003", "MG1004"]],
    ["XML that is not well-formed", "<", ["MG1004", "MG1008"]],
  ])("%s", (_, entries, codes) => {
    const next = catalogOf(`<uri name="${http}" uri="size.xsd"/>`);
    const files = {
      "main.wsdl": including(http),
      "catalog.xml": catalogOf(entries),
      "empty.xml": catalogOf(""),
      "next.xml": next,
      "size.xsd": size,
    };
    const { found } = read(folderWith(files), { catalog: ["catalog.xml"] });
    expect(found.map((line) => /MG\d{4}/.exec(line)?.[0]).toSorted()).toEqual(codes);
  });

  test("the first of several, and --map before it; a folder of many catalogs is read to a limit", () => {
    const chain = Array.from({ length: 150 }, (_, at): [string, string] => [
      `${at}.xml`,
      catalogOf(`<nextCatalog catalog="${at + 1}.xml"/>`),
    ]);
    const folder = folderWith({
      "main.wsdl": including(http),
      "a.xml": catalogOf(`<uri name="${http}" uri="a.xsd"/>`),
      "b.xml": catalogOf(`<uri name="${http}" uri="b.xsd"/>`),
      ...Object.fromEntries(chain),
      "150.xml": catalogOf(`<uri name="${http}" uri="a.xsd"/>`),
      "a.xsd": size,
      "b.xsd": size,
      "c.xsd": size,
    });
    const schemaOf = (options: SubstituteOptions) => read(folder, options).files[1];
    expect(schemaOf({ catalog: ["a.xml", "b.xml"] })).toBe("a.xsd");
    expect(schemaOf({ catalog: ["b.xml", "a.xml"] })).toBe("b.xsd");
    expect(schemaOf({ catalog: ["a.xml"], map: { [http]: "c.xsd" } })).toBe("c.xsd");
    expect(read(folder, { catalog: ["0.xml"] }).found).toEqual([
      "99.xml:1:62 MG1019 100.xml is not read: there are more than 100 catalogs",
      expect.stringContaining("MG1004"),
    ]);
  });

  test("is an input of --check, and of the command that repairs the output", async () => {
    const folder = folderWith({
      "main.wsdl": including(http),
      "catalog.xml": catalogOf(`<uri name="${http}" uri="size.xsd"/>`),
      "size.xsd": size,
      "messenger-gen.config.json": JSON.stringify({
        contracts: [{ wsdl: "main.wsdl", catalog: ["catalog.xml"] }],
      }),
    });
    const words = ["main.wsdl", "--catalog", "catalog.xml"];
    expect(await runGenerator(folder, ...words)).toMatchObject({ code: 0, stderr: "" });
    expect(await runGenerator(folder, "--check")).toMatchObject({ code: 0 });
    expect((await runGenerator(folder, "main.wsdl", "--check")).code).toBe(1);
    writeFileSync(join(folder, "catalog.xml"), catalogOf(`<system systemId="${http}" uri="size.xsd"/>`));
    const { code, stdout } = await runGenerator(folder, ...words, "--check");
    expect([code, stdout]).toEqual([
      2,
      expect.stringContaining("npx messenger-gen main.wsdl --catalog catalog.xml\n"),
    ]);
    rmSync(join(folder, "catalog.xml"));
    expect((await runGenerator(folder, ...words)).stderr).toContain(
      "catalog.xml error MG1001: catalog.xml cannot be opened",
    );
  });
});
