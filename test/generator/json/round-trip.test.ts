import fc from "fast-check";
import { beforeAll, describe, expect, test } from "@jest/globals";
import type { AnyOperation } from "messenger-gen-runtime/host";
import { parseJson, printJson, type WriteJson } from "messenger-gen-runtime/json";
import { difference } from "../../../bench/conformance/difference.js";
import { NoValue, Values } from "../../../bench/conformance/values.js";
import { asXml, fromXml, type XmlMessage } from "../../../bench/conformance/xml-message.js";
import type { OperationPlan } from "#generator/plan/data/operations.js";
import { planFile } from "../plan/contracts.js";
import { fixtures } from "../round-trip/fixtures.js";
import { type BothForms, builtForms } from "./json-built.js";
import { runsOf } from "../../in-time.js";

/** As in the round trips of XML. */
const numRuns = runsOf(20);
const seed = process.env["MESSENGER_SEED"];
const choices = fc.array(fc.nat({ max: 0xffff }), { maxLength: 300, size: "max" });

/** A value of a message, header or detail, with its forms. */
interface Case {
  readonly name: string;
  readonly draw: (numbers: readonly number[]) => unknown;
  readonly xml: XmlMessage;
  /** From a value to JSON and back. */
  readonly throughJson: (value: unknown) => unknown;
}

/** The value through XML; undefined where it cannot be written without MIME parts. */
function throughXml(
  xml: XmlMessage,
  value: unknown,
): { readonly text: string; readonly value: unknown } | undefined {
  try {
    const text = asXml(xml, value);
    return { text, value: fromXml(xml, text) };
  } catch (error) {
    if (error instanceof Error && /attachment/.test(error.message)) return undefined;
    throw error;
  }
}

describe.each(fixtures)("$name", ({ name, wsdl }) => {
  const { plan, errors } = planFile(wsdl);
  if (plan === undefined) throw new Error(errors.join("\n"));
  let forms: BothForms;
  beforeAll(async () => {
    forms = await builtForms(plan, `json-${name}`);
  });
  const values = new Values(plan, { arbitrary: true });

  const casesOf = async (operation: OperationPlan): Promise<readonly Case[]> => {
    const { xml: operations, json } = forms;
    const xml = operations[operation.stem];
    const both = json[operation.stem];
    if (xml === undefined || both === undefined) throw new Error(`${operation.stem} is not there`);
    const { input, output, headers, faults } = operation;
    const sides = [
      {
        name: "input",
        draw: (numbers: readonly number[]) => values.input(input.body, sourceOf(numbers)),
        xml: xml.input,
        throughJson: (value: unknown) => parseJson(both.input, printJson(both.input, value)).value,
      },
      ...(both.output === undefined || xml.output === undefined
        ? []
        : [answer(both.output, xml.output, (numbers) => values.output(output, sourceOf(numbers)))]),
    ];
    return [...sides, ...blocks(values, headers.input, xml, both), ...details(values, faults, xml, both)];
  };

  test.each(plan.operations.map((operation) => ({ called: operation.stem, operation })))(
    "$called is the same XML after JSON",
    async ({ operation }) => {
      for (const { name: side, draw, xml, throughJson } of await casesOf(operation)) {
        const property = fc.property(choices, (numbers) => {
          const drawn = drawnBy(draw, numbers);
          if (drawn === undefined) return;
          const before = throughXml(xml, drawn[0]);
          const [value] = before === undefined ? drawn : [before.value];
          const after = throughJson(value);
          if (before === undefined) expect(difference(value, after)).toBe(undefined);
          else expect({ side, xml: asXml(xml, after) }).toEqual({ side, xml: asXml(xml, before.value) });
        });
        fc.assert(property, { numRuns, ...(seed === undefined ? {} : { seed: Number(seed) }) });
      }
    },
  );
});

type Both = Awaited<ReturnType<typeof builtForms>>["json"][string];

function answer(json: NonNullable<Both["output"]>, xml: XmlMessage, draw: Case["draw"]): Case {
  return { name: "output", draw, xml, throughJson: (value) => parseJson(json, printJson(json, value)).value };
}

function blocks(
  values: Values,
  headers: OperationPlan["headers"]["input"],
  xml: AnyOperation,
  { input }: Both,
): readonly Case[] {
  const readers = xml.headers?.input as Readonly<Record<string, XmlMessage>> | undefined;
  return (headers?.elements ?? []).flatMap(({ field }) => {
    const block = readers?.[field.property];
    if (block === undefined) return [];
    const { headers: codec } = input;
    if (codec === undefined) throw new Error("The message has no headers in JSON.");
    const message = { read: codec.read, write: codec.write };
    const throughJson = (value: unknown): unknown =>
      (parseJson(message, printJson(message, { [field.property]: value })).value as Record<string, unknown>)[
        field.property
      ];
    return [
      {
        name: `header ${field.property}`,
        draw: (numbers: readonly number[]) => values.field(field, sourceOf(numbers)),
        xml: block,
        throughJson,
      },
    ];
  });
}

function details(
  values: Values,
  faults: OperationPlan["faults"],
  xml: AnyOperation,
  json: Both,
): readonly Case[] {
  return faults.flatMap(({ className, element }, at) => {
    const detail = xml.faults?.[at]?.detail as XmlMessage | undefined;
    const codec = json.faults[className];
    if (detail === undefined || codec === undefined) throw new Error(`${className} has no detail`);
    const message = { read: codec.read, write: codec.write as WriteJson<unknown> };
    return [
      {
        name: `fault ${className}`,
        draw: (numbers: readonly number[]) => values.field(element.field, sourceOf(numbers)),
        xml: detail,
        throughJson: (value: unknown) => parseJson(message, printJson(message, value)).value,
      },
    ];
  });
}

function sourceOf(numbers: readonly number[]): (limit: number) => number {
  let at = 0;
  return (limit) => (numbers[at++] ?? 0) % limit;
}

/** Undefined for a message that has no value with an end. */
function drawnBy(draw: Case["draw"], numbers: readonly number[]): readonly [unknown] | undefined {
  try {
    return [draw(numbers)];
  } catch (error) {
    if (error instanceof NoValue) return undefined;
    throw error;
  }
}
