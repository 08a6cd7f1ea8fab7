import { readdirSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { referenceEmitter } from "#generator/emit/reference.js";
import { planFile } from "../plan/contracts.js";

const contracts = readdirSync("test/golden").map((name) => `test/golden/${name}/service.wsdl`);

/** Anchors of the headings, as GitHub derives them: a repeated one gets a number. */
function anchorsOf(page: string): readonly string[] {
  const used: string[] = [];
  for (const [, heading = ""] of page.matchAll(/^#+ (.*)$/gm)) {
    const anchor = heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-");
    const before = used.filter((each) => each.replace(/-[0-9]+$/, "") === anchor).length;
    used.push(before === 0 ? anchor : `${anchor}-${before}`);
  }
  return used;
}

describe.each(contracts)("the reference of %s", (contract) => {
  const { plan } = planFile(contract);
  if (plan === undefined) throw new Error("no plan");
  const page = referenceEmitter.emit(plan).text;

  test("has a section for every operation, record and enumeration", () => {
    const headings = [...page.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading);
    const types = [...plan.records, ...plan.enums].map(({ type: { module, name } }) =>
      module === undefined ? name : `${module}.${name}`,
    );
    const operations = plan.services.flatMap((service) => service.operations.map(({ name }) => name));
    expect(headings).toEqual([...operations, ...types]);
  });

  test("has a row for every value of an enumeration", () => {
    const [, enumerations = ""] = page.split("\n# Enumerations\n");
    const rows = enumerations.split("\n").filter((line) => /^\| (?!Value)/.test(line));
    expect(rows).toHaveLength(plan.enums.flatMap(({ members }) => members).length);
  });

  test("links only to its headings", () => {
    const anchors = anchorsOf(page);
    const links = [...page.matchAll(/\]\(#([^)]*)\)/g)].map(([, link = ""]) => link);
    expect(links.filter((link) => !anchors.includes(link))).toEqual([]);
  });
});
