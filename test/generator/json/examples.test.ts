import { beforeAll, describe, expect, test } from "@jest/globals";
import { printJson } from "messenger-gen-runtime/json";
import { emitJson } from "#generator/emit/json.js";
import { openApi } from "#generator/emit/openapi.js";
import { builtModules } from "../emit/built.js";
import { openApiSchemas } from "../../openapi-schemas.js";
import { planFile } from "../plan/contracts.js";
import { fixtures } from "../round-trip/fixtures.js";
import type { BothForms } from "./json-built.js";

interface Media {
  readonly example?: unknown;
  readonly schema?: object;
}

interface Content {
  readonly content?: Readonly<Record<string, Media>>;
}

interface Call {
  readonly requestBody: Content;
  readonly responses: Readonly<Record<string, Content>>;
}

type Samples = Readonly<
  Record<string, Readonly<Record<string, { readonly input: unknown; readonly output: unknown }>>>
>;

describe.each(fixtures)("examples of $name", ({ name, wsdl }) => {
  const { plan, errors } = planFile(wsdl);
  if (plan === undefined) throw new Error(errors.join("\n"));
  const document = JSON.parse(JSON.stringify(openApi(plan))) as {
    readonly paths: Readonly<Record<string, { readonly post: Call }>>;
  };
  const schemas = openApiSchemas(document);
  let built: readonly unknown[];
  beforeAll(async () => {
    built = await builtModules(plan, `examples-${name}`, ["samples", "json"], emitJson(plan));
  });
  const calls = Object.entries(document.paths);

  test.each(plan.operations.map((operation, at) => ({ operation, at })))(
    "$operation.name has its samples, which are valid",
    async ({ operation, at }) => {
      const [samples, json] = built as readonly [Samples, BothForms["json"]];
      const [path = "", { post } = { post: undefined }] = calls[at] ?? [];
      const service = plan.services.find(({ operations }) => operations.includes(operation));
      const sample = samples[service?.samplesConstant ?? ""]?.[operation.method];
      const messages = json[operation.stem];
      const sides = [
        { message: messages?.input, value: sample?.input, media: ["requestBody"], given: post?.requestBody },
        {
          message: messages?.output,
          value: sample?.output,
          media: ["responses", "200"],
          given: post?.responses["200"],
        },
      ];
      for (const { message, value, media, given } of sides) {
        const text = message === undefined || value === undefined ? "" : printJson(message, value);
        const example = given?.content?.["application/json"]?.example;
        expect(example).toEqual(text === "" ? undefined : JSON.parse(text));
        if (example === undefined) continue;
        const validate = schemas.at("paths", path, "post", ...media, "content", "application/json", "schema");
        expect({ isValid: validate?.(example), errors: validate?.errors ?? [] }).toEqual({
          isValid: true,
          errors: [],
        });
      }
    },
  );
});
