import { expect, test } from "@jest/globals";
import { combinedReports } from "#server/domain/delivery/links/combined-reports.js";
import type { LinkReport } from "#server/domain/delivery/routing/link.js";
import { CodeCounter, summedCodes } from "#server/domain/delivery/outcomes/response-codes.js";

test("responses are counted by code; further codes than 50 together", () => {
  const counter = new CodeCounter("other codes");
  for (const code of ["ESME_RTHROTTLED", "ESME_RMSGQFUL", "ESME_RTHROTTLED", "__proto__"]) counter.add(code);
  expect(Object.entries(counter.counts())).toEqual([
    ["ESME_RTHROTTLED", 2],
    ["ESME_RMSGQFUL", 1],
    ["__proto__", 1],
  ]);
  for (let code = 0; code < 1_000; code++) counter.add(`0x${code}`);
  counter.add("ESME_RMSGQFUL");
  const entries = Object.entries(counter.counts());
  expect(entries).toHaveLength(51);
  expect(entries).toContainEqual(["other codes", 953]);
  expect(entries).toContainEqual(["ESME_RMSGQFUL", 2]);
});

test("the codes of several processes are added up", () => {
  expect(summedCodes([{ a: 1, b: 2 }, {}, { b: 3 }])).toEqual({ a: 1, b: 5 });
  const report = { linkId: 1, at: 0, up: true, word: "bound", window: 1, used: 0 };
  const counts = {} as LinkReport["counts"];
  const reports = [{ a: 1 }, undefined, { a: 2 }].map((codes) => ({
    ...report,
    problem: undefined,
    counts,
    codes,
  }));
  expect(combinedReports(reports).map(({ codes }) => codes)).toEqual([{ a: 3 }]);
});
