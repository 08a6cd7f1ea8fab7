import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { appendFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { loadedGenerator, runGenerator } from "./command.js";
import { defaults, wsdlOf } from "./model/fragments.js";
import { folderWith } from "./read/contract-files.js";

const field = '<xs:element name="text" type="xs:string"/>';
const project = {
  "schema/service.wsdl": wsdlOf({ fields: field }),
  "messenger-gen.config.json": '{ "contracts": [{ "wsdl": "schema/service.wsdl" }] }',
};

const run = loadedGenerator();

function filesOf(folder: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    readdirSync(folder)
      .sort()
      .map((name) => [name, readFileSync(join(folder, name), "utf8")]),
  );
}

describe("generate", () => {
  test("writes once, then finds everything current", async () => {
    const folder = folderWith(project);
    expect(await runGenerator(folder)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(
        /^generated: \d+ created\n1 of 1 operations of the port types, as 1 method\n$/,
      ),
    });
    expect(readdirSync(join(folder, "generated"))).toContain("client.ts");
    const current = { code: 0, stdout: "generated is current\n", stderr: "" };
    expect(await runGenerator(folder)).toEqual(current);
    expect(await runGenerator(folder, "--check")).toEqual(current);
  });

  test("the output depends on the bytes of the contract alone", async () => {
    const one = folderWith(project);
    const other = folderWith({ ...project, "below/x": "" });
    await run(one);
    await run(join(other, "below"), "../schema/service.wsdl", "--out", "../generated");
    const first = filesOf(join(one, "generated"));
    expect(filesOf(join(other, "generated"))).toEqual(first);
    expect(JSON.stringify(first)).not.toContain(one);
    rmSync(join(one, "generated"), { recursive: true });
    await run(one);
    expect(filesOf(join(one, "generated"))).toEqual(first);
  });

  test("reads a contract from a URL with its imports, if fetching is allowed", async () => {
    const schema = '<xs:include schemaLocation="types.xsd"/>';
    const pages: Readonly<Record<string, string>> = {
      "/api/service?wsdl": wsdlOf({ schema, fields: '<xs:element name="a" type="tns:Size"/>' }),
      "/api/types.xsd":
        '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:example"><xs:complexType name="Size"/></xs:schema>',
    };
    const server = createServer((request, response) => response.end(pages[request.url ?? ""])).listen(
      0,
      "127.0.0.1",
    );
    await once(server, "listening");
    try {
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/service?wsdl`;
      const folder = folderWith({
        "messenger-gen.config.json": JSON.stringify({ contracts: [{ wsdl: url, out: "src/service" }] }),
      });
      const refused = await run(folder, url, "--out", "src/service");
      expect([refused.code, refused.stderr]).toEqual([
        1,
        `${url}:1:1 error MG1004: ${url} is a URL; remote documents are not fetched by default\n` +
          `  Allow fetching with --allow-network, or save the document and give its path with --map ${url}=FILE.\n`,
      ]);
      const words = [url, "--out", "src/service", "--allow-private-network"];
      expect(await run(folder, ...words)).toMatchObject({ code: 0, stderr: "" });
      expect(readFileSync(join(folder, "src/service/records.ts"), "utf8")).toContain("interface Size");
      const current = { code: 0, stdout: "src/service is current\n", stderr: "" };
      expect(await run(folder, ...words, "--check")).toEqual(current);
      expect(await run(folder, "--check", "--allow-private-network")).toEqual(current);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });

  test("refuses a contract with errors: all of them, with places, and nothing is written", async () => {
    const folder = folderWith({
      "a.wsdl": wsdlOf({ fields: field.replace("xs:string", "tns:Gone").repeat(2) }),
    });
    const { code, stdout, stderr } = await run(folder, "a.wsdl", "--out", "out");
    expect([code, stdout]).toEqual([1, "out: nothing was written: 2 error(s)\n"]);
    expect(
      stderr.match(/^a\.wsdl:5:\d+ error MG2001: the type \{urn:example\}Gone is not declared\n {2}\S/gm),
    ).toHaveLength(2);
    expect(existsSync(join(folder, "out"))).toBe(false);
  });

  test("writes json.ts and openapi.json with --json, and deletes them without", async () => {
    const folder = folderWith({ "a.wsdl": wsdlOf({ fields: field }) });
    const out = join(folder, "generated");
    const document = join(out, "openapi.json");
    expect(await run(folder, "a.wsdl", "--json")).toMatchObject({ code: 0, stderr: "" });
    expect(readFileSync(join(out, "json.ts"), "utf8")).toContain("messenger-gen-runtime/json");
    expect(JSON.parse(readFileSync(document, "utf8"))).toMatchObject({ openapi: "3.1.1" });
    expect(readFileSync(join(out, "manifest.json"), "utf8")).toContain('"openapi.json": "');
    expect(await run(folder, "a.wsdl", "--json", "--check")).toMatchObject({ code: 0 });
    appendFileSync(document, " ");
    expect(await run(folder, "a.wsdl", "--json", "--check")).toMatchObject({
      code: 2,
      stdout: expect.stringContaining("openapi.json"),
    });
    expect(await run(folder, "a.wsdl", "--json")).toMatchObject({ code: 0, stderr: "" });
    expect(await run(folder, "a.wsdl", "--check")).toMatchObject({ code: 2 });
    expect(await run(folder, "a.wsdl")).toMatchObject({ code: 0, stderr: "" });
    expect(filesOf(out)).not.toHaveProperty(["json.ts"]);
    expect(filesOf(out)).not.toHaveProperty(["openapi.json"]);
  });

  test("writes schemas.ts with --schemas, and deletes it without", async () => {
    const folder = folderWith({ "a.wsdl": wsdlOf({ fields: field }) });
    const out = join(folder, "generated");
    expect(await run(folder, "a.wsdl", "--schemas")).toMatchObject({ code: 0, stderr: "" });
    expect(readFileSync(join(out, "schemas.ts"), "utf8")).toContain("export const SendInputSchema");
    expect(await run(folder, "a.wsdl", "--schemas", "--check")).toMatchObject({ code: 0 });
    expect(filesOf(out)).not.toHaveProperty(["json.ts"]);
    expect(await run(folder, "a.wsdl")).toMatchObject({ code: 0, stderr: "" });
    expect(filesOf(out)).not.toHaveProperty(["schemas.ts"]);
  });

  test("leaves an openapi.json of somebody else", async () => {
    const foreign = '{\n  "openapi": "3.1.1"\n}\n';
    const folder = folderWith({ "a.wsdl": wsdlOf({ fields: field }), "generated/openapi.json": foreign });
    const { code, stderr } = await run(folder, "a.wsdl", "--json");
    expect([code, stderr]).toEqual([1, expect.stringContaining("MG4003")]);
    expect(filesOf(join(folder, "generated"))).toEqual({ "openapi.json": foreign });
  });

  test("prints diagnostics as JSON", async () => {
    const folder = folderWith({ "a.wsdl": wsdlOf({ fields: field.replace("xs:string", "tns:Gone") }) });
    const { code, stdout, stderr } = await run(folder, "a.wsdl", "--report-json");
    expect([code, stderr]).toEqual([1, ""]);
    const diagnostics = [{ code: "MG2001", severity: "error", file: "a.wsdl", line: 5, column: 54 }];
    expect(JSON.parse(stdout)).toMatchObject({
      outcome: "refused",
      diagnostics: [],
      contracts: [{ out: "generated", outcome: "refused", diagnostics }],
    });
  });

  test("--lenient continues if xs:any content can replace undeclared types", async () => {
    const folder = folderWith({ "a.wsdl": wsdlOf({ fields: field.replace("xs:string", "tns:Gone") }) });
    const { code, stderr } = await run(folder, "a.wsdl", "--lenient");
    expect([code, stderr]).toEqual([
      0,
      expect.stringMatching(/^a\.wsdl:5:54 warning MG2033: .*\n {2}\S.*\n$/),
    ]);
  });

  test("an operation that cannot be offered is not counted, and a warning says why", async () => {
    const notification =
      '<wsdl:operation name="Changed"><wsdl:output message="tns:SendOut"/></wsdl:operation>';
    const folder = folderWith({ "a.wsdl": wsdlOf({ portType: defaults.portType + notification }) });
    const { code, stdout, stderr } = await run(folder, "a.wsdl");
    expect([code, stdout.trim().split("\n").at(-1), stderr]).toEqual([
      0,
      "1 of 2 operations of the port types, as 1 method",
      expect.stringContaining("warning MG2018: the binding Binding does not offer the operation Changed"),
    ]);
  });

  test.each([
    ["no such file", ["service.wsdl"], "service.wsdl error MG1001: "],
    [
      "no contract",
      [],
      "command line error MG5001: no WSDL is given, and the working folder has no configuration file\n  Name",
    ],
    ["unknown option", ["--chekc"], "error: unknown option '--chekc'"],
    ["--check and --watch", ["--check", "--watch"], "cannot be used with"],
    ["--check and --dry-run", ["--check", "--dry-run"], "cannot be used with"],
    ["--dry-run and --watch", ["--dry-run", "--watch"], "cannot be used with"],
  ])("%s", async (_, words, message) => {
    const { code, stderr } = await runGenerator(folderWith({}), ...words);
    expect([code, stderr]).toEqual([1, expect.stringContaining(message)]);
  });

  test("--allow permits imports from another folder, and takes one value each time", async () => {
    const include = (folder: string): string => `<xs:include schemaLocation="../${folder}/c.xsd"/>`;
    const schema = '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:example"/>';
    const folder = folderWith({
      "service/a.wsdl": wsdlOf({ schema: include("common") + include("other") }),
      "common/c.xsd": schema,
      "other/c.xsd": schema,
    });
    const both = ["--allow", "common", "--allow", "other"];
    for (const words of [[], ["--allow", "common"]])
      expect((await run(folder, ...words, "service/a.wsdl")).code).toBe(1);
    expect(await run(folder, ...both, "service/a.wsdl")).toMatchObject({ code: 0, stderr: "" });
    expect(await run(folder, "service/a.wsdl", ...both)).toMatchObject({ stdout: "generated is current\n" });
    // Output of a contract that may not be read is not current either.
    expect((await run(folder, "service/a.wsdl")).code).toBe(1);
  });
});

describe("--check prints the changes and the repair command", () => {
  const changes: readonly (readonly [
    what: string,
    change: (folder: string) => void,
    cause: string,
    difference: string,
  ])[] = [
    [
      "the schema",
      (folder) => {
        writeFileSync(
          join(folder, "schema/service.wsdl"),
          wsdlOf({ fields: field.replace("text", "words") }),
        );
      },
      "the schema changed (schema/service.wsdl)",
      "+  readonly words: string;",
    ],
    [
      "a generated file",
      (folder) => {
        appendFileSync(join(folder, "generated/client.ts"), "// edited\n");
      },
      "generated files were changed or removed by hand (generated/client.ts)",
      "-// edited",
    ],
    [
      "a lost file",
      (folder) => {
        rmSync(join(folder, "generated/enums.ts"));
      },
      "generated files were changed or removed by hand (generated/enums.ts)",
      "--- /dev/null\n+++ generated/enums.ts",
    ],
    [
      "the options",
      (folder) => {
        const path = join(folder, "generated/manifest.json");
        writeFileSync(path, readFileSync(path, "utf8").replace('"lenient": false', '"lenient": true'));
      },
      "the options changed",
      '-    "lenient": true',
    ],
    [
      "the manifest",
      (folder) => {
        rmSync(join(folder, "generated/manifest.json"));
      },
      "there is no manifest of an earlier run",
      "+++ generated/manifest.json",
    ],
  ];
  test.each(changes)("%s", async (_, change, cause, difference) => {
    const folder = folderWith(project);
    await run(folder);
    change(folder);
    const before = filesOf(join(folder, "generated"));
    const { code, stdout } = await run(folder, "--check");
    expect(code).toBe(2);
    expect(stdout).toContain(`generated is not current: ${cause}\n`);
    expect(stdout).toContain(difference);
    expect(stdout.split("\n").at(-2)).toBe("npx messenger-gen");
    expect(filesOf(join(folder, "generated"))).toEqual(before);
    expect((await run(folder)).code).toBe(0);
    expect((await run(folder, "--check")).code).toBe(0);
  });

  test("the repair command repeats the arguments", async () => {
    const folder = folderWith({ "my api.wsdl": wsdlOf({}) });
    const { code, stdout } = await run(folder, "my api.wsdl", "--out", "out", "--check");
    expect([code, stdout.split("\n").at(-2)]).toEqual([2, "npx messenger-gen 'my api.wsdl' --out out"]);
    expect(existsSync(join(folder, "out"))).toBe(false);
  });
});

describe("--check of an output made with other options", () => {
  test("a contract that needs --lenient is refused without it, although the output is there", async () => {
    const folder = folderWith({ "a.wsdl": wsdlOf({ fields: field.replace("xs:string", "tns:Gone") }) });
    expect((await run(folder, "a.wsdl", "--lenient")).code).toBe(0);
    for (const words of [[], ["--check"], ["--dry-run"]]) {
      const { code, stdout } = await run(folder, "a.wsdl", ...words);
      expect([code, stdout]).toEqual([1, "generated: nothing was written: 1 error(s)\n"]);
    }
    expect(await run(folder, "a.wsdl", "--lenient")).toMatchObject({ stdout: "generated is current\n" });
  });

  test("another generator, or another version of its packages, with the same output is current", async () => {
    const folder = folderWith(project);
    await run(folder);
    const path = join(folder, "generated/manifest.json");
    const manifest = readFileSync(path, "utf8").replace(/"generator": "\w+"/, '"generator": "0"');
    writeFileSync(path, manifest.replace(/"version": ".*"/, '"version": "0.0.1"'));
    const former = filesOf(join(folder, "generated"));
    for (const words of [["--check"], []]) {
      expect(await run(folder, ...words)).toEqual({ code: 0, stdout: "generated is current\n", stderr: "" });
    }
    expect(filesOf(join(folder, "generated"))).toEqual(former);
  });

  test("an imported file that appears makes the output stale", async () => {
    const schema =
      '<xs:import namespace="http://schemas.xmlsoap.org/soap/encoding/" schemaLocation="encoding.xsd"/>';
    const folder = folderWith({ "a.wsdl": wsdlOf({ schema, fields: field }) });
    expect(await run(folder, "a.wsdl")).toMatchObject({
      code: 0,
      stderr: expect.stringContaining("warning MG1019: encoding.xsd is not read"),
    });
    expect(await run(folder, "a.wsdl")).toMatchObject({ stdout: "generated is current\n" });
    const namespace = "http://schemas.xmlsoap.org/soap/encoding/";
    const text = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="${namespace}"/>`;
    writeFileSync(join(folder, "encoding.xsd"), text);
    const { code, stdout } = await run(folder, "a.wsdl", "--check");
    expect([code, stdout]).toEqual([2, expect.stringContaining("the schema changed (encoding.xsd)")]);
  });
});

