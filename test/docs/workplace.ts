import { chmodSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

/** A temporary folder in which the commands of a guide run. */
export interface Workplace {
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
}

/** A folder of its own, where `npx messenger` runs this checkout's command on `./data/messenger.db`. */
export function workplace(): Workplace {
  const folder = mkdtempSync(join(tmpdir(), "messenger-docs-"));
  mkdirSync(join(folder, "commands"));
  const npx = join(folder, "commands", "npx");
  writeFileSync(
    npx,
    `#!/bin/sh\ncommand=$1\nshift\nexec "${process.execPath}" "${resolve("bin")}/$command.js" "$@"\n`,
  );
  chmodSync(npx, 0o755);
  for (const name of ["examples", "dist", "schema"]) symlinkSync(resolve(name), join(folder, name));
  const env = {
    ...process.env,
    PATH: `${join(folder, "commands")}:${process.env["PATH"] ?? ""}`,
    MESSENGER_DATABASE: `sqlite:${join(folder, "data", "messenger.db")}`,
  };
  return { folder, env };
}
