import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "@jest/globals";
import { program } from "#generator/cli.js";
import { contractFields, restFields, scaffoldFields } from "#generator/config/validate.js";
import { documentedRows } from "../domain/documented-table.js";
import { runGenerator } from "../generator/command.js";
import { wsdlOf } from "../generator/model/fragments.js";
import { folderWith } from "../generator/read/contract-files.js";
import { snippetsOf } from "./snippets.js";

const page = "docs/reference/generator.md";

test("the options of a contract are those of the configuration file, and of the command line", () => {
  const rest = Object.keys(restFields).map((name) => `rest.*.${name}`);
  const nested = Object.keys(scaffoldFields).map((name) => `scaffold.${name}`);
  const documented = documentedRows(page, "Configuration file").map(([name]) => name);
  expect(documented).toEqual([...rest, ...nested]);
  const flags = program().options.map((option) => option.attributeName());
  const ofRun = ["version", "config", "only", "check", "against", "dryRun", "watch", "reportJson", "verbose"];
  const ofContract = Object.keys(contractFields).filter(
    (name) => !["wsdl", "emitters", "rest", "jsonNames", "openapi", "scaffold"].includes(name),
  );
  expect(flags.toSorted()).toEqual([...ofRun, ...ofContract].toSorted());
});

/** The exit codes other than internal errors are tested with the commands. */
test("the configuration file of the page generates its contracts, and has types", async () => {
  const [snippet] = snippetsOf(page);
  const name = snippet?.attributes.get("file") ?? "";
  const wsdl = wsdlOf({ schema: '<xs:include schemaLocation="../common/types.xsd"/>' });
  const parts = wsdl.split("\n");
  const at = parts.findIndex((line) => line.includes("<wsdl:service"));
  const folder = folderWith({
    [name]: snippet?.text ?? "",
    "package.json": '{ "type": "module" }',
    "contracts/weather.wsdl": wsdlOf({}),
    "contracts/orders.wsdl": [...parts.slice(0, at), "</wsdl:binding></wsdl:definitions>"].join("\n"),
    "contracts/orders-service.wsdl": [parts[0], ...parts.slice(at)].join("\n").replace("</wsdl:binding>", ""),
    "common/types.xsd":
      '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:example"/>',
  });
  for (const module of ["messenger-gen", "@types/node"]) {
    const link = join(folder, "node_modules", module);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(module === "messenger-gen" ? resolve("generator") : resolve("node_modules", module), link);
  }
  expect(await runGenerator(folder)).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^src\/weather: \d+ created\n.*\nsrc\/orders: \d+ created\n/),
    stderr: "",
  });
  expect(await compile(folder, name)).toBe("");
  writeFileSync(join(folder, name), readFileSync(join(folder, name), "utf8").replace("lenient", "lenent"));
  expect(await compile(folder, name)).toContain("'lenent' does not exist in type 'ContractConfig'");
});

async function compile(folder: string, file: string): Promise<string> {
  const tsc = resolve("node_modules/typescript-native/bin/tsc");
  const options = [
    "--noEmit",
    "--strict",
    "--module",
    "nodenext",
    "--target",
    "es2023",
    "--skipLibCheck",
    "--types",
    "node",
  ];
  return promisify(execFile)(process.execPath, [tsc, ...options, file], { cwd: folder }).then(
    ({ stdout }) => stdout,
    (error: unknown) => (error as { readonly stdout: string }).stdout,
  );
}
