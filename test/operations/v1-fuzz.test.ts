import { readFileSync } from "node:fs";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { seededService, type SeededService } from "../samples/service.js";
import { basic } from "./v1-caller.js";
import { inTime, runsOf } from "../in-time.js";

let service: SeededService;

beforeAll(async () => {
  service = await seededService();
});
afterAll(() => service.close());

interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
}

interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: {
    readonly content: {
      readonly "application/json": { readonly example?: Readonly<Record<string, unknown>> };
    };
  };
}

const { paths } = JSON.parse(readFileSync("generated/openapi.json", "utf8")) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
};

/** Values that the service accepts. */
const valid: Readonly<Record<string, unknown>> = {
  ...{ originator: "Shop", smsText: "Hello", recipientPhone: "12025550101", recipients: "12025550101" },
  ...{ defDate: "", binaryBody: "DEAD", dataCoding: "4", esmClass: "", pid: "" },
};

const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { parameters = [], requestBody }]) => {
    const { example: given } = requestBody?.content["application/json"] ?? {};
    const example =
      given && Object.fromEntries(Object.entries(given).map(([name, each]) => [name, valid[name] ?? each]));
    return { path, method: method.toUpperCase(), parameters, example };
  }),
);

/** Texts that mean something somewhere. */
const text = fc.oneof(
  fc.string(),
  fc.constantFrom(
    "",
    " ",
    "0",
    "-1",
    "9007199254740993",
    "1e999",
    "null",
    "__proto__",
    "../..",
    "%00",
    "😀",
    "\ud800",
  ),
);
const value = fc.oneof(
  text,
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.jsonValue({ maxDepth: 3 }),
);

/** The example of the document, with some members replaced, absent, or added. */
const bodyOf = (example: Readonly<Record<string, unknown>> = {}): fc.Arbitrary<string> =>
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc
        .tuple(
          fc.subarray(Object.keys(example), { maxLength: Math.min(2, Object.keys(example).length) }),
          fc.dictionary(text, value, { maxKeys: 1 }),
          fc.array(value, { minLength: 20, maxLength: 20 }),
        )
        .map(([replaced, added, values]) => {
          const members = Object.keys(example).map(
            (name, at) => [name, replaced.includes(name) ? values[at % 20] : example[name]] as const,
          );
          return JSON.stringify({ ...Object.fromEntries(members), ...added });
        }),
    },
    { weight: 1, arbitrary: fc.json() },
    { weight: 1, arbitrary: fc.string() },
  );

const request = fc.constantFrom(...operations).chain(({ path, method, parameters, example }) => {
  const texts = fc.array(text, { minLength: 8, maxLength: 8 });
  const body = example === undefined ? fc.constant(undefined) : bodyOf(example);
  return fc.tuple(texts, fc.subarray(parameters.map(({ name }) => name)), body).map(([given, kept, sent]) => {
    const at = (name: string): string => given[parameters.findIndex((each) => each.name === name) % 8] ?? "";
    const filled = path.replace(/\{([^}]+)\}/g, (_, name: string) =>
      encodeURIComponent(wellFormed(at(name)) || "x"),
    );
    const query = parameters.filter((each) => each.in === "query" && kept.includes(each.name));
    const search = new URLSearchParams(query.map(({ name }) => [name, at(name)])).toString();
    return { method, target: `${filled}${search === "" ? "" : `?${search}`}`, body: sent };
  });
});

function wellFormed(given: string): string {
  return given.replace(/[\ud800-\udfff]/g, "").replace(/^\.+$/, "x");
}

test("no request that is made out of the document gets a status of 500 and more", async () => {
  const authorization = basic();
  const origin = new URL(service.url).origin;
  const statuses = new Set<number>();
  await fc.assert(
    fc.asyncProperty(
      request,
      inTime(async ({ method, target, body }) => {
        const response = await fetch(`${origin}/v1${target}`, {
          method,
          headers: { authorization, ...(body === undefined ? {} : { "content-type": "application/json" }) },
          ...(body === undefined ? {} : { body }),
        });
        const answer = await response.text();
        statuses.add(response.status);
        expect({ status: response.status, answer, isFailure: response.status >= 500 }).toMatchObject({
          isFailure: false,
        });
        if (response.status >= 400)
          expect(JSON.parse(answer)).toMatchObject({ status: response.status, code: expect.any(String) });
      }),
    ),
    {
      numRuns: runsOf(400),
      ...(process.env["MESSENGER_SEED"] === undefined ? {} : { seed: Number(process.env["MESSENGER_SEED"]) }),
    },
  );
  expect([...statuses]).toEqual(expect.arrayContaining([200, 400, 422]));
});
