import { expect } from "@jest/globals";
import { frameworkProject, printedBy, testWithFrameworks } from "./framework-project.js";

/** Compares values of the runtime; prints which pairs each library takes as equal. */
const program = `import { equals } from "@vitest/expect";
import { expect } from "chai";
import { Decimal, XsdDateTime } from "messenger-gen-runtime";

const [price, at] = [Decimal.parse("12.50"), XsdDateTime.parse("2026-01-31T12:00:00Z")];
const pairs = [
  [price, Decimal.fromUnits(1250, 2)],
  [price, Decimal.parse("12.5")],
  [price, Decimal.parse("99")],
  [at, XsdDateTime.fromDate(new Date("2026-01-31T12:00:00Z"))],
  [at, XsdDateTime.parse("1999-01-31T12:00:00Z")],
  [at, XsdDateTime.parse("2026-01-31T14:00:00+02:00")],
  [price, at],
];
const deepEqual = (one, other) => {
  try {
    expect(one).to.deep.equal(other);
    return true;
  } catch {
    return false;
  }
};
const found = [equals, deepEqual].map((same) => pairs.map(([one, other]) => same({ one }, { one: other })));
console.log(JSON.stringify(found));
`;

testWithFrameworks("Vitest and Chai tell values apart", async () => {
  const folder = frameworkProject({
    files: { "main.mjs": program },
    packages: ["messenger-gen-runtime"],
    frameworks: ["@vitest/expect", "chai"],
  });
  const want = [true, false, false, true, false, false, false];
  expect(JSON.parse(await printedBy(folder, "main.mjs"))).toEqual([want, want]);
});
