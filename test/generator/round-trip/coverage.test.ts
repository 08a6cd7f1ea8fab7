import { describe, expect, test } from "@jest/globals";
import { edges, lexicals } from "../../../bench/conformance/lexicals.js";
import { builtInType } from "#runtime/xsd/built-in.js";
import { guid } from "#runtime/xsd/primitives.js";
import { LexicalError } from "#runtime/xsd/type.js";
import { snippetsOf } from "../../docs/snippets.js";
import { probes } from "../probe-table.js";
import { constructs } from "./constructs.js";
import { coverageOf } from "./coverage.js";
import { fixtures } from "./fixtures.js";
import { operationConstructs } from "./goals.js";

const covered = new Map(fixtures.map((fixture) => [fixture.name, coverageOf(fixture)]));

test.each([...covered])("values of messages cover all goals: %s", (_, { reached }) => {
  const missed = [...reached].filter(([, count]) => count === 0);
  expect(missed.map(([{ label }]) => label)).toEqual([]);
});

test("there is a contract for every construct, and nothing else is drawn", () => {
  const met = new Set<string>();
  for (const { plan, reached } of covered.values()) {
    for (const [goal, count] of reached) if (count > 0) for (const each of goal.constructs) met.add(each);
    for (const each of plan.operations.flatMap(operationConstructs)) met.add(each);
  }
  expect([...met].sort()).toEqual([...constructs].sort());
});

test("every construct of the page on XML Schema is in a contract of the round trips", () => {
  const shown = new Set(
    snippetsOf("docs/reference/xsd-mapping.md").map(({ attributes }) => attributes.get("fixture") ?? ""),
  );
  const without = [...shown].filter(
    (name) => covered.get(name)?.plan.operations.length === 0 || !covered.has(name),
  );
  expect([shown.size >= 20, without]).toEqual([true, []]);
});

test.each(probes)("values come to what is probed: $name", ({ reached }) => {
  const drawn = [...(covered.get("kitchen-sink")?.reached ?? [])].filter(([, count]) => count > 0);
  const labels = new Set(drawn.map(([{ label }]) => label));
  expect([reached.length > 0, reached.filter((label) => !labels.has(label))]).toEqual([true, []]);
});

describe("every text of the tables is one of its type", () => {
  /** One table serves whole numbers with and without a sign. */
  const all = Object.entries({ ...lexicals, ...edges }).filter(([name]) => !name.endsWith("Integer"));
  test.each(all)("%s", (name) => {
    const type = name === "guid" ? guid : builtInType(name)?.type;
    const refused = [...(lexicals[name] ?? []), ...(edges[name] ?? [])].filter((text) => {
      try {
        type?.parse(text);
        return false;
      } catch (error) {
        if (!(error instanceof LexicalError)) throw error;
        return true;
      }
    });
    expect([type === undefined, refused]).toEqual([false, []]);
  });
});
