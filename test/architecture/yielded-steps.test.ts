import { expect, test } from "@jest/globals";
import { ESLint } from "eslint";

/** Lints a body of a script as a file of the storage. */
async function messagesOf(body: string): Promise<readonly (string | null)[]> {
  const text = `import { run, type Steps } from "../../script/steps.js";
import { sql } from "../../script/statement.js";
const leave = sql("DELETE FROM process WHERE id = $id");
function* part(id: string): Steps<number> { return yield* run(leave, { id }); }
export function* script(id: string): Steps<unknown> { ${body} }
export const drive = (steps: Steps<unknown>): unknown => steps.next();
export const driven = drive(part("a"));
`;
  // An existing file, whose types are known.
  const [result] = await new ESLint().lintText(text, {
    filePath: "server/storage/tables/processes/processes.ts",
  });
  return (result?.messages ?? []).map(({ ruleId }) => ruleId).filter((rule) => rule?.includes("steps"));
}

test.each([
  { body: "yield* run(leave, { id }); return yield* part(id);", wrong: 0 },
  { body: "run(leave, { id }); return yield* part(id);", wrong: 1 },
  { body: "yield* run(leave, { id }); part(id); return 1;", wrong: 1 },
  { body: "const count = part(id); yield* run(leave, { id }); return count;", wrong: 1 },
  { body: "if (part(id)) yield* run(leave, { id }); return 1;", wrong: 1 },
  { body: "yield* run(leave, { id }); return part(id);", wrong: 1 },
])("$wrong calls without yield* in: $body", async ({ body, wrong }) => {
  expect(await messagesOf(body)).toHaveLength(wrong);
});
