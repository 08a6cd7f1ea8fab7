import { execFileSync } from "node:child_process";
import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { diff } from "messenger-gen";
import { fails, printChanges } from "#generator/diff-report.js";
import type { ContractChange } from "#generator/diff.js";
import { loadedGenerator, runGenerator } from "./command.js";
import { defaults, wsdlOf } from "./model/fragments.js";
import { folderWith } from "./read/contract-files.js";

const run = loadedGenerator();
const field = (name: string, more = ""): string => `<xs:element name="${name}" type="xs:string" ${more}/>`;
const old = wsdlOf({ fields: field("text") });
const optional = wsdlOf({ fields: field("text") + field("note", 'minOccurs="0"') });
const required = wsdlOf({ fields: field("text") + field("note") });
const renamedType = wsdlOf({ fields: field("text"), schema: '<xs:element name="Spare" type="xs:string"/>' });
const schema = (content: string): string =>
  `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:tns="urn:example" targetNamespace="urn:example">${content}</xs:schema>`;

/** Commits all files of a folder, which becomes a checkout. */
function commit(folder: string, tag: string): void {
  const git = (...words: readonly string[]): void => {
    const names = ["-c", "user.name=Customer 42", "-c", "user.email=customer@example.com"];
    execFileSync("git", ["-C", folder, ...names, ...words], { stdio: "pipe" });
  };
  git("init", "--quiet", "--initial-branch=main");
  git("add", "--all");
  git("commit", "--quiet", "--message", tag);
  git("tag", tag);
}

describe("messenger-gen diff", () => {
  test("prints the changes with their places, and fails for those that break callers", async () => {
    const folder = folderWith({ "old.wsdl": old, "new.wsdl": required });
    expect(await runGenerator(folder, "diff", "old.wsdl", "new.wsdl")).toEqual({
      code: 4,
      stdout:
        "new.wsdl:5:97 breaks callers and servers MD3002: the required element note was added to Send\n" +
        '  In requests of Send. Make it optional (minOccurs="0").\n' +
        "1 change: 1 of callers, 1 of servers, 0 of neither\n",
      stderr: "",
    });
  });

  test.each([
    ["no change", old, "any", 0],
    ["what breaks neither", renamedType, "servers", 0],
    ["what breaks neither", renamedType, "any", 4],
    ["what breaks servers", optional, "callers", 0],
    ["what breaks servers", optional, "servers", 4],
    ["what breaks callers", required, "callers", 4],
    ["what breaks callers", required, "never", 0],
  ])("%s", async (_, fresh, level, code) => {
    const folder = folderWith({ "old.wsdl": old, "new.wsdl": fresh });
    expect(await run(folder, "diff", "old.wsdl", "new.wsdl", "--fail-on", level)).toMatchObject({
      code,
      stderr: "",
    });
  });

  test("as JSON and as Markdown", async () => {
    const folder = folderWith({ "old.wsdl": old, "new.wsdl": required });
    const json = await run(folder, "diff", "old.wsdl", "new.wsdl", "--format", "json");
    const change = {
      code: "MD3002",
      message: "the required element note was added to Send",
      breaksCallers: true,
      breaksServers: true,
      old: expect.stringMatching(/^old\.wsdl:5:\d+$/),
      new: "new.wsdl:5:97",
      operations: ["Send"],
      directions: ["request"],
    };
    expect(JSON.parse(json.stdout)).toMatchObject({ changes: [change] });
    expect(await diff({ old: join(folder, "old.wsdl"), new: join(folder, "new.wsdl") })).toMatchObject({
      changes: [{ code: "MD3002", operations: ["Send"] }],
      diagnostics: [],
    });
    const markdown = await run(folder, "diff", "old.wsdl", "new.wsdl", "--format", "markdown");
    expect(markdown.stdout).toContain("## Breaks callers\n\n| Code | Change | In | Place | Hint |\n| --- |");
    expect(markdown.stdout).toContain(
      "| MD3002 | the required element note was added to Send | requests of Send |",
    );
  });

  test("texts of a contract mean nothing in Markdown, and operations are counted", () => {
    const change: ContractChange = {
      code: "MD4001",
      message: 'the value "<b>|`x`" was added to Size',
      hint: "",
      breaksCallers: true,
      breaksServers: false,
      old: undefined,
      new: "a.wsdl:1:1",
      operations: ["A", "B", "C", "D", "E"],
      directions: ["response"],
    };
    expect(printChanges([change], "markdown")).toContain(
      '| the value "&lt;b\\>\\|\\`x\\`" was added to Size | responses of A, B, C and 2 more |',
    );
    expect(fails([], "any")).toBe(false);
  });

  test("with errors in a version: they are printed, and nothing is compared", async () => {
    const folder = folderWith({ "old.wsdl": old, "new.wsdl": old.replace("xs:string", "tns:Gone") });
    const { code, stdout, stderr } = await run(folder, "diff", "old.wsdl", "new.wsdl");
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/^new\.wsdl:5:\d+ error MG2001/);
    const lenient = await run(folder, "diff", "old.wsdl", "new.wsdl", "--lenient");
    expect(lenient).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("breaks servers MD3012: the type of text in Send is Gone"),
    });
  });

  test("explain prints a rule", async () => {
    const { stdout } = await run(folderWith({}), "explain", "md3002");
    expect(stdout).toMatch(
      /^MD3002\n\nthe required element \{element\} was added to \{owner\}\n\nEffect: other messages\./,
    );
  });
});

