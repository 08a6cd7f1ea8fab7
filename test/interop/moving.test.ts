/** The part of the guide for users of openapi-typescript who keep it, with the tools as npm has them. */
import { execFile } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "@jest/globals";
import { generate } from "messenger-gen";
import { startGateway } from "#generator/commands/gateway.js";
import { startMock } from "#generator/commands/mock.js";
import { projectGuides, snippetsOf } from "../docs/snippets.js";
import { folderWith } from "../generator/read/contract-files.js";

const run = promisify(execFile);

/** Where CI has installed the tools; not set, the test is skipped. `openapi.test.ts` requires it in CI. */
const tools = process.env["MESSENGER_OPENAPI_TOOLS"];
const testWithTools = tools === undefined ? test.skip : test;

const snippets = snippetsOf(projectGuides.moving);
const textOf = (name: string, value: string): string =>
  snippets.find(({ attributes }) => attributes.get(name) === value)?.text ?? "";

testWithTools("openapi-fetch calls a SOAP service through a gateway", async () => {
  const compilerOptions = { target: "es2023", module: "nodenext", strict: true, skipLibCheck: true };
  const folder = folderWith({
    "package.json": '{ "type": "module" }',
    "tsconfig.json": JSON.stringify({
      compilerOptions: { ...compilerOptions, types: ["node"], preserveSymlinks: true },
      files: ["main.ts"],
    }),
    "shop.wsdl": textOf("file", "shop.wsdl"),
    "main.ts": textOf("tools", "openapi-fetch"),
  });
  for (const name of ["openapi-fetch", "openapi-typescript-helpers"])
    link(join(folder, "node_modules", name), resolve(tools ?? "", name));
  link(join(folder, "node_modules/@types/node"), resolve("node_modules/@types/node"));
  const wsdl = join(folder, "shop.wsdl");
  await generate({ wsdl, out: join(folder, "served"), json: true });
  const command = resolve(tools ?? "", ".bin/openapi-typescript");
  await run(command, ["served/openapi.json", "--output", "openapi.ts"], { cwd: folder });
  const compiled = await run(process.execPath, [resolve("node_modules/typescript-native/bin/tsc")], {
    cwd: folder,
  }).catch((error: unknown) => error as { readonly stdout: string });
  expect(compiled.stdout).toBe("");
  const mock = await startMock(wsdl, {}, 0);
  const gateway = await startGateway([wsdl], { endpoint: mock.url }, 0);
  try {
    const { stdout } = await run(process.execPath, ["main.js", gateway.url], { cwd: folder });
    expect(stdout).toBe(textOf("printed", "tools"));
  } finally {
    await gateway.close();
    await mock.close();
  }
});

function link(path: string, target: string): void {
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(target, path);
}
