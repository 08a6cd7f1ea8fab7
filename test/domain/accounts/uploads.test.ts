import { describe, expect, test } from "@jest/globals";
import { makingWay, uploadLimits, type WaitingUpload } from "#server/domain/accounts/uploads.js";

const { ofCustomer, ofOwner, files, bytes } = uploadLimits;
const half = ofCustomer / 2;

/** `42/ann 5`: a file of five bytes. */
const fileOf = (text: string, id = ""): WaitingUpload => {
  const [owner = "", size = ""] = text.split(" ");
  return {
    id,
    owner,
    customerId: owner.includes("/") ? Number.parseInt(owner, 10) : undefined,
    size: Number(size),
  };
};

const many = (count: number, text: (n: number) => string): readonly string[] =>
  Array.from({ length: count }, (_, n) => text(n));

describe("files that make way for a new one", () => {
  test.each<{ name: string; waiting: readonly string[]; added: string; want: readonly number[] }>([
    { name: "none waits", waiting: [], added: "42/ann 5", want: [] },
    {
      name: "the person has fewer",
      waiting: many(ofOwner - 1, () => "42/ann 5"),
      added: "42/ann 5",
      want: [],
    },
    {
      name: "the person has as many",
      waiting: many(ofOwner, () => "42/ann 5"),
      added: "42/ann 5",
      want: [0],
    },
    {
      name: "others are older than those of the person",
      waiting: ["42/bob 5", "43/ann 5", ...many(ofOwner, () => "42/ann 5"), "ann 5"],
      added: "42/ann 5",
      want: [2],
    },
    {
      name: "of an operator of the same name",
      waiting: many(ofOwner, () => "ann 5"),
      added: "42/ann 5",
      want: [],
    },
    { name: "an operator has as many", waiting: many(ofOwner, () => "ann 5"), added: "ann 5", want: [0] },
    { name: "the customer fits exactly", waiting: [`42/ann ${half}`], added: `42/bob ${half}`, want: [] },
    {
      name: "the customer has a byte too much",
      waiting: [`42/ann ${half}`],
      added: `42/bob ${half + 1}`,
      want: [0],
    },
    {
      name: "two small ones of the customer go, not those of others",
      waiting: [`43/ann ${half}`, "42/ann 5", "42/bob 5", `42/cid ${ofCustomer - 10}`],
      added: "42/dan 10",
      want: [1, 2],
    },
    {
      name: "operators share their bytes",
      waiting: [`ann ${half}`, `42/ann ${half}`, `bob ${half}`],
      added: "cid 1",
      want: [0],
    },
    {
      name: "all have fewer files",
      waiting: many(files - 1, (n) => `${n}/ann 1`),
      added: "42/x 1",
      want: [],
    },
    {
      name: "all have as many files",
      waiting: many(files, (n) => `${n + 1}/ann 1`),
      added: "999/x 1",
      want: [0],
    },
    {
      name: "all have too many bytes",
      waiting: many(bytes / half, (n) => `${n + 1}/ann ${half}`),
      added: `999/x ${half + 1}`,
      want: [0, 1],
    },
    {
      name: "one that goes for its person is not counted again for all",
      waiting: [
        "1/a 1",
        ...many(ofOwner, () => "42/ann 1"),
        ...many(files - ofOwner - 1, (n) => `${n + 50}/b 1`),
      ],
      added: "42/ann 1",
      want: [1],
    },
  ])("$name", ({ waiting, added, want }) => {
    const all = waiting.map((each, n) => fileOf(each, String(n)));
    expect(makingWay(all, fileOf(added, "new"))).toEqual(want.map(String));
  });
});
