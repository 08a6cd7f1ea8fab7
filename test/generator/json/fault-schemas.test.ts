/** Responses with declared faults, as the document describes them. */
import { describe, expect, test } from "@jest/globals";
import { openApi } from "#generator/emit/openapi.js";
import { openApiSchemas, type DescribedPaths } from "../../openapi-schemas.js";
import { planFile } from "../plan/contracts.js";

const { plan, errors } = planFile("test/golden/operations/service.wsdl");
if (plan === undefined) throw new Error(errors.join("\n"));
const document = JSON.parse(JSON.stringify(openApi(plan))) as DescribedPaths;
const schemas = openApiSchemas(document);

const problem = { type: "/v1/problems/Declared", title: "A fault", status: 500, code: "Declared" };

describe.each([
  {
    path: "/divide",
    rows: [
      { given: { faultName: "ByZeroError", fault: 0 }, want: true },
      { given: {}, want: true },
      { given: { fault: ["<other/>"] }, want: true },
      { given: { faultName: "ByZeroError", fault: "0" }, want: false },
      { given: { faultName: "ByZeroError" }, want: false },
      { given: { faultName: "SoldOutError", fault: 0 }, want: false },
    ],
  },
  {
    path: "/order",
    rows: [
      { given: { faultName: "NoSuchItemError", fault: "chair" }, want: true },
      { given: {}, want: true },
      { given: { faultName: "NoSuchItemError", fault: 1 }, want: false },
      { given: { faultName: "SoldOutError", fault: "chair" }, want: false },
      { given: { faultName: "ByZeroError", fault: 1 }, want: false },
    ],
  },
])("the status 500 of $path", ({ path, rows }) => {
  test.each(rows)("has $given: $want", ({ given, want }) => {
    const validate = schemas.response(path, "POST", 500, "application/problem+json");
    expect(validate({ ...problem, ...given })).toBe(want);
  });
});
