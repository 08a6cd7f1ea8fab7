import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { Diagnostics } from "#generator/diagnostics.js";
import { loadContract } from "#generator/read/load.js";
import { baseFolder, permittedFolders } from "#generator/read/source.js";
import { findings, folderWith, load, namespaces } from "./contract-files.js";

/** A WSDL whose inline schema holds the text. */
function wsdl(schema: string): string {
  return (
    `<wsdl:definitions ${namespaces} targetNamespace="urn:example"><wsdl:types>` +
    `\n<xs:schema targetNamespace="urn:example">${schema}</xs:schema></wsdl:types></wsdl:definitions>`
  );
}

function xsd(targetNamespace: string | undefined, content = ""): string {
  const target = targetNamespace === undefined ? "" : ` targetNamespace="${targetNamespace}"`;
  return `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"${target}>${content}</xs:schema>`;
}

const include = (location: string): string => `<xs:include schemaLocation="${location}"/>`;
const imported = (namespace: string, location: string): string =>
  `<xs:import namespace="${namespace}" schemaLocation="${location}"/>`;

describe("documents that belong to a contract", () => {
  test("imports and includes are followed, each document once, in the order of their places", () => {
    const folder = folderWith({
      "main.wsdl": wsdl(imported("urn:a", "types/a.xsd") + include("b.xsd")),
      "b.xsd": xsd("urn:example", include("b.xsd") + imported("urn:a", "./types/../types/a.xsd")),
      "types/a.xsd": xsd("urn:a", include("../plain.xsd") + imported("urn:example", "../b.xsd")),
      "plain.xsd": xsd(undefined),
    });
    const { contract, diagnostics } = load(folder);
    expect(findings(diagnostics)).toEqual([]);
    expect(contract.files.map(({ file }) => file)).toEqual([
      "main.wsdl",
      "types/a.xsd",
      "plain.xsd",
      "b.xsd",
    ]);
    const schemas = contract.schemas.map(({ root, targetNamespace, adopted }) => [
      root.origin.file,
      targetNamespace,
      adopted,
    ]);
    expect(schemas).toEqual([
      ["main.wsdl", "urn:example", false],
      ["types/a.xsd", "urn:a", false],
      ["plain.xsd", "urn:a", true],
      ["b.xsd", "urn:example", false],
    ]);
  });

  test("a schema without a namespace belongs to each schema that includes it", () => {
    const folder = folderWith({
      "main.wsdl": wsdl(imported("urn:a", "a.xsd") + include("plain.xsd")),
      "a.xsd": xsd("urn:a", include("plain.xsd")),
      "plain.xsd": xsd(undefined, include("more.xsd")),
      "more.xsd": xsd(undefined),
    });
    const { contract } = load(folder);
    const adopted = contract.schemas.filter((schema) => schema.adopted);
    expect(adopted.map(({ root, targetNamespace }) => `${root.origin.file} ${targetNamespace}`)).toEqual([
      "plain.xsd urn:a",
      "more.xsd urn:a",
      "plain.xsd urn:example",
      "more.xsd urn:example",
    ]);
  });

  test("a WSDL imports WSDLs and schemas", () => {
    const folder = folderWith({
      "main.wsdl":
        `<wsdl:definitions ${namespaces} targetNamespace="urn:main">` +
        '<wsdl:import namespace="urn:example" location="part.wsdl"/>' +
        '<wsdl:import namespace="urn:a" location="a.xsd"/></wsdl:definitions>',
      "part.wsdl": wsdl(""),
      "a.xsd": xsd("urn:a"),
    });
    const { contract, diagnostics } = load(folder);
    expect(findings(diagnostics)).toEqual([]);
    expect(contract.wsdls.map((root) => root.origin.file)).toEqual(["main.wsdl", "part.wsdl"]);
    expect(contract.schemas.map((schema) => schema.root.origin.file)).toEqual(["part.wsdl", "a.xsd"]);
  });

  test("known namespaces need no document", () => {
    const known = [
      "http://www.w3.org/XML/1998/namespace",
      "http://schemas.xmlsoap.org/soap/encoding/",
      "http://www.w3.org/2001/XMLSchema",
    ];
    const folder = folderWith({
      "main.wsdl": wsdl(known.map((name) => imported(name, `${name}.xsd`)).join("")),
    });
    expect(findings(load(folder).diagnostics)).toEqual([]);
  });

  test.each(["1999", "2000/08", "2000/10"])("the draft of %s is read as XML Schema", (draft) => {
    const old = `http://www.w3.org/${draft}/XMLSchema`;
    const schema = `<schema xmlns="${old}" targetNamespace="urn:a"><element name="E" type="string"/></schema>`;
    const folder = folderWith({ "main.wsdl": wsdl(imported("urn:a", "a.xsd")), "a.xsd": schema });
    const { contract, diagnostics } = load(folder);
    expect(findings(diagnostics)).toEqual([
      `a.xsd:1:1 MG1020 the namespace ${old} belongs to a draft of XML Schema; it is treated as http://www.w3.org/2001/XMLSchema`,
    ]);
    expect(contract.schemas.map(({ root }) => root.name.namespace)).toContain(
      "http://www.w3.org/2001/XMLSchema",
    );
    expect(contract.schemas.at(-1)?.root.scope.get("")).toBe("http://www.w3.org/2001/XMLSchema");
  });

  test("an import may name an address when the contract has the namespace, and none at all", () => {
    const folder = folderWith({
      "main.wsdl": wsdl(
        '<xs:import namespace="urn:a" schemaLocation="http://www.example.com/a.xsd"/>' +
          imported("urn:b", "b.xsd") +
          '<xs:import namespace="urn:b"/><xs:import/>',
      ),
      "b.xsd": xsd("urn:b", imported("urn:a", "a.xsd") + imported("urn:b", "http://www.example.com/b.xsd")),
      "a.xsd": xsd("urn:a"),
    });
    expect(findings(load(folder).diagnostics)).toEqual([]);
  });

  test("an import without a namespace, or with a wrong one, takes the document under the one it has", () => {
    const lead = '<xs:import schemaLocation="a.xsd"/>';
    const warning = (wanted: string): string =>
      `main.wsdl:2:42 MG1018 the import declares the namespace "${wanted}", but a.xsd has the target namespace "urn:a", which is used`;
    const silent = folderWith({ "main.wsdl": wsdl(lead), "a.xsd": xsd("urn:a") });
    expect(findings(load(silent).diagnostics)).toEqual([warning("")]);
    const wrong = folderWith({ "main.wsdl": wsdl(imported("urn:b", "a.xsd")), "a.xsd": xsd("urn:a") });
    const { contract, diagnostics } = load(wrong);
    expect(findings(diagnostics)).toEqual([warning("urn:b")]);
    expect(contract.schemas.map(({ targetNamespace }) => targetNamespace)).toEqual(["urn:example", "urn:a"]);
  });

  test.each([
    [imported("urn:gone", "gone.xsd"), "MG1019 gone.xsd is not read: nothing refers to its namespace"],
    [
      imported("urn:gone", "http://www.example.com/a.xsd"),
      "MG1019 http://www.example.com/a.xsd is not read: nothing refers to its namespace",
    ],
    [
      imported("urn:b", "gone.xsd") + imported("urn:b", "b.xsd"),
      "MG1019 gone.xsd is not read: its namespace is declared elsewhere",
    ],
    [
      imported("http://www.w3.org/XML/1998/namespace", "xml.xsd"),
      "MG1019 xml.xsd is not read: its namespace is declared elsewhere",
    ],
    [
      `${imported("urn:gone", "gone.xsd")}<xs:element xmlns:g="urn:gone" name="E" type="g:T"/>`,
      "MG1001 gone.xsd cannot be opened: the file does not exist",
    ],
  ])("an unresolvable import is an error only if it is needed: %s", (schema, message) => {
    const folder = folderWith({ "main.wsdl": wsdl(schema), "b.xsd": xsd("urn:b") });
    expect(findings(load(folder).diagnostics)).toEqual([`main.wsdl:2:42 ${message}`]);
  });

  test("an import without a location, or with an empty one, names a namespace only", () => {
    const folder = folderWith({
      "main.wsdl": wsdl('<xs:import namespace="urn:a" schemaLocation=""/><xs:import namespace="urn:b"/>'),
    });
    expect(findings(load(folder).diagnostics)).toEqual([]);
  });

  test("a chain of 500 includes", () => {
    const links = Array.from({ length: 500 }, (_, at): [string, string] => [
      `${at}.xsd`,
      xsd("urn:example", include(`${at + 1}.xsd`)),
    ]);
    const last = { "500.xsd": xsd("urn:example") };
    const folder = folderWith({ ...Object.fromEntries(links), ...last, "main.wsdl": wsdl(include("0.xsd")) });
    const { contract, diagnostics } = load(folder);
    expect(findings(diagnostics)).toEqual([]);
    expect(contract.files).toHaveLength(502);
  });

  test.each([
    ["UTF-8 with a mark", Buffer.from(`\uFEFF${wsdl("<!--é-->")}`)],
    ["UTF-16, little end first", Buffer.from(`\uFEFF${wsdl("<!--é-->")}`, "utf16le")],
    ["UTF-16, big end first", Buffer.from(`\uFEFF${wsdl("<!--é-->")}`, "utf16le").swap16()],
    ["ISO-8859-1", Buffer.from(`<?xml version="1.0" encoding="ISO-8859-1"?>${wsdl("<!--é-->")}`, "latin1")],
    [
      "Windows-1252",
      Buffer.from(`<?xml version="1.0" encoding="windows-1252"?>${wsdl("<!--\x80-->")}`, "latin1"),
    ],
    ["UTF-16 without a mark", Buffer.from(`<?xml version="1.0"?>${wsdl("<!--é-->")}`, "utf16le")],
    ["UTF-16 by its declaration only", `<?xml version="1.0" encoding="utf-16"?>${wsdl("<!--é-->")}`],
  ])("%s", (_, bytes) => {
    expect(findings(load(folderWith({ "main.wsdl": bytes })).diagnostics)).toEqual([]);
  });
});

