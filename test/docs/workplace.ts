import { chmodSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

/** A temporary folder in which the commands of a guide run. */
export interface Workplace {
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
}

/** Makes an `npx` in a folder that runs the commands of this checkout, and TypeScript's compiler; returns the environment that has it. */
export function withCommands(folder: string): NodeJS.ProcessEnv {
  const commands = join(folder, "commands");
  mkdirSync(commands);
  const npx = join(commands, "npx");
  const [node, tsc] = [process.execPath, resolve("node_modules/typescript-native/bin/tsc")];
  const lines = [
    "#!/bin/sh",
    "command=$1",
    "shift",
    `if [ "$command" = tsc ]; then exec "${node}" "${tsc}" "$@"; fi`,
    `exec "${node}" "${resolve("bin")}/$command.js" "$@"`,
    "",
  ];
  writeFileSync(npx, lines.join("\n"));
  chmodSync(npx, 0o755);
  return { ...process.env, PATH: `${commands}:${process.env["PATH"] ?? ""}` };
}

/** A folder of its own, where `npx messenger` runs this checkout's command on `./data/messenger.db`. */
export function workplace(): Workplace {
  const folder = mkdtempSync(join(tmpdir(), "messenger-docs-"));
  const commands = withCommands(folder);
  for (const name of ["examples", "dist", "schema"]) symlinkSync(resolve(name), join(folder, name));
  const env = { ...commands, MESSENGER_DATABASE: `sqlite:${join(folder, "data", "messenger.db")}` };
  return { folder, env };
}
