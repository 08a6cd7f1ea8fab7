/** The emitters and the plug-in of the guide, with the packages that they are for, as npx has them. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@jest/globals";
import {
  compileProject,
  frameworkProject,
  guideFiles,
  printedBy,
  testWithFrameworks,
} from "./framework-project.js";

const program = `
import "reflect-metadata";
import { Module } from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import { QueryClient } from "@tanstack/query-core";
import { mockTransport } from "messenger-gen-runtime/testing";
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

const vite = "framework:vite/bin/vite.js";

testWithFrameworks(
  "Vite generates, TanStack Query and NestJS take what the emitters of the guide write",
  async () => {
    const folder = frameworkProject({
      files: {
        ...guideFiles(),
        "main.ts": program,
        "index.html": '<script type="module" src="./page.js"></script>',
        "page.js": 'import { ShopClient } from "./client/client.ts";\nconsole.log(ShopClient.name);\n',
      },
      packages: ["messenger-gen", "messenger-gen-runtime"],
      frameworks: [
        "@tanstack/query-core",
        "@nestjs/common",
        "@nestjs/core",
        "reflect-metadata",
        "rxjs",
        "vite",
      ],
    });
    expect(await printedBy(folder, vite, "build", "--outDir", "site")).toContain("built in");
    expect(readFileSync(join(folder, "client/catalogue.md"), "utf8")).toContain("# Shop");
    await compileProject(folder);
    expect(await printedBy(folder, "dist/main.js")).toBe("1 string\n");
    const wsdl = readFileSync(join(folder, "shop.wsdl"), "utf8");
    writeFileSync(join(folder, "shop.wsdl"), wsdl.replace("tns:Item", "tns:Gone"));
    await expect(printedBy(folder, vite, "build", "--outDir", "site")).rejects.toThrow(/MG2001/);
  },
);
