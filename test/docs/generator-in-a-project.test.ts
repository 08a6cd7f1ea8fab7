import { execFile } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { startMock, type RunningMock } from "#generator/commands/mock.js";
import { linkPackages } from "../linked-packages.js";
import { projectGuides, snippetsOf } from "./snippets.js";

const run = promisify(execFile);
const snippets = snippetsOf(projectGuides.generatorInAProject);
const folder = mkdtempSync(join(tmpdir(), "in-a-project-"));
const commands = join(folder, "commands");
const env = { ...process.env, PATH: `${commands}:${process.env["PATH"] ?? ""}` };
let mock: RunningMock | undefined;

/** An empty project with the packages installed; `npx` runs the commands of installed packages. */
beforeAll(() => {
  for (const path of ["commands", "node_modules/@types"]) mkdirSync(join(folder, path), { recursive: true });
  linkPackages(folder, ["messenger-gen", "messenger-gen-host", "messenger-gen-runtime"]);
  symlinkSync(resolve("node_modules/@types/node"), join(folder, "node_modules/@types/node"));
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  writeFileSync(
    join(commands, "npx"),
    `#!/bin/sh
command=$1
shift
if [ "$command" = tsc ]; then exec "${process.execPath}" "${resolve("node_modules/typescript/bin/tsc")}" "$@"; fi
exec "${process.execPath}" "${resolve("bin")}/$command.js" "$@"
`,
  );
  chmodSync(join(commands, "npx"), 0o755);
});

afterAll(async () => {
  await mock?.close();
  rmSync(folder, { recursive: true });
});

test("the files and commands of the guide, in their order, print what it says", async () => {
  let printed = "";
  for (const { language, attributes, text } of snippets) {
    const file = attributes.get("file");
    if (file !== undefined) writeFileSync(join(folder, file), text);
    if (file === "shop.wsdl") mock = await startMock(join(folder, file), {}, 0);
    if (file !== undefined) continue;
    const served = { ...env, SHOP_URL: mock?.url };
    if (language === "sh")
      ({ stdout: printed } = await run("sh", ["-euc", text], { cwd: folder, env: served }).catch(
        (error: unknown) => {
          throw new Error(`${text}${JSON.stringify(error)}`);
        },
      ));
    else if (language === "text") expect(printed).toBe(text);
    else expect(language).toBe("js");
  }
});
