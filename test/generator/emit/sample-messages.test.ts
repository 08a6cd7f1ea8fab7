import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect } from "@jest/globals";
import type { Sample } from "#generated/samples.js";
import { testWithPeer } from "../../peers.js";
import { planFile } from "../plan/contracts.js";
import { builtFolder, servedOperations, readBack, written } from "./built.js";
import { schemaCheck } from "./schema-files.js";

interface SamplesModule {
  readonly exampleSamples: Readonly<Record<string, Sample<unknown, unknown>>>;
}

const contracts = [
  "abstract-base",
  "choice",
  "derived-types",
  "groups",
  "nillable",
  "ordered-content",
  "qualified-names",
  "repeated-elements",
  "restriction",
  "substitution",
  "wildcards",
];

describe.each([
  ...contracts.map((name) => join("test/golden", name)),
  "test/conformance/contracts/at-least-two",
  "test/conformance/contracts/ids-in-a-message",
  "test/conformance/contracts/required-recursion",
])("%s", (folder) => {
  testWithPeer("xmllint", "samples are valid against the schema, and come back as they were", async () => {
    const path = join(folder, "service.wsdl");
    const { plan, errors } = planFile(path);
    if (plan === undefined) throw new Error(errors.join("\n"));
    const scripts = builtFolder(plan, `samples-${folder.split("/").at(-1) ?? ""}`);
    const load = async (file: string): Promise<unknown> =>
      await import(pathToFileURL(resolve(scripts, `${file}.js`)).href);
    const { exampleSamples } = (await load("samples")) as SamplesModule;
    const operations = servedOperations(plan, await load("service"));
    const check = schemaCheck(path);
    for (const { stem, method } of plan.operations) {
      const { input, output } = operations[stem] ?? {};
      const sample = exampleSamples[method];
      for (const [codec, value] of [
        [input, sample?.input],
        [output, sample?.output],
      ] as const) {
        if (codec === undefined) continue;
        const xml = written(codec, value);
        expect({ xml, problem: check(xml) }).toEqual({ xml, problem: undefined });
        expect(readBack(codec, xml)).toEqual(value);
      }
    }
  });
});
