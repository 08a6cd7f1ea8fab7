import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { Caller } from "./v1-caller.js";
import { describedCalls, openSampleCaller } from "./v1-samples-caller.js";

/** `openapi.json` requires the members without which the service refuses a call, and no others. */

let caller: Caller;
beforeAll(async () => {
  caller = await openSampleCaller();
});
afterAll(() => caller.service.close());

const withBody = describedCalls.flatMap(({ requestBody, ...call }) =>
  requestBody === undefined ? [] : [{ ...call, ...requestBody.content["application/json"] }],
);

const rows = withBody.flatMap(({ operationId, method, target, schema, example }) =>
  Object.keys(example).map((member) => ({
    ...{ operationId, method, target, member, isRequired: schema.required?.includes(member) === true },
    body: Object.fromEntries(Object.entries(example).filter(([name]) => name !== member)),
  })),
);

describe("a call without one of the members of its sample", () => {
  test("every required member is in a sample", () => {
    const required = withBody.flatMap(({ operationId, schema: { required = [] } }) =>
      required.map((member) => `${operationId} ${member}`),
    );
    const inSamples = rows.map(({ operationId, member }) => `${operationId} ${member}`);
    expect(required.filter((each) => !inSamples.includes(each))).toEqual([]);
    expect(rows.length).toBeGreaterThan(30);
  });

  test.each(rows)("$operationId without $member, required: $isRequired", async (row) => {
    const { method, target, body, member, isRequired } = row;
    const got = await caller.call(target, { method, body });
    expect({ got: got.body, isRefused: got.status === 422 }).toMatchObject({ isRefused: isRequired });
    const { errors = [] } = got.body as { readonly errors?: readonly { readonly pointer: string }[] };
    if (isRequired) expect(errors.map(({ pointer }) => pointer)).toContain(`/${member}`);
  });
});
