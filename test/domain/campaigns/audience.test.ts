import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { type AudienceRow, taken } from "#server/domain/campaigns/campaigns.js";

const row: AudienceRow = { recipientLimit: 10, taken: 0, locationLimit: undefined, locationTaken: 0 };

test.each<{ title: string; change: Partial<AudienceRow>; known: string[]; want: string[] }>([
  { title: "everybody within the limits", change: {}, known: [], want: ["1", "2", "3", "4"] },
  { title: "nobody twice", change: {}, known: ["2", "4"], want: ["1", "3"] },
  { title: "as many as the campaign may take", change: { taken: 8 }, known: ["1"], want: ["2", "3"] },
  { title: "nobody when the campaign is full", change: { taken: 10 }, known: [], want: [] },
  { title: "as many as the location may take", change: { locationLimit: 1 }, known: ["1"], want: ["2"] },
  {
    title: "the smaller of both limits",
    change: { taken: 9, locationLimit: 5, locationTaken: 3 },
    known: [],
    want: ["1"],
  },
])("a campaign takes $title", ({ change, known, want }) => {
  expect(taken({ ...row, ...change }, ["1", "2", "3", "3", "4"], new Set(known))).toEqual(want);
});

interface Location {
  readonly limit: number | undefined;
  readonly slices: readonly (readonly string[])[];
}

const phones = fc.array(fc.nat(12).map(String), { maxLength: 6 });
const location: fc.Arbitrary<Location> = fc.record({
  limit: fc.option(fc.integer({ min: 1, max: 6 }), { nil: undefined }),
  slices: fc.array(phones, { maxLength: 4 }),
});

/** The phones that a campaign selects from its locations, one by one. */
function model(locations: readonly Location[], limit: number): readonly string[] {
  const reached: string[] = [];
  for (const { limit: locationLimit, slices } of locations) {
    let here = 0;
    for (const phone of slices.flat()) {
      if (reached.includes(phone) || reached.length === limit || here === locationLimit) continue;
      reached.push(phone);
      here += 1;
    }
  }
  return reached;
}

test("slice by slice, a campaign takes the same phones as one by one: none twice, within its limits", () => {
  fc.assert(
    fc.property(fc.array(location), fc.integer({ min: 1, max: 12 }), (locations, recipientLimit) => {
      const reached: string[] = [];
      for (const { limit: locationLimit, slices } of locations) {
        let locationTaken = 0;
        for (const slice of slices) {
          const before = { recipientLimit, taken: reached.length, locationLimit, locationTaken };
          const recipients = taken(before, slice, new Set(reached));
          reached.push(...recipients);
          locationTaken += recipients.length;
        }
      }
      expect(reached).toEqual(model(locations, recipientLimit));
    }),
  );
});
