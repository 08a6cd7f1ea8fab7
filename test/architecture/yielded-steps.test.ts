import { beforeAll, expect, test } from "@jest/globals";
import { ESLint } from "eslint";

const beginning = `import { run, type Steps } from "../../script/steps.js";
import { sql } from "../../script/statement.js";
const leave = sql("DELETE FROM process WHERE id = $id");
function* part(id: string): Steps<number> { return yield* run(leave, { id }); }
export const drive = (steps: Steps<unknown>): unknown => steps.next();
export const driven = drive(part("a"));
`;

/** Bodies of scripts, and their calls without `yield*`. */
const bodies: readonly (readonly [body: string, wrong: number])[] = [
  ["yield* run(leave, { id }); return yield* part(id);", 0],
  ["run(leave, { id }); return yield* part(id);", 1],
  ["yield* run(leave, { id }); part(id); return 1;", 1],
  ["const count = part(id); yield* run(leave, { id }); return count;", 1],
  ["if (part(id)) yield* run(leave, { id }); return 1;", 1],
  ["yield* run(leave, { id }); return part(id);", 1],
];

/** Lines of what the rule has found. */
let found: readonly number[];

/** Lints all as one file of the storage: a program of TypeScript takes seconds. */
beforeAll(async () => {
  const scripts = bodies.map(
    ([body], index) => `export function* script${index}(id: string): Steps<unknown> { ${body} }\n`,
  );
  // An existing file, whose types are known.
  const [result] = await new ESLint().lintText(beginning + scripts.join(""), {
    filePath: "server/storage/tables/processes/processes.ts",
  });
  found = (result?.messages ?? []).filter(({ ruleId }) => ruleId?.includes("steps")).map(({ line }) => line);
});

test.each(bodies.map(([body, wrong], index) => ({ body, wrong, index })))(
  "$wrong calls without yield* in: $body",
  ({ wrong, index }) => {
    const line = beginning.split("\n").length + index;
    expect(found.filter((each) => each === line)).toHaveLength(wrong);
  },
);

test("none in the driver of scripts", () => {
  expect(found).toHaveLength(bodies.filter(([, wrong]) => wrong > 0).length);
});