describe("--dry-run", () => {
  test("prints what would be done to each file, and writes nothing", async () => {
    const folder = folderWith(project);
    const first = await run(folder, "--dry-run");
    expect([first.code, first.stderr]).toEqual([0, ""]);
    expect(first.stdout).toMatch(/^(would create generated\/[a-z.-]+\n)+$/);
    expect(existsSync(join(folder, "generated"))).toBe(false);
    await run(folder);
    const leave = first.stdout.replaceAll("create", "leave");
    expect(await run(folder, "--dry-run")).toEqual({ code: 0, stdout: leave, stderr: "" });
    appendFileSync(join(folder, "generated/client.ts"), "// edited\n");
    rmSync(join(folder, "generated/enums.ts"));
    const path = join(folder, "generated/manifest.json");
    writeFileSync(path, readFileSync(path, "utf8").replace('"files": {', '"files": {\n    "old.ts": "0",'));
    writeFileSync(join(folder, "generated/old.ts"), readFileSync(join(folder, "generated/client.ts")));
    const before = filesOf(join(folder, "generated"));
    const { stdout } = await run(folder, "--dry-run");
    for (const line of ["change generated/client.ts", "create generated/enums.ts", "delete generated/old.ts"])
      expect(stdout).toContain(`would ${line}\n`);
    expect(stdout).toContain("would leave generated/codecs.ts\n");
    expect(filesOf(join(folder, "generated"))).toEqual(before);
    const json = await run(folder, "--dry-run", "--report-json");
    expect(JSON.parse(json.stdout)).toMatchObject({
      outcome: "stale",
      contracts: [{ files: expect.arrayContaining([{ path: "old.ts", action: "delete" }]) }],
    });
  });

  test("refuses what a run would refuse", async () => {
    const folder = folderWith({ ...project, "generated/client.ts": 'import "messenger-gen-runtime";\n' });
    for (const words of [["--dry-run"], ["--check"], []]) {
      const { code, stderr } = await run(folder, ...words);
      expect([code, stderr]).toEqual([1, expect.stringContaining("generated/client.ts error MG4003: ")]);
    }
    expect(readdirSync(join(folder, "generated"))).toEqual(["client.ts"]);
  });
});

