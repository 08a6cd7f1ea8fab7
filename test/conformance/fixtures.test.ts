import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import { generate } from "messenger-gen";
import { exercise } from "../../bench/conformance/exercise.js";
import { planEntry } from "../../bench/conformance/plan-entry.js";
import { hasXmllint } from "../../bench/conformance/xmllint.js";
import { builtFolder } from "../generator/emit/built.js";
import { optionsOf } from "../generator/plan/contracts.js";

const scratch = mkdtempSync(join(tmpdir(), "exercise-"));
afterAll(() => {
  rmSync(scratch, { recursive: true });
});

/** Contracts of our own: with every construct, and with constructs on which other generators fail. */
const contracts = ["test/golden", "test/conformance/contracts"].flatMap((folder) =>
  readdirSync(folder).map((name) => ({ name, folder: join(folder, name) })),
);

test("an import whose file has another namespace uses that namespace, with a warning", async () => {
  const wsdl = "test/conformance/contracts/import-of-another-namespace/service.wsdl";
  const { outcome, diagnostics } = await generate({ wsdl, out: join(scratch, "out") });
  expect([outcome, diagnostics.map(({ code, line }) => [code, line])]).toEqual(["written", [["MG1018", 2]]]);
});

describe("messages with random values round-trip through every binding, and are valid", () => {
  test.each(contracts)("$name", async ({ name, folder }) => {
    const [file = ""] = readdirSync(folder).filter((each) => each.endsWith(".wsdl"));
    const wsdl = join(folder, file);
    const entry = planEntry(wsdl, folder, false, optionsOf(wsdl));
    const work = mkdtempSync(join(scratch, name));
    const scripts = builtFolder(entry.plan, `exercise-${name}`);
    const found = await exercise(entry, { wsdl, folder, scripts, work, aboutCalls: 12 });
    const unreadable = hasXmllint() ? undefined : "xmllint is not installed";
    expect(found).toMatchObject({ flaws: [], withoutValue: [], unreadable });
    expect(found.calls).toBeGreaterThan(0);
  });
});
