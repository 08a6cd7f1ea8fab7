import { spawn, type ChildProcess } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, expect, test } from "@jest/globals";
import { eventually } from "../eventually.js";
import { generatorBin } from "./command.js";
import { wsdlOf } from "./model/fragments.js";
import { folderWith } from "./read/contract-files.js";

const running = new Set<ChildProcess>();

afterEach(() => {
  for (const child of running) child.kill("SIGKILL");
  running.clear();
});

interface Watching {
  readonly child: ChildProcess;
  readonly stdout: () => string;
  readonly stderr: () => string;
}

/** Starts `messenger-gen --watch` in a folder, and waits for its first result. */
async function watching(folder: string, ...words: readonly string[]): Promise<Watching> {
  const child = spawn(process.execPath, [generatorBin, ...words, "--watch"], { cwd: folder });
  running.add(child);
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  await eventually(() => stdout.includes("\n") || child.exitCode !== null);
  expect(child.exitCode).toBeNull();
  return { child, stdout: () => stdout, stderr: () => stderr };
}

function contract(field: string): string {
  return wsdlOf({ fields: `<xs:element name="${field}" type="xs:string"/>` });
}

/** Waits until the generated input has a field. */
async function hasField(folder: string, field: string, out = "generated"): Promise<void> {
  const path = join(folder, out, "messages.ts");
  await eventually(() => existsSync(path) && readFileSync(path, "utf8").includes(`readonly ${field}: `));
}

/** False if a file was written into the folder meanwhile. */
function isRemoved(folder: string): boolean {
  try {
    rmSync(folder, { recursive: true, force: true });
    return true;
  } catch {
    return false;
  }
}

function replaced(path: string, text: string): void {
  writeFileSync(`${path}~`, text);
  renameSync(`${path}~`, path);
}

test("editors that write, replace, or remove and create a file", async () => {
  const folder = folderWith({ "a.wsdl": contract("first") });
  const path = join(folder, "a.wsdl");
  const { child } = await watching(folder, "a.wsdl");
  await hasField(folder, "first");
  writeFileSync(path, contract("written"));
  await hasField(folder, "written");
  for (const name of ["replacedOnce", "replacedTwice"]) {
    replaced(path, contract(name));
    await hasField(folder, name);
  }
  renameSync(path, `${path}.bak`);
  writeFileSync(path, contract("created"));
  await hasField(folder, "created");
  rmSync(path);
  await delay(500);
  writeFileSync(path, contract("again"));
  await hasField(folder, "again");
  await eventually(() => isRemoved(folder));
  mkdirSync(folder);
  writeFileSync(path, contract("folder"));
  await hasField(folder, "folder");
  expect(child.exitCode).toBeNull();
});

test("the last of many saves is generated, whenever it comes", async () => {
  const folder = folderWith({ "a.wsdl": contract("first") });
  const path = join(folder, "a.wsdl");
  await watching(folder, "a.wsdl");
  const pauses = [0, 5, 60, 150, 300, 500];
  for (const [round, longest] of pauses.entries()) {
    for (let save = 0; save < 5; save++) {
      writeFileSync(path, contract(`x${round}y${save}`));
      await delay((longest * (save + 1)) / 5);
    }
    writeFileSync(path, contract(`last${round}`));
    await hasField(folder, `last${round}`);
  }
});

test("a contract that is broken for a while, or does not exist yet", async () => {
  const folder = folderWith({ "empty/x": "" });
  const path = join(folder, "deep/a.wsdl");
  const { child, stderr } = await watching(folder, "deep/a.wsdl");
  expect(stderr()).toContain("deep/a.wsdl error MG1001: ");
  mkdirSync(join(folder, "deep"));
  writeFileSync(path, contract("first"));
  await hasField(folder, "first");
  for (const [round, broken] of [
    "",
    "<wsdl:definitions",
    contract("x").replace("xs:string", "tns:Gone"),
  ].entries()) {
    const before = stderr().length;
    writeFileSync(path, broken);
    await eventually(() => / error MG\d{4}: /.test(stderr().slice(before)));
    await hasField(folder, round === 0 ? "first" : `good${round - 1}`);
    writeFileSync(path, contract(`good${round}`));
    await hasField(folder, `good${round}`);
  }
  expect(child.exitCode).toBeNull();
});

