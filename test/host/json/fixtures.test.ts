import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { RunningServer } from "messenger-gen-host";
import { printJson, type JsonMessage } from "messenger-gen-runtime/json";
import { NoValue, Values } from "../../../bench/conformance/values.js";
import type { OperationPlan } from "#generator/plan/data/operations.js";
import { fixtures } from "../../generator/round-trip/fixtures.js";
import { send } from "../greeter/server.js";
import { builtServices, jsonPath, planOf, serveJson, type BuiltService, type Methods } from "./shop.js";

const choices = fc.array(fc.nat({ max: 0xffff }), { maxLength: 300, size: "max" });
const headers = { "Content-Type": "application/json" };

type Message = JsonMessage<unknown, unknown>;

/** Undefined for a message that has no value with an end. */
function drawn<T>(make: () => T): readonly [T] | undefined {
  try {
    return [make()];
  } catch (error) {
    if (error instanceof NoValue) return undefined;
    throw error;
  }
}

function sourceOf(numbers: readonly number[]): (limit: number) => number {
  let at = 0;
  return (limit) => (numbers[at++] ?? 0) % limit;
}

describe.each(fixtures)("$name", ({ name, wsdl }) => {
  const plan = planOf(wsdl);
  const values = new Values(plan, { arbitrary: true });

  const services = plan.services.filter(({ operations }) => operations.length > 0);
  describe.each(services)("the service $name", (service) => {
    const seen: { input?: unknown; output?: unknown } = {};
    const method = async (input: unknown): Promise<unknown> => {
      seen.input = input;
      return seen.output;
    };
    let built: BuiltService | undefined;
    let server: RunningServer | undefined;
    beforeAll(async () => {
      built = (await builtServices(plan, `host-${name}`))[service.name];
      if (built === undefined) throw new Error(`${service.name} is not there`);
      const methods: Methods = Object.fromEntries(service.operations.map((each) => [each.method, method]));
      server = await serveJson(built, wsdl, methods);
    });
    afterAll(() => server?.close());

    const call = async (operation: OperationPlan, numbers: readonly number[]): Promise<void> => {
      const messages = built?.json[operation.method]?.[0]?.messages;
      if (messages === undefined || server === undefined) throw new Error(`${operation.method} is not there`);
      const input = drawn(() => values.input(operation.input.body, sourceOf(numbers)));
      const output = drawn(() => values.output(operation.output, sourceOf(numbers)));
      if (input === undefined || output === undefined) return;
      [seen.output] = output;
      const body = printJson(messages.input as Message, input[0]);
      const path = `${jsonPath}/${operation.json[0]?.path ?? ""}`;
      const reply = await send(server, { path, headers, body });
      expect({ status: reply.status < 300, body: reply.status < 300 ? "" : reply.body }).toEqual({
        status: true,
        body: "",
      });
      expect(printJson(messages.input as Message, seen.input)).toBe(body);
      const want = messages.output === undefined ? "" : printJson(messages.output as Message, output[0]);
      expect(reply.body).toBe(want);
      expect(reply.status).toBe(want === "" ? (operation.output.body === undefined ? 202 : 204) : 200);
    };

    test.each(service.operations.map((operation) => ({ called: operation.method, operation })))(
      "$called takes and returns JSON",
      async ({ operation }) => {
        await fc.assert(
          fc.asyncProperty(choices, (numbers) => call(operation, numbers)),
          { numRuns: 5 },
        );
      },
    );
  });
});
