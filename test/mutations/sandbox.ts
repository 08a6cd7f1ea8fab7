import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { mutated, type Mutation } from "./mutation.js";
import { transpile } from "./transpile.js";

/** What is found by its place, and so has to be there itself; all else is linked. */
const copied = new Set(["bin", "dist", "jest.config.js", "package.json"]);

/** The project in a folder of its own, where one module at a time is another. */
export class Sandbox {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), "messenger-mutations-")));

  constructor() {
    for (const name of readdirSync("."))
      if (copied.has(name)) cpSync(name, join(this.folder, name), { recursive: true });
      else if (!name.startsWith(".")) symlinkSync(resolve(name), join(this.folder, name));
  }

  /** Does something while a behaviour is taken out. */
  async without<T>(mutation: Mutation, run: () => Promise<T>): Promise<T> {
    const module = join(this.folder, "dist", mutation.file.replace(/\.ts$/, ".js"));
    const sound = readFileSync(module);
    writeFileSync(module, transpile(mutated(readFileSync(mutation.file, "utf8"), mutation), mutation.file));
    try {
      return await run();
    } finally {
      writeFileSync(module, sound);
    }
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