test("imports that are added later, and imported files that appear later", async () => {
  const folder = folderWith({ "a.wsdl": contract("first"), "types/later.xsd": later("early") });
  await watching(folder, "a.wsdl");
  const include = (name: string): string =>
    wsdlOf({
      schema: `<xs:include schemaLocation="${name}"/>`,
      fields: '<xs:element name="kind" type="tns:Kind"/>',
    });
  writeFileSync(join(folder, "a.wsdl"), include("types/later.xsd"));
  await hasValue(folder, "early");
  writeFileSync(join(folder, "types/later.xsd"), later("changed"));
  await hasValue(folder, "changed");
  writeFileSync(join(folder, "a.wsdl"), include("more/appears.xsd"));
  await delay(500);
  mkdirSync(join(folder, "more"));
  writeFileSync(join(folder, "more/appears.xsd"), later("appeared"));
  await hasValue(folder, "appeared");
});

function later(value: string): string {
  return (
    '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:example">' +
    `<xs:simpleType name="Kind"><xs:restriction base="xs:string"><xs:enumeration value="${value}"/>` +
    "</xs:restriction></xs:simpleType></xs:schema>"
  );
}

async function hasValue(folder: string, value: string): Promise<void> {
  const path = join(folder, "generated/enums.ts");
  await eventually(() => existsSync(path) && readFileSync(path, "utf8").includes(`"${value}"`));
}

test("a contract with fetched documents", async () => {
  const server = createServer((_, response) => response.end(later("fetched")));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  try {
    const { port } = server.address() as AddressInfo;
    const text = (field: string): string =>
      wsdlOf({
        schema: `<xs:include schemaLocation="http://127.0.0.1:${port}/kind.xsd"/>`,
        fields: `<xs:element name="${field}" type="tns:Kind"/>`,
      });
    const folder = folderWith({ "a.wsdl": text("first") });
    const { child } = await watching(folder, "a.wsdl", "--allow-private-network");
    await hasField(folder, "first");
    for (const field of ["second", "third"]) {
      writeFileSync(join(folder, "a.wsdl"), text(field));
      await hasField(folder, field);
    }
    await hasValue(folder, "fetched");
    expect(child.exitCode).toBeNull();
  } finally {
    await new Promise((done) => server.close(done));
  }
});

test("the contracts of a configuration file, and the file itself", async () => {
  const config = (...names: readonly string[]): string =>
    `export default { contracts: [${names.map((name) => `{ wsdl: "${name}.wsdl", out: "out/${name}" }`).join()}] };\n`;
  const folder = folderWith({
    "one.wsdl": contract("first"),
    "two.wsdl": contract("first"),
    "messenger-gen.config.mjs": config("one"),
  });
  const { stdout, stderr } = await watching(folder);
  await hasField(folder, "first", "out/one");
  writeFileSync(join(folder, "messenger-gen.config.mjs"), config("one", "two"));
  await eventually(() => /^out\/two: .*\n.*\n/m.test(stdout()));
  await hasField(folder, "first", "out/two");
  const before = stdout().length;
  writeFileSync(join(folder, "two.wsdl"), contract("second"));
  await hasField(folder, "second", "out/two");
  await eventually(() => stdout().slice(before).includes("as 1 method\n"));
  expect(stdout().slice(before)).not.toContain("out/one");
  writeFileSync(join(folder, "messenger-gen.config.mjs"), "export default {");
  await eventually(() => stderr().includes("messenger-gen.config.mjs:1:17 error MG5002: "));
  replaced(join(folder, "messenger-gen.config.mjs"), config("one", "two"));
  writeFileSync(join(folder, "one.wsdl"), contract("third"));
  await hasField(folder, "third", "out/one");
});
