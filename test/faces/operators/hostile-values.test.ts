import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { apiTable, inputOf } from "#server/faces/operators/calls.js";
import { typeOfField } from "#server/faces/operators/values.js";
import { type ApiServer, startApi } from "./api-server.js";
import { expectedCalls } from "./expected-calls.js";

let api: ApiServer;
const { calls } = await apiTable();

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

type Given = Readonly<Record<string, unknown>>;

/** Texts that a store, a log or a table of a spreadsheet may trip over. */
const texts: readonly string[] = [
  "a\0b",
  "\ud800",
  "",
  "\r\nX: y\u001b[31m",
  "__proto__",
  "x".repeat(100_000),
];
const numbers: readonly number[] = [0, -1, 2 ** 31, 2 ** 53 - 1];

/** Values of the wrong form for a field. */
function hostile(type: ReturnType<typeof typeOfField>): readonly unknown[] {
  if (type === "string") return texts;
  if (type === "integer") return numbers;
  return type === "array" ? [[], texts, Array(5_000).fill("7")] : [];
}

function queryOf(given: Given): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(given))
    for (const each of Array.isArray(value) ? value : [value]) query.append(name, String(each));
  return query.toString().slice(0, 14_000);
}

test.each([...calls.values()].map(({ path, entry, method }) => [path, entry, method] as const))(
  "%s takes hostile values without a failure",
  async (path, entry, method) => {
    const expected = expectedCalls.find(({ name }) => name === entry.name);
    const usual: Given = typeof expected?.given === "object" ? expected.given : {};
    const failed: string[] = [];
    for (const [name, field] of Object.entries(inputOf(entry)))
      for (const [at, value] of hostile(typeOfField(entry, name, field)).entries()) {
        const given = { ...usual, [name]: value };
        const { status, body } =
          method === "GET"
            ? await api.call(api.keys.admin, `${path}?${queryOf(given)}`)
            : await api.call(api.keys.admin, path, given, { "Idempotency-Key": `${path} ${name} ${at}` });
        const isRefused = [400, 404, 409, 422].includes(status) && JSON.stringify(body).length < 3_000;
        if (status !== 200 && !isRefused)
          failed.push(`${name} ${JSON.stringify(value).slice(0, 60)}: ${status} ${String(body["detail"])}`);
      }
    expect(failed).toEqual([]);
  },
);
