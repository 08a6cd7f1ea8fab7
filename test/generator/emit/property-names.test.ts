import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import { PropertyNames } from "#generator/plan/rules/names/property-names.js";
import { exercise } from "../../../bench/conformance/exercise.js";
import { planEntry } from "../../../bench/conformance/plan-entry.js";
import { builtFolder } from "./built.js";

const scratch = mkdtempSync(join(tmpdir(), "names-"));
afterAll(() => {
  rmSync(scratch, { recursive: true });
});

describe("names in camel case", () => {
  test.each([
    [
      ["CustomerID", "data_coding", "x-y.z", "MMSId"],
      ["customerID", "dataCoding", "xYZ", "mmsId"],
    ],
    [
      ["Name", "name", "NAME"],
      ["name", "name$2", "NAME"],
    ],
    [
      ["name", "Name", "Name"],
      ["name", "Name", "Name"],
    ],
    [
      ["a_b", "aB", "a-b"],
      ["aB", "aB$2", "a-b"],
    ],
    [
      ["Constructor", "toString", "__proto__"],
      ["constructor$", "toString$", "proto"],
    ],
    [
      ["$value", "_", "_1", "été"],
      ["$value", "_", "_1", "été"],
    ],
    [
      ["Class", "Été"],
      ["class", "été"],
    ],
  ])("%j: %j", (names, properties) => {
    const camel = new PropertyNames("camel");
    expect(names.map((name) => camel.of(name))).toEqual(properties);
  });
});

const folders = [
  ...["kitchen-sink", "http-binding", "http-documents", "operations", "attributes", "choice", "names"].map(
    (name) => join("test/golden", name),
  ),
  ...["names-in-other-case", "names-of-every-object", "parts-of-types", "header-and-body-of-one-message"].map(
    (name) => join("test/conformance/contracts", name),
  ),
];

test.each(folders)("%s: messages round-trip with properties in camel case", async (folder) => {
  const [file = ""] = readdirSync(folder).filter((each) => each.endsWith(".wsdl"));
  const wsdl = join(folder, file);
  const entry = planEntry(wsdl, folder, false, { names: "camel" });
  const work = mkdtempSync(join(scratch, "messages-"));
  const scripts = builtFolder(entry.plan, `camel-${folder.replaceAll("/", "-")}`);
  expect(await exercise(entry, { wsdl, folder, scripts, work, aboutCalls: 12 })).toMatchObject({
    flaws: [],
    withoutValue: [],
  });
});