describe("documents that are refused", () => {
  const other = { "other.xsd": xsd("urn:other"), "plain.xsd": xsd(undefined) };
  test.each([
    [include("gone.xsd"), "MG1001 gone.xsd cannot be opened: the file does not exist"],
    [include("gone.xsd\u00A0/../../gone-of-a-test.xsd"), expect.stringContaining("MG1001")],
    [include("."), "MG1002 . is not a regular file"],
    [include("../outside-of-a-test.xsd"), expect.stringContaining("MG1001")],
    [include("/etc/passwd"), "MG1003 /etc/passwd is outside the WSDL folder and its checkout"],
    [include("%2e%2e/%2e%2e/etc/passwd"), expect.stringMatching(/MG100[13]/)],
    [include("/dev/zero"), "MG1003 /dev/zero is outside the WSDL folder and its checkout"],
    [
      include("http://www.example.com/a.xsd"),
      "MG1004 http://www.example.com/a.xsd is a URL; remote documents are not fetched by default",
    ],
    [
      include("//www.example.com/a.xsd"),
      "MG1004 //www.example.com/a.xsd is a URL; remote documents are not fetched by default",
    ],
    [
      include("file:///etc/passwd"),
      "MG1004 file:///etc/passwd is a URL; remote documents are not fetched by default",
    ],
    [
      include("other.xsd"),
      'MG1015 the included file other.xsd has the target namespace "urn:other" instead of "urn:example"',
    ],
    ["<xs:include/>", "MG1016 the xsd:include has no schemaLocation"],
    ["<xs:redefine/>", "MG1016 the xsd:redefine has no schemaLocation"],
    [
      `${imported("urn:elsewhere", "http://www.example.com/a.xsd")}<xs:element xmlns:e="urn:elsewhere" name="E" type="e:T"/>`,
      "MG1004 http://www.example.com/a.xsd is a URL; remote documents are not fetched by default",
    ],
  ])("%s", (schema, message) => {
    const { diagnostics } = load(folderWith({ "main.wsdl": wsdl(schema), ...other }));
    const [finding = ""] = findings(diagnostics);
    expect(finding).toMatch(/^main\.wsdl:2:42 /);
    expect(finding.slice("main.wsdl:2:42 ".length)).toEqual(message);
    expect(diagnostics.all).toHaveLength(1);
  });

  test.each([
    ["main.wsdl", "", "main.wsdl:1:1 MG1008 not well-formed XML: Start tag expected"],
    [
      "main.wsdl",
      Buffer.from([0x3c, 0x61, 0xff, 0x2f, 0x3e]),
      "main.wsdl:1:1 MG1006 the file is not valid UTF-8",
    ],
    [
      "main.wsdl",
      '<?xml version="1.0" encoding="EBCDIC-CP-US"?><a/>',
      "main.wsdl:1:1 MG1007 the encoding EBCDIC-CP-US is not supported",
    ],
    ["main.wsdl", "<a/>", "main.wsdl:1:1 MG1013 the root element is a; expected wsdl:definitions"],
    [
      "main.wsdl",
      xsd("urn:example"),
      "main.wsdl:1:1 MG1013 the root element is schema; expected wsdl:definitions",
    ],
    ["other.wsdl", "", "main.wsdl MG1001 main.wsdl cannot be opened: the file does not exist"],
  ])("%s: %s", (name, content, finding) => {
    expect(findings(load(folderWith({ [name]: content })).diagnostics)).toEqual([finding]);
  });

  test("a schema import that leads to a WSDL", () => {
    const folder = folderWith({ "main.wsdl": wsdl(imported("urn:b", "b.wsdl")), "b.wsdl": wsdl("") });
    const found = "b.wsdl:1:1 MG1013 the root element is definitions; expected xsd:schema";
    expect(findings(load(folder).diagnostics)).toEqual([found]);
  });

  test("links count where they lead; another folder can be allowed", () => {
    const outside = folderWith({ "types.xsd": xsd("urn:example") });
    const folder = folderWith({ "main.wsdl": wsdl(include("types.xsd")), "real/a.xsd": xsd("urn:example") });
    symlinkSync(join(outside, "types.xsd"), join(folder, "types.xsd"));
    const refused = "main.wsdl:2:42 MG1003 types.xsd is outside the WSDL folder and its checkout";
    expect(findings(load(folder).diagnostics)).toEqual([refused]);
    expect(findings(load(folder, [outside]).diagnostics)).toEqual([]);
    const inside = folderWith({ "main.wsdl": wsdl(include("link/a.xsd")), "real/a.xsd": xsd("urn:example") });
    symlinkSync(join(inside, "real"), join(inside, "link"));
    const { contract, diagnostics } = load(inside);
    expect(findings(diagnostics)).toEqual([]);
    expect(contract.files.map(({ file }) => file)).toEqual(["main.wsdl", "real/a.xsd"]);
  });

  const apart = {
    "project/wsdl/main.wsdl": wsdl(include("../xsd/types.xsd")),
    "project/wsdl/other.wsdl": wsdl(""),
    "project/xsd/types.xsd": xsd("urn:example"),
    "project/xsd/service.wsdl": wsdl(""),
  };
  const found = (folder: string, ...names: readonly string[]): readonly string[] => {
    const diagnostics = new Diagnostics();
    loadContract({ wsdls: names.map((name) => join(folder, "project", name)) }, diagnostics);
    return diagnostics.all.map(({ code, message, hint }) => `${code} ${message} ${hint}`);
  };

  test("a folder beside the WSDL folder is read in the same checkout, or if another WSDL is in it", () => {
    const refused = [expect.stringMatching(/^MG1003 .* Allow its folder with --allow \S*project\/xsd, /)];
    expect(found(folderWith(apart), "wsdl/main.wsdl")).toEqual(refused);
    expect(found(folderWith(apart), "wsdl/main.wsdl", "wsdl/other.wsdl")).toEqual(refused);
    expect(found(folderWith(apart), "wsdl/main.wsdl", "xsd/service.wsdl")).toEqual([]);
    expect(found(folderWith({ ...apart, "project/.git/HEAD": "" }), "wsdl/main.wsdl")).toEqual([]);
    expect(found(folderWith({ ...apart, "project/.git": "gitdir: x" }), "wsdl/main.wsdl")).toEqual([]);
    expect(found(folderWith({ ...apart, "project/wsdl/.git": "" }), "wsdl/main.wsdl")).toEqual(refused);
  });

  test("a checkout or a common folder that contains the home folder is not read", () => {
    const folder = folderWith({ ...apart, ".git/HEAD": "", "project/me/x": "" });
    const wsdls = ["wsdl/main.wsdl", "xsd/service.wsdl"].map((name) => join(folder, "project", name));
    const own = [join(folder, "project/wsdl"), join(folder, "project/xsd")];
    const around = [folder, folder, join(folder, "project")];
    expect(permittedFolders(wsdls, [], join(folder, "project/me"))).toEqual(own);
    expect(permittedFolders(wsdls, [folder], join(folder, "project/me"))).toEqual([...own, folder]);
    expect(permittedFolders(wsdls, [], "/nowhere")).toEqual([...own, ...around]);
  });

  test("a link from a checkout to a file outside of it is refused", () => {
    const folder = folderWith({
      "project/wsdl/main.wsdl": apart["project/wsdl/main.wsdl"],
      "project/.git": "",
    });
    mkdirSync(join(folder, "project/xsd"));
    symlinkSync("/etc/passwd", join(folder, "project/xsd/types.xsd"));
    expect(found(folder, "wsdl/main.wsdl")).toEqual([expect.stringMatching(/^MG1003 /)]);
  });

  test("circular links, pipes and folders are refused without opening them", () => {
    const folder = folderWith({
      "main.wsdl": wsdl(include("loop.xsd") + include("pipe.xsd") + include("folder.xsd")),
    });
    symlinkSync("loop.xsd", join(folder, "loop.xsd"));
    execFileSync("mkfifo", [join(folder, "pipe.xsd")]);
    mkdirSync(join(folder, "folder.xsd"));
    expect(load(folder).diagnostics.all.map(({ message }) => message)).toEqual([
      "loop.xsd cannot be opened: its symbolic links form a cycle",
      "pipe.xsd is not a regular file",
      "folder.xsd is not a regular file",
    ]);
  });
});

test("names are relative to the folder around the output, or to that of a WSDL outside of it", () => {
  const folder = folderWith({ "schema/main.wsdl": "" });
  const main = join(folder, "schema/main.wsdl");
  expect(baseFolder(main, join(folder, "generated"))).toBe(folder);
  expect(baseFolder(main, join(folder, "not/there/yet"))).toBe(join(folder, "schema"));
});