describe("a revision", () => {
  const included = wsdlOf({ schema: '<xs:include schemaLocation="../types/a.xsd"/>', fields: field("text") });
  const project = {
    "schema/service.wsdl": included,
    "types/a.xsd": schema('<xs:include schemaLocation="b.xsd"/>'),
    "types/b.xsd": schema('<xs:element name="Spare" type="xs:string"/>'),
    "messenger-gen.config.json": '{ "contracts": [{ "wsdl": "schema/service.wsdl" }] }',
  };

  test("is read with its imports, also where files were moved since", async () => {
    const folder = folderWith(project);
    commit(folder, "v1");
    writeFileSync(join(folder, "types/b.xsd"), schema(""));
    mkdirSync(join(folder, "contracts"));
    renameSync(join(folder, "schema/service.wsdl"), join(folder, "contracts/service.wsdl"));
    const words = ["diff", "v1:schema/service.wsdl", "contracts/service.wsdl", "--fail-on", "any"];
    expect(await run(folder, ...words)).toEqual({
      code: 4,
      stdout:
        "v1:types/b.xsd:1:110 breaks neither MD3121: the element Spare was removed\n" +
        "  Where messages used it, that is a change of its own.\n" +
        "1 change: 0 of callers, 0 of servers, 1 of neither\n",
      stderr: "",
    });
  });

  test.each([
    ["gone:schema/service.wsdl", "the checkout has no revision gone"],
    ["--output=x:schema/service.wsdl", "unknown option"],
    ["v1:schema/other.wsdl", "the revision has no file schema/other.wsdl"],
    ["v1:../outside.wsdl", "is in no checkout of git"],
  ])("%s cannot be read", async (revision, reason) => {
    const folder = folderWith(project);
    commit(folder, "v1");
    const { code, stdout, stderr } = await runGenerator(folder, "diff", revision, "schema/service.wsdl");
    expect([code, stdout, stderr]).toEqual([1, "", expect.stringContaining(reason)]);
  });

  test("--check --against compares the contracts of the configuration", async () => {
    const folder = folderWith(project);
    commit(folder, "v1");
    await run(folder);
    const same = await run(folder, "--check", "--against", "v1");
    expect(same).toMatchObject({
      code: 0,
      stdout: "generated is current\ngenerated, changes since v1:\nno changes\n",
    });
    writeFileSync(join(folder, "schema/service.wsdl"), included.replace('type="xs:string"', 'type="xs:int"'));
    expect((await run(folder, "--check", "--against", "v1")).code).toBe(2);
    await run(folder);
    const breaking = await run(folder, "--against", "v1");
    expect(breaking).toMatchObject({ code: 4, stderr: "" });
    expect(breaking.stdout).toContain("schema/service.wsdl:5:54 breaks callers MD4006: ");
    const json = await run(folder, "--against", "v1", "--report-json");
    expect(JSON.parse(json.stdout)).toMatchObject({
      outcome: "current",
      contracts: [{ against: { changes: [{ code: "MD4006" }] } }],
    });
    expect(await run(folder, "--against", "gone")).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(
        "gone error MG5012: gone cannot be read: the checkout has no revision gone\n",
      ),
    });
  });

  test("of a folder that is no checkout", async () => {
    const folder = folderWith({ "a.wsdl": wsdlOf({ portType: defaults.portType }) });
    const { code, stderr } = await run(folder, "diff", "v1:a.wsdl", "a.wsdl");
    expect([code, stderr]).toEqual([1, expect.stringContaining("is in no checkout of git")]);
  });
});
