import { readdirSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import type { MessageCodec } from "messenger-gen/runtime";
import { bodyFields, resultField } from "../../../generator/plan/reach.js";
import type { BodyPlan, Plan } from "../../../generator/plan/types.js";
import { testWithPeer } from "../../peers.js";
import { planFile } from "../plan/contracts.js";
import { Arbitraries } from "./arbitrary.js";
import { builtOperations, readBack, written, type Operations } from "./built.js";
import { schemaCheck } from "./schema-files.js";

const folder = "test/golden";
/**
 * Left out: lists, unions and facets, SOAP encoding, messages that are no one element, and a contract without SOAP; they have
 * tests of their own.
 */
const leftOut = new Set([
  "simple-types",
  "kitchen-sink",
  "soap-encoding",
  "operations",
  "http-locations",
  "attachments",
]);
/** In these the type admits sequences of items that the schema does not: `a a b` for repeated `a b`. */
const looser = new Set(["groups", "ordered-content", "open-content"]);
const constructs = readdirSync(folder).filter((name) => !leftOut.has(name));

interface Message {
  readonly role: string;
  readonly body: BodyPlan;
  readonly isResult: boolean;
}

function planned(construct: string): Plan {
  const { plan, errors } = planFile(`${folder}/${construct}/service.wsdl`);
  if (plan === undefined) throw new Error(errors.join("\n"));
  return plan;
}

function messagesOf({ operations }: Plan): readonly Message[] {
  return operations.flatMap(({ stem, bindings, input, output }) => {
    if (!bindings.includes("soap11")) return [];
    const answer =
      output.body === undefined
        ? []
        : [{ role: `${stem} output`, body: output.body, isResult: resultField(output) !== undefined }];
    return [{ role: `${stem} input`, body: input.body, isResult: false }, ...answer];
  });
}

function valuesOf(plan: Plan, { role, body, isResult }: Message): fc.Arbitrary<unknown> {
  const arbitraries = new Arbitraries(plan);
  const fields = bodyFields(body);
  const [field] = fields;
  if (field === undefined) return fc.constant(role.endsWith("output") ? undefined : {});
  if (body.kind === "bare") return arbitraries.field(field);
  if (!isResult) return arbitraries.members(fields);
  return field.required ? arbitraries.field(field) : fc.option(arbitraries.field(field), { nil: undefined });
}

describe.each(constructs)("%s", (construct) => {
  const plan = planned(construct);
  const built: Promise<Operations> = builtOperations(plan, `round-trip-${construct}`);

  async function codecOf({ role }: Message): Promise<MessageCodec<unknown>> {
    const [stem = "", side] = role.split(" ");
    const operation = (await built)[stem];
    const codec = side === "input" ? operation?.input : operation?.output;
    if (codec === undefined) throw new Error(`No codec of ${role}`);
    return codec;
  }

  test.each(messagesOf(plan))("$role comes back as it was", async (message) => {
    const codec = await codecOf(message);
    fc.assert(
      fc.property(valuesOf(plan, message), (value) => {
        const xml = written(codec, value);
        expect({ xml, value: readBack(codec, xml) }).toEqual({
          xml,
          value,
        });
      }),
      { numRuns: 60 },
    );
  });

  if (looser.has(construct)) return;
  testWithPeer("xmllint", "what is written is valid against the schema", async () => {
    const check = schemaCheck(`${folder}/${construct}/service.wsdl`);
    for (const message of messagesOf(plan)) {
      const codec = await codecOf(message);
      for (const value of fc.sample(valuesOf(plan, message), { numRuns: 4, seed: 1 })) {
        const xml = written(codec, value);
        expect({ xml, problem: check(xml) }).toEqual({ xml, problem: undefined });
      }
    }
  });
});
