import { expect, test } from "@jest/globals";
import type { JsonService } from "messenger-gen-runtime/json";
import { emitJson } from "#generator/emit/json.js";
import { builtModules } from "../emit/built.js";
import { optionsOf, planFile } from "../plan/contracts.js";

test("the services of a divided json.ts refer to operations in its other modules", async () => {
  const wsdl = "test/golden/divided-codecs/service.wsdl";
  const { plan } = planFile(wsdl);
  if (plan === undefined) throw new Error("The contract has errors.");
  const files = emitJson(plan, optionsOf(wsdl).longest);
  expect(files.length).toBeGreaterThan(3);
  const [json] = await builtModules(plan, "json-divided", ["json"], files);
  const exported = json as Readonly<Record<string, unknown>>;
  const [service] = plan.services;
  const calls = exported[service?.jsonConstant ?? ""] as JsonService;
  expect(Object.keys(calls)).toEqual(service?.operations.map(({ method }) => method));
  for (const { method, stem } of service?.operations ?? [])
    expect(calls[method]?.[0]?.messages).toBe(exported[stem]);
});
