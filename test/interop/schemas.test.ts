/** Generated schemas in the frameworks that take Standard Schemas, as npm has them. */
import { expect } from "@jest/globals";
import { runGenerator } from "../generator/command.js";
import { wsdlOf } from "../generator/model/fragments.js";
import { compileProject, frameworkProject, printedBy, testWithFrameworks } from "./framework-project.js";

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

testWithFrameworks("Hono and tRPC validate with generated schemas, and have their types", async () => {
  const fields =
    '<xs:element name="price" type="xs:decimal"/><xs:element name="size" type="xs:unsignedByte"/>';
  const folder = frameworkProject({
    files: { "service.wsdl": wsdlOf({ fields }), "main.ts": program },
    packages: ["messenger-gen-runtime"],
    frameworks: ["hono", "@hono/standard-validator", "@trpc/server", "@standard-schema/spec"],
  });
  expect(await runGenerator(folder, "service.wsdl", "--schemas")).toMatchObject({ code: 0, stderr: "" });
  await compileProject(folder);
  const printed = await printedBy(folder, "dist/main.js");
  expect(printed.trim().split("\n")).toEqual([
    "messenger-gen",
    '200 {"price":"1.50","order":0,"size":3}',
    expect.stringMatching(/^400 .*"path":\["size"\]/),
    "2.50",
    expect.stringMatching(/^TRPCError .*/),
  ]);
});
