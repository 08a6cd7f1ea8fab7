import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { describe, expect, test } from "@jest/globals";
import type { BindingName, ClientOptions, TransportResponse } from "messenger-gen-runtime";
import type { AnyService } from "messenger-gen-runtime/host";
import { inMemoryTransport } from "messenger-gen-runtime/testing";
import type { Calling, Operation } from "messenger-gen-runtime/codec";
import { itemsOf, type RepeatedElement } from "messenger-gen-runtime/items";
import { Desk } from "../../../bench/conformance/desk.js";
import { NoValue, Values } from "../../../bench/conformance/values.js";
import type { Source } from "../../../bench/conformance/source.js";
import type { OperationPlan, ServicePlan } from "#generator/plan/data/operations.js";
import type { Plan } from "#generator/plan/data/plan.js";
import { piecesAt, arriving } from "../../runtime/items/chunked.js";
import { builtModule } from "../emit/built.js";
import { planFile } from "../plan/contracts.js";
import { fixtures } from "./fixtures.js";
import type { Output } from "./ways.js";
import { runsOf } from "../../in-time.js";

const numRuns = runsOf(25);
const seed = process.env["MESSENGER_SEED"];

type AnyOperation = Operation<never, unknown, unknown, BindingName, object, object>;
type Elements = Readonly<Record<string, Readonly<Record<string, RepeatedElement<AnyOperation, unknown>>>>>;
type Method = (input: unknown, ...more: readonly unknown[]) => Promise<unknown>;
type Client = Calling<never> & Readonly<Record<string, Method>>;

const plans = fixtures.flatMap(({ name, wsdl }) => {
  const { plan } = planFile(wsdl);
  return plan?.itemsName === undefined ? [] : [{ name, plan, itemsName: plan.itemsName }];
});

function sourceOf(numbers: readonly number[]): Source {
  let at = 0;
  return (limit) => (numbers[at++] ?? 0) % limit;
}

/** The arrays in a value, at any depth. */
function arraysIn(value: unknown): readonly (readonly unknown[])[] {
  if (Array.isArray(value)) return [value, ...value.flatMap(arraysIn)];
  return isPlain(value) ? Object.values(value).flatMap(arraysIn) : [];
}

function isPlain(value: unknown): value is object {
  // Generated modules have other classes Object and Array than the test.
  return typeof value === "object" && value !== null && value.constructor.name === "Object";
}

/** A copy, with the first item only of this array. */
function copied(value: unknown, array?: readonly unknown[]): unknown {
  if (array !== undefined && value === array) return copied(array.slice(0, 1));
  if (Array.isArray(value)) return Array.from(value, (each) => copied(each, array));
  if (!isPlain(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, copied(each, array)]));
}

interface Case {
  readonly plan: Plan;
  readonly service: ServicePlan;
  readonly operation: OperationPlan;
  readonly output: Output;
}

/** The response of the service with this output, and what the ordinary call makes of it. */
async function responded(
  { service, operation, output }: Case,
  input: unknown,
  given: unknown,
): Promise<{ readonly response: TransportResponse; readonly whole: unknown }> {
  const desk = new Desk();
  desk.answer = { output: given };
  const methods = service.operations.map(({ method }) => method);
  const inner = inMemoryTransport(output[service.constant] as AnyService, desk.implementation(methods));
  const seen: TransportResponse[] = [];
  const Client = output[service.clientName] as new (options: ClientOptions) => Client;
  const client = new Client({
    transport: {
      send: async (request) => {
        const response = await inner.send(request);
        seen.push(response);
        return response;
      },
    },
  });
  const whole = await client[operation.method]?.(input);
  const [response] = seen;
  if (response === undefined) throw new Error("No response was sent");
  return { response, whole };
}

describe.each(plans)("$name", ({ name, plan, itemsName }) => {
  const cases = plan.services.flatMap((service) =>
    service.operations.flatMap((operation) =>
      operation.repeated.map((repeated) => ({
        called: `${service.name}.${operation.stem}.${repeated.name}`,
        service,
        operation,
        repeated,
      })),
    ),
  );

  test.each(cases)("$called is read as in the whole response", async ({ service, operation, repeated }) => {
    const output = (await builtModule(plan, `items-${name}`, "index")) as Output;
    const element = (output[itemsName] as Elements)[operation.stem]?.[repeated.name];
    if (element === undefined) throw new Error("The element has no constant");
    const values = new Values(plan, { arbitrary: true });
    const numbers = fc.array(fc.nat({ max: 0xffff }), { maxLength: 300, size: "max" });
    // Responses with items, and refused ones.
    let judged = 0;
    const property = fc.asyncProperty(numbers, fc.array(fc.nat(), { maxLength: 6 }), async (drawn, cuts) => {
      const source = sourceOf(drawn);
      let given: { readonly input: unknown; readonly output: unknown };
      try {
        given = {
          output: values.output(operation.output, source),
          input: values.input(operation.input.body, source),
        };
      } catch (error) {
        if (error instanceof NoValue) return;
        throw error;
      }
      const { response, whole } = await responded(
        { plan, service, operation, output },
        given.input,
        given.output,
      );
      const places = cuts.map((cut) => cut % (response.body.length + 1));
      const { transport } = arriving(response, piecesAt(response.body, places));
      const Client = output[service.clientName] as new (options: ClientOptions) => Client;
      const reading = itemsOf(new Client({ transport }), element, given.input);
      if (response.contentType?.startsWith("multipart/") === true) {
        await expect(reading).rejects.toMatchObject({ code: "Protocol" });
        judged++;
        return;
      }
      const stream = await reading;
      const items: unknown[] = [];
      for await (const item of stream) items.push(item);
      const rest = await stream.output();
      if (items.length > 0) judged++;
      if (items.length === 0) expect(rest).toEqual(whole);
      else {
        const found = arraysIn(whole).some(
          (array) =>
            isDeepStrictEqual(copied(array), copied(items)) &&
            isDeepStrictEqual(copied(whole, array), copied(rest)),
        );
        expect({ found, items, rest }).toEqual({ found: true, items, rest });
      }
    });
    // Few random outputs of some contracts have items.
    for (let round = 0; round < 20 && judged === 0; round++)
      await fc.assert(property, { numRuns, ...(seed === undefined ? {} : { seed: Number(seed) + round }) });
    expect(judged).toBeGreaterThan(0);
  });
});
