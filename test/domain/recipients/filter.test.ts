import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { Operator } from "messenger-client";
import { compileFilters, type Filter, maxFilters, maxOperands } from "#server/domain/recipients/filter.js";
import { filterVectors } from "./filter-vectors.js";

const columns = ["Phone", "City", "Age"];

/** Whether the filters match a member; `undefined` if the filters are invalid. */
function holds(filters: readonly Filter[], values: readonly string[]): boolean | undefined {
  const compiled = compileFilters(filters, columns);
  return compiled.ok ? compiled.matches(values) : undefined;
}

test.each(filterVectors)(
  "$value $operator $operands: $holds",
  ({ value, operator, operands, holds: want }) => {
    expect(holds([{ column: "Age", operator, operands }], ["", "", value])).toBe(want);
  },
);

test("the vectors cover every operator", () => {
  expect(new Set(filterVectors.map(({ operator }) => operator))).toEqual(new Set(Object.values(Operator)));
});

describe("several filters", () => {
  const member = ["12025550101", "Cairo", "31"];
  const inCairo: Filter = { column: "city", operator: "Equal", operands: ["cairo"] };
  const young: Filter = { column: " AGE ", operator: "Less", operands: ["18"] };
  const american: Filter = { column: "phone", operator: "StartWith", operands: ["1"] };
  test.each([
    { filters: [], want: true },
    { filters: [inCairo, american], want: true },
    { filters: [inCairo, young], want: false },
    { filters: [young, inCairo], want: false },
  ])("all must match: $filters", ({ filters, want }) => {
    expect(holds(filters, member)).toBe(want);
  });
});

describe("invalid filters", () => {
  const filter = (operator: Operator, ...operands: string[]): Filter => ({
    column: "Age",
    operator,
    operands,
  });
  const table: readonly { filters: readonly Filter[]; problem: string }[] = [
    { filters: [{ column: "Town", operator: "Equal", operands: ["x"] }], problem: "unknownColumn" },
    { filters: [{ column: "", operator: "Equal", operands: ["x"] }], problem: "unknownColumn" },
    { filters: [{ column: "constructor", operator: "Equal", operands: ["x"] }], problem: "unknownColumn" },
    ...Object.values(Operator).map((operator) => ({ filters: [filter(operator)], problem: "badOperands" })),
    ...Object.values(Operator)
      .filter((operator) => !operator.startsWith("ContainsA"))
      .map((operator) => ({ filters: [filter(operator, "1", "2", "3")], problem: "badOperands" })),
    ...Object.values(Operator)
      .filter((operator) => !operator.endsWith("Equal") || operator.includes("Or"))
      .map((operator) => ({
        filters: [filter(operator, ...(operator === "Between" ? ["1", " "] : [" "]))],
        problem: "badOperands",
      })),
    { filters: [filter("Equal", "1"), filter("Between", "1")], problem: "badOperands" },
    {
      filters: Array.from({ length: maxFilters + 1 }, () => filter("Equal", "1")),
      problem: "tooMany",
    },
    {
      filters: [filter("ContainsAny", ...Array.from({ length: maxOperands + 1 }, () => "1"))],
      problem: "tooMany",
    },
  ];
  test.each(table)("$problem: $filters", ({ filters, problem }) => {
    expect(compileFilters(filters, columns)).toEqual({ ok: false, problem });
  });
});

describe("arbitrary values", () => {
  const texts = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number.toFixed(3)),
    fc
      .date({ noInvalidDate: true, min: new Date(0), max: new Date("9999-12-31") })
      .map((d) => d.toISOString()),
  );
  const one = (operator: Operator, value: string, ...operands: string[]): boolean | undefined =>
    holds([{ column: "Age", operator, operands }], ["", "", value]);

  test("operators are consistent with each other", () => {
    fc.assert(
      fc.property(texts, texts, texts, (value, operand, upper) => {
        fc.pre(operand.trim() !== "" && upper.trim() !== "");
        const less = one("Less", value, operand);
        const equal = one("Equal", value, operand);
        const greater = one("Greater", value, operand);
        expect([less, equal, greater].filter(Boolean).length).toBeLessThanOrEqual(1);
        expect(one("NotEqual", value, operand)).toBe(equal === false);
        expect(one("LessOrEqual", value, operand)).toBe(less === true || equal === true);
        expect(one("GreaterOrEqual", value, operand)).toBe(greater === true || equal === true);
        expect(one("ContainsAny", value, operand, upper)).toBe(
          one("Contains", value, operand) === true || one("Contains", value, upper) === true,
        );
        expect(one("ContainsAll", value, operand, upper)).toBe(
          one("Contains", value, operand) === true && one("Contains", value, upper) === true,
        );
        expect(one("Between", value, operand, operand)).toBe(equal);
      }),
    );
  });

  test("numbers are compared as numbers", () => {
    const number = fc.integer({ min: -100_000, max: 100_000 });
    fc.assert(
      fc.property(number, number, (left, right) => {
        expect(one("Less", String(left), String(right))).toBe(left < right);
        expect(one("Less", (left / 100).toFixed(2), (right / 100).toFixed(2))).toBe(left < right);
      }),
    );
  });

  test.each(["0".repeat(200_000), `0.${"0".repeat(200_000)}1`, "9".repeat(200_000)])(
    "long numbers are parsed in linear time",
    (digits) => {
      for (const text of [digits, `${digits}x`, `-${digits}`]) {
        expect(one("Equal", text, text)).toBe(true);
        expect(one("Less", text, text)).toBe(false);
      }
    },
  );
});
