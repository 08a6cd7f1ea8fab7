import { Validator } from "@seriousme/openapi-schema-validator";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "@jest/globals";
import { printJson } from "messenger-gen-runtime/json";
import { NoValue, Values } from "../../../bench/conformance/values.js";
import { asXml, fromXml, type XmlMessage } from "../../../bench/conformance/xml-message.js";
import { openApi } from "#generator/emit/openapi.js";
import { uniqueNames } from "#generator/plan/rules/operations/json-calls.js";
import { openApiSchemas } from "../../openapi-schemas.js";
import { planFile } from "../plan/contracts.js";
import { fixtures } from "../round-trip/fixtures.js";
import { type BothForms, builtForms } from "./json-built.js";

const choices = fc.array(fc.nat({ max: 0xffff }), { maxLength: 300, size: "max" });

/** The parts of a document that the tests go by. */
interface Document {
  readonly paths: Readonly<
    Record<
      string,
      { readonly post: { readonly requestBody: Body; readonly responses: Readonly<Record<string, Body>> } }
    >
  >;
}

interface Body {
  readonly content?: Readonly<Record<string, unknown>>;
}

test.each([
  { given: ["Send", "Ask"], want: ["Send", "Ask"] },
  { given: ["Send", "Ask", "Send", "Send"], want: ["Send", "Ask", "Send-2", "Send-3"] },
  { given: ["Send", "Send", "Send-2"], want: ["Send", "Send-3", "Send-2"] },
  { given: ["send", "Send"], want: ["send", "Send"] },
])("the names of $given are $want", ({ given, want }) => {
  expect(uniqueNames(given)).toEqual(want);
});

test.each([...fixtures, { name: "our own contract", wsdl: "schema/messenger.wsdl" }])(
  "the document of $name is OpenAPI 3.1",
  async ({ wsdl }) => {
    const { plan, errors } = planFile(wsdl);
    if (plan === undefined) throw new Error(errors.join("\n"));
    const document = JSON.parse(JSON.stringify(openApi(plan))) as Document;
    const validator = new Validator();
    expect(await validator.validate({ ...document })).toEqual({ valid: true });
    expect(validator.version).toBe("3.1");
    expect(Object.keys(document.paths)).toHaveLength(plan.operations.length);
  },
);

describe.each(fixtures)("$name", ({ name, wsdl }) => {
  const { plan, errors } = planFile(wsdl);
  if (plan === undefined) throw new Error(errors.join("\n"));
  const document = JSON.parse(JSON.stringify(openApi(plan))) as Document;
  const schemas = openApiSchemas(document);
  let forms: BothForms;
  beforeAll(async () => {
    forms = await builtForms(plan, `schema-${name}`);
  });
  const values = new Values(plan, { arbitrary: true });

  const paths = Object.keys(document.paths);

  test.each(plan.operations.map((operation, at) => ({ called: paths[at] ?? "", operation })))(
    "every JSON of $called is valid",
    async ({ called, operation: { stem, input, output } }) => {
      const { xml, json } = forms;
      const path = ["paths", called, "post"];
      const sides = [
        {
          message: json[stem]?.input,
          codec: xml[stem]?.input,
          at: [...path, "requestBody"],
          draw: (numbers: readonly number[]) => values.input(input.body, sourceOf(numbers)),
        },
        {
          message: json[stem]?.output,
          codec: xml[stem]?.output,
          at: [...path, "responses", "200"],
          draw: (numbers: readonly number[]) => values.output(output, sourceOf(numbers)),
        },
      ];
      for (const { message, codec, at, draw } of sides) {
        if (message === undefined || codec === undefined) continue;
        const validate = schemas.at(...at, "content", "application/json", "schema");
        if (validate === undefined) throw new Error(`No schema at ${at.join(" ")}`);
        const property = fc.property(choices, (numbers) => {
          const text = drawn(() => printJson(message, throughXml(codec, draw(numbers))));
          if (text === undefined || text === "") return;
          const isValid = validate(JSON.parse(text));
          expect({ isValid, text, errors: isValid ? [] : validate.errors?.slice(0, 4) }).toEqual({
            isValid: true,
            text,
            errors: [],
          });
        });
        fc.assert(property, { numRuns: 20 });
      }
    },
  );
});

function throughXml(codec: XmlMessage, value: unknown): unknown {
  try {
    return fromXml(codec, asXml(codec, value));
  } catch {
    return value;
  }
}

function sourceOf(numbers: readonly number[]): (limit: number) => number {
  let at = 0;
  return (limit) => (numbers[at++] ?? 0) % limit;
}

/** Undefined for a message that has no value with an end. */
function drawn(make: () => string): string | undefined {
  try {
    return make();
  } catch (error) {
    if (error instanceof NoValue) return undefined;
    throw error;
  }
}
