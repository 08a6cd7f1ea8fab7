import fc from "fast-check";
import { beforeAll, describe, expect, test } from "@jest/globals";
import {
  JsonError,
  parseJson,
  printJson,
  standardSchema,
  type JsonMessage,
  type StandardSchema,
} from "messenger-gen-runtime/json";
import { NoValue, Values } from "../../../bench/conformance/values.js";
import { emitJson } from "#generator/emit/json.js";
import { emitSchemas } from "#generator/emit/schemas.js";
import { optionsOf, planFile } from "../plan/contracts.js";
import { builtModules } from "../emit/built.js";
import { compilerErrors } from "../emit/compiled.js";
import { emitAll } from "#generator/emit/all.js";
import { fixtures } from "../round-trip/fixtures.js";
import type { BothForms } from "./json-built.js";
import { runsOf } from "../../in-time.js";

const numRuns = runsOf(20);
const seed = process.env["MESSENGER_SEED"];
const choices = fc.array(fc.nat({ max: 0xffff }), { maxLength: 300, size: "max" });

type Message = Pick<JsonMessage<unknown>, "read" | "write">;
type Schemas = Readonly<Record<string, StandardSchema<unknown>>>;

/** What `parseJson` says of a document. */
function parsed(message: Message, document: unknown): unknown {
  try {
    return { value: parseJson(message, JSON.stringify(document)).value };
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    return { issues: [{ message: error.detail, path: error.path }] };
  }
}

/** Documents that differ from one in a single member or item. */
function defects(document: unknown, source: (limit: number) => number): readonly unknown[] {
  if (typeof document !== "object" || document === null) return [null, [document], { unknown: document }];
  const keys = Object.keys(document);
  const key = keys[source(Math.max(1, keys.length))];
  if (key === undefined) return ["text", 42];
  if (Array.isArray(document))
    return [Object.fromEntries(Object.entries(document)), document.map(() => ({ no: "such" }))];
  const object = document as Readonly<Record<string, unknown>>;
  const { [key]: own, ...rest } = object;
  return [
    rest,
    { ...object, unknown: 1 },
    ...defects(own, source).map((each) => ({ ...object, [key]: each })),
  ];
}

describe.each(fixtures)("$name", ({ name, wsdl }) => {
  const { plan, errors } = planFile(wsdl);
  if (plan === undefined) throw new Error(errors.join("\n"));
  const { longest } = optionsOf(wsdl);
  let modules: readonly unknown[];
  beforeAll(async () => {
    const more = [...emitSchemas(plan, longest), ...emitJson(plan, longest)];
    modules = await builtModules(plan, `schemas-${name}`, ["schemas", "json"], more);
  });
  const values = new Values(plan, { arbitrary: true });

  test("schemas say of values what parseJson says of documents", async () => {
    const [schemas, json] = modules as [Schemas, BothForms["json"]];
    for (const { stem, input, output } of plan.operations) {
      const messages = json[stem];
      const sides = [
        ["Input", messages?.input, (source: (limit: number) => number) => values.input(input.body, source)],
        ["Output", messages?.output, (source: (limit: number) => number) => values.output(output, source)],
      ] as const;
      for (const [side, message, draw] of sides) {
        const schema = schemas[`${stem}${side}Schema`];
        if (message === undefined || schema === undefined) continue;
        const { read, write } = message;
        const property = fc.property(choices, (numbers) => {
          let at = 0;
          const source = (limit: number): number => (numbers[at++] ?? 0) % limit;
          const drawn = drawnBy(() => draw(source));
          // An optional output that is absent is no value.
          if (drawn?.[0] === undefined) return;
          // Twice, because JSON.stringify has no negative zero.
          const text = JSON.stringify(JSON.parse(printJson({ read, write }, drawn[0])));
          const document: unknown = JSON.parse(text);
          for (const each of [document, ...defects(document, source)])
            expect({ stem, side, result: schema["~standard"].validate(each) }).toEqual({
              stem,
              side,
              result: parsed({ read, write }, each),
            });
        });
        fc.assert(property, { numRuns, ...(seed === undefined ? {} : { seed: Number(seed) }) });
      }
    }
  });

  test("there is a schema for every record and input", async () => {
    const [schemas] = modules as [Schemas];
    const wanted = [
      ...plan.records.map(({ type }) => `${type.unique}Schema`),
      ...plan.operations.map(({ stem }) => `${stem}InputSchema`),
    ];
    expect(Object.keys(schemas)).toEqual(expect.arrayContaining(wanted));
  });
});

test("values that contain themselves, or are too deep, are refused", () => {
  const schema = standardSchema((_, given) => given);
  const inner: unknown[] = [];
  inner.push(inner);
  let deep: unknown = "text";
  for (let depth = 0; depth < 200; depth++) deep = [deep];
  for (const value of [inner, deep])
    expect(schema["~standard"].validate(value)).toEqual({
      issues: [{ message: "More than 192 levels.", path: [] }],
    });
  expect(schema["~standard"].validate([[1]])).toEqual({ value: [[1]] });
});

test("the files compile", () => {
  const sources = fixtures.flatMap(({ name, wsdl }) => {
    const { plan } = planFile(wsdl);
    const { longest } = optionsOf(wsdl);
    const files = plan === undefined ? [] : [...emitAll(plan, { longest }), ...emitSchemas(plan, longest)];
    return files
      .filter(({ path }) => path.endsWith(".ts"))
      .map(({ path, text }) => [`test/golden/${name}/schemas/${path}`, text] as const);
  });
  expect(sources.length).toBeGreaterThan(fixtures.length);
  expect(compilerErrors(new Map(sources))).toEqual([]);
});

/** Undefined for a message that has no value with an end. */
function drawnBy(draw: () => unknown): readonly [unknown] | undefined {
  try {
    return [draw()];
  } catch (error) {
    if (error instanceof NoValue) return undefined;
    throw error;
  }
}
