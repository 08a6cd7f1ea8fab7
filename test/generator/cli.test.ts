import { execFile } from "node:child_process";
import { appendFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "@jest/globals";
import { defaults, wsdlOf } from "./model/fragments.js";
import { folderWith } from "./read/contract-files.js";

const bin = resolve("bin/messenger-gen.js");

interface Answer {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

async function run(cwd: string, ...words: readonly string[]): Promise<Answer> {
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [bin, ...words], {
      cwd,
      timeout: 170_000,
    });
    return { code: 0, stdout, stderr };
  } catch (error) {
    if (
      typeof error !== "object" ||
      error === null ||
      !("code" in error && "stdout" in error && "stderr" in error)
    )
      throw error;
    return { code: Number(error.code), stdout: String(error.stdout), stderr: String(error.stderr) };
  }
}

const field = '<xs:element name="text" type="xs:string"/>';
const project = { "schema/messenger.wsdl": wsdlOf({ fields: field }) };

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
    expect(await run(folder)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(
        /^generated: \d+ written\n1 of 1 operations of the port types, as 1 method\n$/,
      ),
    });
    expect(readdirSync(join(folder, "generated"))).toContain("client.ts");
    expect(await run(folder)).toEqual({ code: 0, stdout: "generated is current\n", stderr: "" });
    expect(await run(folder, "--check")).toEqual({ code: 0, stdout: "generated is current\n", stderr: "" });
  });

  test("the output depends on the bytes of the contract alone", async () => {
    const one = folderWith(project);
    const other = folderWith({ ...project, "below/x": "" });
    await run(one);
    await run(join(other, "below"), "../schema/messenger.wsdl", "--out", "../generated");
    const first = filesOf(join(one, "generated"));
    expect(filesOf(join(other, "generated"))).toEqual(first);
    expect(JSON.stringify(first)).not.toContain(one);
    rmSync(join(one, "generated"), { recursive: true });
    await run(one);
    expect(filesOf(join(one, "generated"))).toEqual(first);
  });

  test("refuses a contract with errors: all of them, with places, and nothing is written", async () => {
    const folder = folderWith({
      "a.wsdl": wsdlOf({ fields: field.replace("xs:string", "tns:Gone").repeat(2) }),
    });
    const { code, stdout, stderr } = await run(folder, "a.wsdl", "--out", "out");
    expect([code, stdout]).toEqual([1, "nothing was written: 2 error(s)\n"]);
    expect(
      stderr.match(/^a\.wsdl:5:\d+ error MG2001: the type \{urn:example\}Gone is not declared\n {2}\S/gm),
    ).toHaveLength(2);
    expect(existsSync(join(folder, "out"))).toBe(false);
  });

  test("tells as JSON what it found", async () => {
    const folder = folderWith({ "a.wsdl": wsdlOf({ fields: field.replace("xs:string", "tns:Gone") }) });
    const { code, stdout, stderr } = await run(folder, "a.wsdl", "--json");
    expect([code, stderr]).toEqual([1, ""]);
    expect(JSON.parse(stdout)).toMatchObject({
      outcome: "refused",
      diagnostics: [{ code: "MG2001", severity: "error", file: "a.wsdl", line: 5, column: 54 }],
    });
  });

  test("--lenient goes on where open content can stand in for what is not declared", async () => {
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
    ["no such file", [], "schema/messenger.wsdl error MG1001: "],
    ["unknown option", ["--chekc"], "error: unknown option '--chekc'"],
    ["options that exclude each other", ["--check", "--watch"], "cannot be used with"],
  ])("%s", async (_, words, message) => {
    const { code, stderr } = await run(folderWith({}), ...words);
    expect([code, stderr]).toEqual([1, expect.stringContaining(message)]);
  });

  test("--allow permits imports from another folder", async () => {
    const folder = folderWith({
      "service/a.wsdl": wsdlOf({ schema: '<xs:include schemaLocation="../common/c.xsd"/>' }),
      "common/c.xsd":
        '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:example"/>',
    });
    expect((await run(folder, "service/a.wsdl")).code).toBe(1);
    expect((await run(folder, "service/a.wsdl", "--allow", "common")).code).toBe(0);
  });
});

describe("--check says what changed and how to repair it", () => {
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
          join(folder, "schema/messenger.wsdl"),
          wsdlOf({ fields: field.replace("text", "words") }),
        );
      },
      "the schema changed (schema/messenger.wsdl)",
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
      "the generator",
      (folder) => {
        const path = join(folder, "generated/manifest.json");
        writeFileSync(path, readFileSync(path, "utf8").replace(/"generator": "\w+"/, '"generator": "0"'));
      },
      "the generator changed",
      '-  "generator": "0",',
    ],
    [
      "the manifest",
      (folder) => {
        rmSync(join(folder, "generated/manifest.json"));
      },
      "there is no manifest of a former run",
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

describe("explain", () => {
  test("prints a section of the reference", async () => {
    const { code, stdout } = await run(".", "explain", "MG2004");
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^MG2004\n\nError: /)]);
    expect((await run(".", "explain", "MG0000")).code).toBe(1);
  });
});

describe("scaffold", () => {
  test("writes a stub and a test once", async () => {
    const folder = folderWith(project);
    const paths = ["server/operations/send.ts", "test/operations/send.test.ts"];
    const first = await run(folder, "scaffold", "Send");
    expect(first).toEqual({ code: 0, stdout: paths.map((path) => `${path} written\n`).join(""), stderr: "" });
    const [stub = "", stubTest = ""] = paths.map((path) => readFileSync(join(folder, path), "utf8"));
    expect(stub).toContain('export const send: ServiceService["send"]');
    expect(stubTest).toContain('import { send } from "../../server/operations/send.js";');
    const second = await run(folder, "scaffold", "Send");
    expect([second.code, second.stdout]).toEqual([1, ""]);
    for (const path of paths) expect(second.stderr).toContain(`${path} error MG4006: ${path} exists already`);
    expect(readFileSync(join(folder, paths[0] ?? ""), "utf8")).toBe(stub);
  });

  test("outside of this package, for the contract of an output folder", async () => {
    const folder = folderWith({ "other.wsdl": wsdlOf({ fields: field }) });
    await run(folder, "other.wsdl", "--out", "made");
    expect(await run(folder, "--out", "made", "scaffold", "Send")).toMatchObject({ code: 0, stderr: "" });
    const stub = readFileSync(join(folder, "server/operations/send.ts"), "utf8");
    expect(stub).toContain('from "../../made/server.js";');
    expect(stub).toContain('import { ServiceFault } from "messenger-gen/runtime";');
  });

  test("an operation that is not in the contract", async () => {
    const { code, stderr } = await run(folderWith(project), "scaffold", "Sennd");
    expect(code).toBe(1);
    expect(stderr).toContain(
      "MG4005: the operation Sennd is not in the contract\n  Operations of the contract: Send.",
    );
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
  expect(alone.stderr).toContain("warning MG2025: no service offers the port type PortType");
  expect(await run(folder, "interface.wsdl", "service.wsdl", "--out", "out")).toMatchObject({
    code: 0,
    stderr: "",
  });
  const manifest: unknown = JSON.parse(readFileSync(join(folder, "out/manifest.json"), "utf8"));
  expect(manifest).toMatchObject({ wsdls: ["interface.wsdl", "service.wsdl"] });
});
