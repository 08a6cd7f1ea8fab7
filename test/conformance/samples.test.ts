import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import { planEntry } from "../../bench/conformance/plan-entry.js";
import { exerciseSamples } from "../../bench/conformance/samples.js";
import { optionsOf } from "../generator/plan/contracts.js";

const scratch = mkdtempSync(join(tmpdir(), "samples-"));
afterAll(() => {
  rmSync(scratch, { recursive: true });
});

const contracts = ["test/golden", "test/conformance/contracts"].flatMap((folder) =>
  readdirSync(folder).map((name) => ({ name, folder: join(folder, name) })),
);

describe("samples are read by the codecs, and valid to xmllint and to openapi.json", () => {
  test.each(contracts)("$name", async ({ name, folder }) => {
    const [file = ""] = readdirSync(folder).filter((each) => each.endsWith(".wsdl"));
    const wsdl = join(folder, file);
    const planned = planEntry(wsdl, folder, false, optionsOf(wsdl));
    const { flaws, samples } = await exerciseSamples(planned, mkdtempSync(join(scratch, name)));
    expect(flaws).toEqual([]);
    expect(samples > 0).toBe(planned.plan.operations.length > 0);
  });
});
