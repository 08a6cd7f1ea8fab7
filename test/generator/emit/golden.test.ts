import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { format } from "prettier";
import { emitAll, type Artefact } from "#generator/emit/all.js";
import { functionsEmitter } from "#generator/emit/functions.js";
import { emitJson } from "#generator/emit/json.js";
import { emitOpenApi } from "#generator/emit/openapi.js";
import { optionsOf, planFile } from "../plan/contracts.js";
import { compilerErrors } from "./compiled.js";

/**
 * One folder per construct: `service.wsdl`, and in `expected/` the files in which the construct shows. With
 * MESSENGER_GOLDEN=write the expected files that are there are written anew: read the difference before committing it.
 */
const folder = "test/golden";
const constructs = readdirSync(folder).sort();
const writes = process.env["MESSENGER_GOLDEN"] === "write";

function generated(construct: string): readonly Artefact[] {
  const path = `${folder}/${construct}/service.wsdl`;
  const { plan, errors } = planFile(path);
  if (plan === undefined) throw new Error(errors.join("\n"));
  const { longest } = optionsOf(path);
  return [
    ...emitAll(plan, { longest }),
    functionsEmitter.emit(plan),
    ...emitJson(plan, longest),
    emitOpenApi(plan),
  ];
}

function filesIn(path: string): readonly string[] {
  const found = readdirSync(path, { recursive: true, encoding: "utf8" });
  return found.filter((file) => /\.(?:ts|md|json)$/.test(file)).sort();
}

const outputs = constructs.map((construct) => ({ construct, artefacts: generated(construct) }));

describe.each(outputs)("$construct", ({ construct, artefacts }) => {
  const expected = `${folder}/${construct}/expected`;
  const files = existsSync(expected) ? filesIn(expected) : [];

  test("has expected files", () => {
    expect(files).not.toEqual([]);
  });

  test.each(files)("%s is as expected", (file) => {
    const text = artefacts.find(({ path }) => path === file)?.text ?? "";
    if (writes) {
      writeFileSync(`${expected}/${file}`, text);
    }
    expect(text).toBe(readFileSync(`${expected}/${file}`, "utf8"));
  });

  test("a second run gives the same bytes", () => {
    expect(generated(construct)).toEqual(artefacts);
  });

  test("is laid out as prettier would", async () => {
    for (const { path, text } of artefacts) {
      if (path.endsWith(".ts")) {
        expect(await format(text, { parser: "typescript", printWidth: 110 })).toBe(text);
      }
    }
  });
});

test("every output compiles in our strict settings", () => {
  const files = outputs.flatMap(({ construct, artefacts }) =>
    artefacts
      .filter(({ path }) => path.endsWith(".ts"))
      .map(({ path, text }): [string, string] => [`${folder}/${construct}/output/${path}`, text]),
  );
  expect(compilerErrors(new Map(files))).toEqual([]);
});