describe("explain", () => {
  test("prints a section of the reference", async () => {
    const { code, stdout } = await run(".", "explain", "MG2004");
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/^MG2004\n\nError: [^]*\ndocs\/reference\/diagnostics\.md#mg2004\n$/),
    ]);
    expect((await run(".", "explain", "MG0000")).code).toBe(1);
  });
});

test("several WSDLs are one contract", async () => {
  const parts = wsdlOf({ fields: field }).split("\n");
  const at = parts.findIndex((line) => line.includes("<wsdl:service"));
  const [before, after] = [parts.slice(0, at), parts.slice(at)];
  const open = before[0] ?? "";
  const folder = folderWith({
    "interface.wsdl": [...before, "</wsdl:binding></wsdl:definitions>"].join("\n"),
    "service.wsdl": [open, ...after].join("\n").replace("</wsdl:binding>", ""),
  });
  const alone = await run(folder, "interface.wsdl", "--out", "out");
  expect(alone.stderr).toContain("warning MG2025: no service contains the port type PortType");
  expect(await run(folder, "interface.wsdl", "service.wsdl", "--out", "out")).toMatchObject({
    code: 0,
    stderr: "",
  });
  const manifest: unknown = JSON.parse(readFileSync(join(folder, "out/manifest.json"), "utf8"));
  expect(manifest).toMatchObject({ wsdls: ["interface.wsdl", "service.wsdl"] });
});
