/** The emitters and the plug-in of the guide, with the packages that they are for, as npx has them. */
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "@jest/globals";
import { projectGuides, snippetsOf } from "../docs/snippets.js";
import { folderWith } from "../generator/read/contract-files.js";
import { linkPackages } from "../linked-packages.js";

/** Where CI has installed the frameworks; not set, the test is skipped. */
const packages = process.env["MESSENGER_FRAMEWORKS"];
const frameworks = [
  "@tanstack/query-core",
  "@nestjs/common",
  "@nestjs/core",
  "reflect-metadata",
  "rxjs",
  "vite",
];
const run = promisify(execFile);

const program = `
import "reflect-metadata";
import { Module } from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import { QueryClient } from "@tanstack/query-core";
import { mockTransport } from "messenger-gen-runtime";
import { ShopClient } from "./client/index.js";
import { provideShopClient } from "./client/providers.js";
import { findItemQuery } from "./client/queries.js";
import { shopSamples } from "./client/samples.js";
import { Shop } from "./client/service.js";

const transport = mockTransport(Shop, {}, { samples: shopSamples });
class AppModule {}
Module({ providers: [provideShopClient({ transport })] })(AppModule);
const app = await NestFactory.createApplicationContext(AppModule, { logger: false });
const client = app.get(ShopClient);
const queries = new QueryClient();
const found = await queries.fetchQuery(findItemQuery(client, { code: "pen" }));
await queries.fetchQuery({ ...findItemQuery(client, { code: "pen" }), staleTime: 60_000 });
const [first] = found.$content;
console.log(transport.calls.length, first?.name === "Item" ? first.value.name : "");
await app.close();
`;

const options = {
  ...{ target: "es2023", module: "nodenext", strict: true, exactOptionalPropertyTypes: true },
  ...{ noUncheckedIndexedAccess: true, outDir: "dist", rootDir: ".", skipLibCheck: true, types: ["node"] },
};

/** The project of the guide with the packages installed. */
function project(): string {
  const files = snippetsOf(projectGuides.generatorInAProject).flatMap(({ attributes, text }) => {
    const file = attributes.get("file");
    return file !== undefined && /wsdl$|mjs$/.test(file) ? [[file, text] as const] : [];
  });
  const folder = folderWith({
    ...Object.fromEntries(files),
    "package.json": '{ "type": "module" }',
    "tsconfig.json": JSON.stringify({ compilerOptions: options, include: ["*.ts", "client"] }),
    "main.ts": program,
    "index.html": '<script type="module" src="./page.js"></script>',
    "page.js": 'import { ShopClient } from "./client/client.ts";\nconsole.log(ShopClient.name);\n',
  });
  linkPackages(folder, ["messenger-gen", "messenger-gen-runtime"]);
  const link = (name: string, target: string): void => {
    const path = join(folder, "node_modules", name);
    mkdirSync(dirname(path), { recursive: true });
    if (!existsSync(path)) symlinkSync(target, path);
  };
  for (const name of frameworks) link(name, resolve(packages ?? "", name));
  link("@types/node", resolve("node_modules/@types/node"));
  return folder;
}

(packages === undefined ? test.skip : test)(
  "Vite generates, TanStack Query and NestJS take what the emitters of the guide write",
  async () => {
    const folder = project();
    const { stdout: built } = await run(
      process.execPath,
      [resolve(packages ?? "", "vite/bin/vite.js"), "build"],
      {
        cwd: folder,
      },
    );
    expect(built).toContain("built in");
    expect(readFileSync(join(folder, "client/catalogue.md"), "utf8")).toContain("# Shop");
    await run(process.execPath, [resolve("node_modules/typescript/bin/tsc")], { cwd: folder }).catch(
      (error: unknown) => {
        throw new Error((error as { readonly stdout: string }).stdout);
      },
    );
    const { stdout } = await run(process.execPath, ["dist/main.js"], { cwd: folder });
    expect(stdout).toBe("1 string\n");
    writeFileSync(
      join(folder, "shop.wsdl"),
      readFileSync(join(folder, "shop.wsdl"), "utf8").replace("tns:Item", "tns:Gone"),
    );
    await expect(
      run(process.execPath, [resolve(packages ?? "", "vite/bin/vite.js"), "build"], { cwd: folder }),
    ).rejects.toThrow(/MG2001/);
  },
);
