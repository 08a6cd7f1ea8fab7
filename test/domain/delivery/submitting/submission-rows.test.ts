import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { netChanges } from "#server/domain/delivery/states/counts.js";
import { RecipientState } from "#server/domain/recipient-state.js";
import {
  answeredBefore,
  arrivals,
  type StoredResponse,
  onlyRecipient,
  type RecipientRow,
  storedRecipients,
  submissionRows,
} from "#server/domain/delivery/submitting/submission-rows.js";
import type { MessageBody, Submission } from "#server/domain/delivery/submitting/submission.js";
import { submission } from "../../../storage/fixtures.js";

const { Queued, InvalidNumber, Blacklisted } = RecipientState;
const body: MessageBody = {
  kind: "binary",
  ...{ header: Uint8Array.of(1), body: Uint8Array.of(2), esmClass: 0, protocolId: 0 },
};

describe("a submission stores", () => {
  test.each<{ name: string; given: Partial<Submission>; want: object }>([
    { name: "its text", given: {}, want: { text: "Hello", kind: "text" } },
    { name: "a hidden text for a gateway", given: { hidden: true }, want: { text: "Hello" } },
    { name: "no hidden text for nobody", given: { hidden: true, recipients: [] }, want: { text: "" } },
    { name: "a text for nobody", given: { recipients: [] }, want: { text: "Hello" } },
    { name: "octets", given: { body }, want: { body, kind: "binary" } },
    {
      name: "no octets for nobody",
      given: { body, recipients: [] },
      want: { body: undefined, kind: "binary" },
    },
  ])("$name", ({ given, want }) => {
    expect(submissionRows(submission("t1", given))).toMatchObject(want);
  });

  test.each<{ name: string; given: Partial<Submission>; want: string | undefined }>([
    { name: "one recipient", given: {}, want: "12025550101" },
    { name: "one as a number", given: { recipients: Float64Array.of(12_025_550_101) }, want: "12025550101" },
    { name: "one with a text to erase", given: { hidden: true }, want: undefined },
    { name: "none", given: { recipients: [] }, want: undefined },
    { name: "two", given: { recipients: ["12025550101", "12025550102"] }, want: undefined },
    { name: "one of two", given: { refused: [{ phone: "1", state: Blacklisted }] }, want: undefined },
  ])("$name: alone without counts is $want", ({ given, want }) => {
    expect(onlyRecipient(submission("t1", given))).toBe(want);
  });

  test.each([
    { count: 0, refused: 2_000, kind: "rows" },
    { count: 2_000, refused: 0, kind: "rows" },
    { count: 2_000, refused: 1, kind: "blocks" },
  ])("$count recipients and $refused refused ones in $kind", ({ count, refused, kind }) => {
    const numbers = new Float64Array(count);
    const rows = Array.from({ length: refused }, () => ({ phone: "1", state: Blacklisted }));
    expect(storedRecipients({ recipients: numbers, refused: rows }).kind).toBe(kind);
  });

  test("every recipient once and in order, none in a block of more than 500, and counts them all", () => {
    const counts = fc.tuple(fc.nat(2_600), fc.nat(2_600), fc.boolean());
    fc.assert(
      fc.property(counts, ([accepted, rejected, isText]) => {
        const phones = Array.from({ length: accepted }, (_, index) => 12_025_550_000 + index);
        const refused = Array.from({ length: rejected }, (_, index) => ({
          ...{ phone: `x${index}`, state: index % 2 === 0 ? InvalidNumber : Blacklisted },
        }));
        const recipients = isText ? phones.map(String) : Float64Array.from(phones);
        const stored = storedRecipients({ recipients, refused });
        const blocks = stored.kind === "rows" ? [] : [...stored.queued, ...stored.refused];
        for (const { length } of blocks) expect(length > 0 && length <= 500).toBe(true);
        const rows: readonly RecipientRow[] =
          stored.kind === "rows"
            ? stored.rows
            : [
                ...stored.queued.flatMap((block) =>
                  Array.from(block, (phone): RecipientRow => [`${phone}`, Queued]),
                ),
                ...stored.refused.flat(),
              ];
        expect(rows).toEqual([
          ...phones.map((phone) => [String(phone), Queued]),
          ...refused.map(({ phone, state }) => [phone, state]),
        ]);
        const total = netChanges(arrivals(7, { recipients, refused })).reduce((sum, { n }) => sum + n, 0);
        expect(total).toBe(accepted + rejected);
      }),
      { numRuns: 40 },
    );
  });
});

describe("a client transaction", () => {
  const kept: StoredResponse = {
    ...{ contentHash: "h", transactionId: "t1", refused: ["1"], balanceAfter: 5, expiresAt: 100 },
  };
  const repeated = { kind: "repeated", transactionId: "t1", refused: ["1"], balanceAfter: 5 };
  test.each<{ name: string; row: StoredResponse | undefined; hash: string; at: number; want: unknown }>([
    { name: "that is new", row: undefined, hash: "h", at: 0, want: undefined },
    { name: "with the same content", row: kept, hash: "h", at: 99, want: repeated },
    { name: "with another content", row: kept, hash: "other", at: 99, want: { kind: "conflict" } },
    { name: "that is forgotten", row: kept, hash: "h", at: 100, want: undefined },
    { name: "that is forgotten, with another content", row: kept, hash: "other", at: 100, want: undefined },
  ])("$name", ({ row, hash, at, want }) => {
    expect(answeredBefore(row, hash, at)).toEqual(want);
  });
});
