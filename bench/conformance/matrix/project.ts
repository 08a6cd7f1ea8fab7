import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { linkPackages } from "../../../test/linked-packages.js";

/** Makes a folder a project that has installed the packages of the output, and the declarations of Node. */
export function prepareProject(folder: string): void {
  linkPackages(folder, ["messenger-gen", "messenger-gen-host", "messenger-gen-runtime"]);
  writeFileSync(join(folder, "package.json"), '{ "type": "module", "private": true }\n');
  const modules = join(folder, "node_modules");
  mkdirSync(join(modules, "@types"), { recursive: true });
  for (const name of ["@types/node", "undici-types"])
    symlinkSync(resolve("node_modules", name), join(modules, name), "dir");
}

/** The sources of an output. */
export function sourcesOf(out: string): readonly string[] {
  const names = readdirSync(out, { recursive: true, encoding: "utf8" });
  return names.filter((name) => name.endsWith(".ts")).map((name) => join(out, name));
}

/** The declarations of msw that `mocks.ts` needs: the package itself may not be installed. */
export function declareMsw(folder: string): void {
  const target = join(folder, "node_modules/msw");
  mkdirSync(target);
  writeFileSync(
    join(target, "package.json"),
    '{ "name": "msw", "type": "module", "exports": "./index.js", "types": "./index.d.ts" }\n',
  );
  writeFileSync(
    join(target, "index.d.ts"),
    `export interface HttpHandler { readonly info: object }
export declare const http: {
  all(path: string | RegExp, resolver: (info: { readonly request: Request }) => Response | Promise<Response | undefined> | undefined): HttpHandler;
};
`,
  );
}
