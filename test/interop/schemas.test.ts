/** Generated schemas in the frameworks that take Standard Schemas, as npm has them. */
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "@jest/globals";
import { runGenerator } from "../generator/command.js";
import { wsdlOf } from "../generator/model/fragments.js";
import { folderWith } from "../generator/read/contract-files.js";
import { linkPackages } from "../linked-packages.js";

/** Where CI has installed the frameworks; not set, the test is skipped. */
const packages = process.env["MESSENGER_FRAMEWORKS"];
const frameworks = ["hono", "@hono/standard-validator", "@trpc/server", "@standard-schema/spec"];

test("CI has the frameworks", () => {
  if (process.env["MESSENGER_REQUIRE_PEERS"] === "1") expect(packages).toBeDefined();
});

const program = `
import { sValidator } from "@hono/standard-validator";
import type { StandardSchemaV1 } from "@standard-schema/spec";
import { initTRPC } from "@trpc/server";
import { Hono } from "hono";
import { SendInputSchema } from "./generated/schemas.js";
import type { SendInput } from "./generated/messages.js";

// The interface of the specification.
const schema: StandardSchemaV1<unknown, SendInput> | StandardSchemaV1<never, SendInput> = SendInputSchema;
console.log(schema["~standard"].vendor);

const app = new Hono().post("/send", sValidator("json", SendInputSchema), (c) => {
  const { price, size } = c.req.valid("json");
  return c.json({ price: price.toString(), order: price.compare(price), size });
});
const post = async (body: unknown): Promise<void> => {
  const headers = { "content-type": "application/json" };
  const response = await app.request("/send", { method: "POST", headers, body: JSON.stringify(body) });
  console.log(response.status, JSON.stringify(await response.json()));
};
await post({ price: "1.50", size: 3 });
await post({ price: "1.50", size: 300 });

const t = initTRPC.create();
const router = t.router({ send: t.procedure.input(SendInputSchema).query(({ input }) => input.price.toString()) });
const caller = router.createCaller({});
console.log(await caller.send({ price: "2.50", size: 1 }));
// @ts-expect-error: a number is not the form of a decimal
await caller.send({ price: 2, size: 1 }).catch((error: Error) => console.log(error.name, error.message));
`;

(packages === undefined ? test.skip : test)(
  "Hono and tRPC validate with generated schemas, and have their types",
  async () => {
    const fields =
      '<xs:element name="price" type="xs:decimal"/><xs:element name="size" type="xs:unsignedByte"/>';
    const folder = folderWith({
      "service.wsdl": wsdlOf({ fields }),
      "package.json": '{ "type": "module" }',
      "main.ts": program,
    });
    linkPackages(folder, ["messenger-gen-runtime"]);
    for (const name of [...frameworks, "@types/node"]) {
      const link = join(folder, "node_modules", name);
      const from = name === "@types/node" ? "node_modules" : (packages ?? "");
      mkdirSync(dirname(link), { recursive: true });
      if (!existsSync(link)) symlinkSync(resolve(from, name), link);
    }
    expect(await runGenerator(folder, "service.wsdl", "--schemas")).toMatchObject({ code: 0, stderr: "" });
    const compilerOptions = {
      target: "es2023",
      module: "nodenext",
      strict: true,
      exactOptionalPropertyTypes: true,
      noEmitOnError: true,
      outDir: "dist",
      skipLibCheck: true,
      types: ["node"],
      preserveSymlinks: true,
    };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions }));
    const run = promisify(execFile);
    const tsc = resolve("node_modules/typescript/bin/tsc");
    const compiled = await run(process.execPath, [tsc], { cwd: folder }).catch((error: unknown) => error);
    expect(compiled).toMatchObject({ stdout: "" });
    const { stdout } = await run(
      process.execPath,
      ["--preserve-symlinks", "--preserve-symlinks-main", "dist/main.js"],
      { cwd: folder },
    );
    expect(stdout.trim().split("\n")).toEqual([
      "messenger-gen",
      '200 {"price":"1.50","order":0,"size":3}',
      expect.stringMatching(/^400 .*"path":\["size"\]/),
      "2.50",
      expect.stringMatching(/^TRPCError .*/),
    ]);
  },
);
