import { describe, expect, test } from "@jest/globals";
import { Operator } from "messenger-client";
import { maxFieldLength, maxFields } from "#server/admin/csv.js";
import { maxColumnNameLength } from "#server/admin/list-file.js";
import { listCategoryOf, listNameOf } from "#server/admin/values.js";
import { compileFilters, maxFilters, maxOperands } from "#server/domain/recipients/filter.js";
import { errorCodeOf } from "#server/faces/contract/result-texts.js";
import { documentedRows } from "../domain/documented-table.js";

const page = "docs/reference/lists.md";

const isOperator = (name: string): name is Operator => Object.values<string>(Operator).includes(name);

/** The allowed numbers of operands of an operator, from 0 to 3. */
function accepted(operator: Operator): readonly number[] {
  return [0, 1, 2, 3].filter((count) => {
    const operands = Array.from({ length: count }, () => "1");
    return compileFilters([{ column: "a", operator, operands }], ["a"]).ok;
  });
}

describe("docs/reference/lists.md", () => {
  const rows = documentedRows(page, "Filters");

  test("has every operator", () => {
    expect(rows.map(([name]) => name).sort()).toEqual(Object.values(Operator).sort());
  });

  test.each(rows)("%s takes %s operands, compares %s", (name, operands, compares) => {
    if (!isOperator(name)) throw new Error(`${name} is no operator`);
    const counts: Readonly<Record<string, readonly number[]>> = {
      "1": [1],
      "2": [2],
      "1 or more": [1, 2, 3],
    };
    expect(accepted(name)).toEqual(counts[operands]);
    const same = compileFilters(
      [{ column: "a", operator: name, operands: name === "Between" ? ["7.0", "7.0"] : ["7.0"] }],
      ["a"],
    );
    // As a number, 007 is 7.0; as text it is not, nor does it hold it.
    const asNumber = same.ok && same.matches(["007"]);
    const strict = name === "Less" || name === "Greater" || name === "NotEqual";
    expect(asNumber).toBe(compares === "numbers, dates, text" && !strict);
  });

  test("has the error codes", () => {
    const codes = documentedRows(page, "Finding lists").filter(([code]) => /^[0-9]/.test(code ?? ""));
    expect(codes.length).toBeGreaterThan(0);
    for (const [code, number] of codes) expect(String(errorCodeOf(`${code ?? ""} text`))).toBe(number);
    expect(errorCodeOf("text without a code")).toBe(-1);
  });

  test("has the limits", () => {
    const limits = new Map(
      documentedRows(page, "Limits").map(([name = "", figure]) => [name, Number(figure)]),
    );
    const names = limits.get("characters of a name or category") ?? 0;
    expect([...limits.values()]).toEqual([
      ...[maxFilters, maxOperands, maxFields, maxFieldLength, maxColumnNameLength, names],
    ]);
    for (const read of [listNameOf, listCategoryOf]) {
      expect(read("x".repeat(names))).toHaveLength(names);
      expect(() => read("x".repeat(names + 1))).toThrow();
    }
  });
});
