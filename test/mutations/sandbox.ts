import { execFileSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
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
import { packages } from "../linked-packages.js";
import { mutated, type Mutation } from "./mutation.js";
import { transpile } from "./transpile.js";

const folders = Object.values(packages);

/** Files that are found by their path and must be copied; all others are linked. */
const copied = new Set<string>([...folders, "bin", "dist", "jest.config.js", "package.json"]);

/** The project in a folder of its own, where one module at a time is another. */
export class Sandbox {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), "messenger-mutations-")));

  constructor() {
    for (const name of readdirSync("."))
      if (copied.has(name)) cpSync(name, join(this.folder, name), { recursive: true });
      else if (name === "node_modules") this.#linkModules();
      else if (!name.startsWith(".")) symlinkSync(resolve(name), join(this.folder, name));
  }

  /** The packages of this project are links into the folder already: these lead to the copies. */
  #linkModules(): void {
    const modules = join(this.folder, "node_modules");
    mkdirSync(modules);
    for (const name of readdirSync("node_modules")) {
      const path = join("node_modules", name);
      const own = folders.find((folder) => realpathSync(path) === realpathSync(folder));
      symlinkSync(own === undefined ? resolve(path) : join(this.folder, own), join(modules, name));
    }
  }

  /** Runs work while a behavior is removed. */
  async without<T>(mutation: Mutation, run: () => Promise<T>): Promise<T> {
    const [folder = "", ...path] = mutation.file.replace(/\.ts$/, ".js").split("/");
    const module = join(this.folder, folder, "dist", ...path);
    const sound = readFileSync(module);
    const source = mutated(readFileSync(mutation.file, "utf8"), mutation);
    writeFileSync(module, await transpile(source, mutation.file));
    try {
      this.#bundle();
      return await run();
    } finally {
      writeFileSync(module, sound);
      this.#bundle();
    }
  }

  #bundle(): void {
    execFileSync(process.execPath, ["tools/build/bundle.js"], { cwd: this.folder });
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
