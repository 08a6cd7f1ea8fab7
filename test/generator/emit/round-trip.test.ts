import { readdirSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import type { MessageCodec } from "messenger-gen/runtime";
import { type Source, Values } from "../../../bench/conformance/values.js";
import type { Plan } from "../../../generator/plan/types.js";
import { planFile } from "../plan/contracts.js";
import { builtOperations, readBack, written, type Operations } from "./built.js";

const folder = "test/golden";
/** Whether messages are valid, `test/conformance` asks. SOAP encoding, messages that are no one element, and a contract without SOAP have tests of their own. */
const leftOut = new Set(["soap-encoding", "operations", "http-locations", "attachments"]);
const constructs = readdirSync(folder).filter((name) => !leftOut.has(name));

interface Message {
  readonly role: string;
  readonly valueOf: (values: Values, source: Source) => unknown;
}

function planned(construct: string): Plan {
  const { plan, errors } = planFile(`${folder}/${construct}/service.wsdl`);
  if (plan === undefined) throw new Error(errors.join("\n"));
  return plan;
}

function messagesOf({ operations }: Plan): readonly Message[] {
  return operations.flatMap(({ stem, bindings, input, output }) => {
    if (!bindings.includes("soap11")) return [];
    const sent: Message = {
      role: `${stem} input`,
      valueOf: (values, source) => values.input(input.body, source),
    };
    const answer: Message = {
      role: `${stem} output`,
      valueOf: (values, source) => values.output(output, source),
    };
    return output.body === undefined ? [sent] : [sent, answer];
  });
}

/** What a message is made of, choice by choice; without further choices it is the least there can be, to which fast-check shrinks. */
const choices = fc.array(fc.nat({ max: 0xffff }), { maxLength: 200, size: "max" });

function valuesOf(plan: Plan, { valueOf }: Message): fc.Arbitrary<unknown> {
  const values = new Values(plan);
  return choices.map((drawn) => {
    let at = 0;
    return valueOf(values, (limit) => (drawn[at++] ?? 0) % limit);
  });
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
      { numRuns: 100 },
    );
  });
});
