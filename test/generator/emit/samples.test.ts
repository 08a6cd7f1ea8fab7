import { describe, expect, test } from "@jest/globals";
import { operations } from "messenger-gen";
import { inMemoryTransport, caller, type AnyOperation } from "messenger-gen/runtime";
import { messengerSamples, type Sample } from "../../../generated/samples.js";

const samples = new Map<string, Sample<unknown, unknown>>(Object.entries(messengerSamples));
const service = operations.Messenger;

/** Answers every operation with its sample, and keeps what it was called with. */
function echo(received: unknown[]): object {
  return Object.fromEntries(
    [...samples].map(([method, { output }]) => [
      method,
      async (input: unknown) => {
        received.push(input);
        return output;
      },
    ]),
  );
}

test("every operation has a sample", () => {
  expect([...samples.keys()]).toEqual(service.operations.map(({ method }) => method));
});

const cases = service.operations.flatMap((operation: AnyOperation) =>
  operation.bindings.map((binding) => ({ name: operation.name, operation, binding })),
);

describe("samples go through the real bindings and come back as they were", () => {
  test.each(cases)("$name by $binding", async ({ operation, binding }) => {
    const received: unknown[] = [];
    const transport = inMemoryTransport(service, echo(received));
    const sample = samples.get(operation.method);
    const output: unknown = await caller(service, { transport }).call(operation, sample?.input, { binding });
    expect(received).toEqual([sample?.input]);
    expect(output).toEqual(sample?.output);
  });
});
