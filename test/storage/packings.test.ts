import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import type { Settlement } from "#server/domain/delivery/claiming/claim.js";
import { RecipientState } from "#server/domain/recipient-state.js";
import {
  type PlainFields,
  plainFields,
  type Submission,
} from "#server/domain/delivery/submitting/submission.js";
import type { WriteResponse, Request } from "#server/storage/sqlite/engine/writer-protocol.js";
import {
  packResponses,
  packRequests,
  unpackResponses,
  unpackRequests,
} from "#server/storage/sqlite/engine/writer-protocol.js";
import { packings } from "#server/storage/sqlite/packings.js";
import type { Writes } from "#server/storage/sqlite/writes.js";

const text = fc.string({ unit: "binary" });
const whole = fc.integer();
const octets = { header: new Uint8Array([1]), body: new Uint8Array([2, 3]) };
const bodies: readonly Submission["body"][] = [
  undefined,
  { kind: "binary", ...octets, esmClass: 0x40, protocolId: 0 },
];
const address = { ton: 1, npi: 1 };
const smppOptions = { source: address, destination: address, serviceType: "" };
const numbers: fc.Arbitrary<Submission["recipients"]> = fc.oneof(
  fc.array(text),
  fc.float64Array({ noNaN: true }),
);
/** Of any type: a packing does not look at values. */
const plain = fc.record(
  Object.fromEntries(
    Object.keys(plainFields).map((name) => [name, fc.constantFrom(undefined, true, 7, "x")]),
  ) as unknown as { readonly [Name in keyof PlainFields]: fc.Arbitrary<PlainFields[Name]> },
);
const others: fc.Arbitrary<Omit<Submission, keyof PlainFields>> = fc.record({
  ...{ transactionId: text, customerId: whole, userName: text, operation: text, originator: text, text },
  body: fc.constantFrom(...bodies),
  ...{ parts: whole, at: whole, dueAt: whole },
  receipts: fc.option(
    fc.record({ userId: whole, bind: text, wanted: whole, options: fc.constant(smppOptions) }),
    {
      nil: undefined,
    },
  ),
  clientTransaction: fc.option(fc.record({ id: text, contentHash: text, keepFor: whole }), {
    nil: undefined,
  }),
  recipients: numbers,
  refused: fc.array(fc.record({ phone: text, state: fc.constantFrom(RecipientState.Blacklisted) })),
  charge: fc.record({ kind: fc.constantFrom("SMS" as const, "MMS" as const), amount: whole }),
  mayLeave: fc.boolean(),
});
const submissions = fc.tuple(others, plain).map(([some, more]): Submission => ({ ...some, ...more }));
const settlements: fc.Arbitrary<Settlement> = fc.record({
  ...{ owner: text, recipientId: whole, linkId: whole, at: whole },
  accepted: fc.array(fc.record({ part: whole, messageId: text })),
  end: fc.constantFrom<Settlement["end"][]>(undefined, { kind: "submitted" }, { kind: "held", code: "x" }),
});
const requests: fc.Arbitrary<Request<Writes>> = fc.oneof(
  fc.record({ id: whole, name: fc.constant("submit" as const), input: submissions }),
  fc.record({ id: whole, name: fc.constant("settle" as const), input: fc.array(settlements) }),
  fc.record({ id: whole, name: fc.constant("ping" as const), input: fc.constant(null) }),
);
const answers: fc.Arbitrary<WriteResponse<Writes>> = fc.oneof(
  fc.record({ id: whole, ok: fc.constant(true as const), output: fc.constantFrom(null, true, []) }),
  fc.record({
    ...{ id: whole, ok: fc.constant(false as const) },
    error: fc.record({ code: fc.constantFrom("busy" as const, "full" as const), detail: text }),
  }),
);

describe("what passes between the threads arrives as it was", () => {
  test("requests", () => {
    fc.assert(
      fc.property(fc.array(requests), (sent) => {
        expect(unpackRequests(structuredClone(packRequests(sent, packings)), packings)).toEqual(sent);
      }),
    );
  });

  test("answers", () => {
    fc.assert(
      fc.property(fc.array(answers), (sent) => {
        expect(unpackResponses(structuredClone(packResponses(sent)))).toEqual(sent);
      }),
    );
  });
});
