import { describe, expect, test } from "@jest/globals";
import { Messenger, operations, type MessengerService } from "messenger-client";
import { caller, LazyBytes } from "messenger-gen-runtime";
import type { AnyOperation } from "messenger-gen-runtime/host";
import { inMemoryTransport } from "messenger-gen-runtime/testing";
import { bindingsOf } from "#runtime/bindings/service-index.js";
import { messengerSamples, type Sample } from "#generated/samples.js";

const samples = new Map<string, Sample<unknown, unknown>>(Object.entries(messengerSamples));
const service = Messenger;

/** The input with the bytes that a server decodes itself. */
function decoded(input: unknown): unknown {
  const entries = Object.entries(input ?? {}).map(([name, value]: [string, unknown]) => [
    name,
    value instanceof LazyBytes ? value.decode() : value,
  ]);
  return Object.fromEntries(entries);
}

/** Returns the sample of every operation, and stores the inputs of the calls. */
function echo(received: unknown[]): MessengerService {
  return Object.fromEntries(
    [...samples].map(([method, { output }]) => [
      method,
      async (input: unknown) => {
        received.push(decoded(input));
        return output;
      },
    ]),
  ) as unknown as MessengerService;
}

test("every operation has a sample", () => {
  expect([...samples.keys()]).toEqual(Object.keys(service.operations));
});

const cases = Object.entries<AnyOperation>(service.operations).flatMap(([method, operation]) =>
  bindingsOf(operation).map(([binding]) => ({ name: operation.name, method, operation, binding })),
);

describe("samples round-trip through the real bindings", () => {
  test.each(cases)("$name by $binding", async ({ method, operation, binding }) => {
    const received: unknown[] = [];
    const transport = inMemoryTransport(service, echo(received));
    const sample = samples.get(method);
    const output: unknown = await caller(operations.Messenger, { transport }).call(operation, sample?.input, {
      binding,
    });
    expect(received).toEqual([sample?.input]);
    expect(output).toEqual(sample?.output);
  });
});
