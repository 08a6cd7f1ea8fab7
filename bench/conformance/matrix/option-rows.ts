/** Combinations of the options that decide which files an output has, and how they read. */
import type { ContractOptions } from "messenger-gen";

/** Options of a row, all with a value. */
export type OptionRow = Readonly<
  Required<
    Pick<ContractOptions, "json" | "schemas" | "mocks" | "client" | "emit" | "values" | "names" | "lenient">
  >
>;

const choices = {
  json: [false, true],
  schemas: [false, true],
  mocks: ["none", "msw"],
  client: ["class", "functions"],
  values: ["exact", "plain"],
  names: ["contract", "camel"],
  lenient: [false, true],
} as const;

type Varied = keyof typeof choices;

function row(emit: OptionRow["emit"], at: (option: Varied) => number): OptionRow {
  const chosen = Object.entries(choices).map(([name, values]) => [name, values[at(name as Varied)]]);
  return { emit, ...(Object.fromEntries(chosen) as Omit<OptionRow, "emit">) };
}

/** Each digit is the choice of an option, in their order. Each pair of choices of two options is in a row. */
const pairwise = ["0000000", "0111111", "1000111", "1011001", "1101010", "1110100"];

const options = Object.keys(choices) as readonly Varied[];

/** Options that are without effect where types are all that is written. */
const ofTypes: readonly Varied[] = ["values", "names", "lenient"];

/** A row for each pair of choices. */
export const pairwiseRows: readonly OptionRow[] = [
  ...pairwise.map((digits) => row("all", (option) => Number(digits[options.indexOf(option)]))),
  ...["000", "011", "101", "110"].map((digits) =>
    row("types", (option) => Number(digits[ofTypes.indexOf(option)] ?? 0)),
  ),
];

/**
 * Rows whose outputs contain the files of every combination. A file does not depend on which others are written, but for the index: each row
 * has all of them, and differs from the others in the options that change files.
 */
export const fullRows: readonly OptionRow[] = [0, 1].flatMap((values) =>
  [0, 1].flatMap((names) =>
    [0, 1].flatMap((lenient) => {
      const chosen: Partial<Record<Varied, number>> = { values, names, lenient };
      return [
        ...[0, 1].map((client) => row("all", (option) => ({ ...chosen, client })[option] ?? 1)),
        row("types", (option) => chosen[option] ?? 0),
      ];
    }),
  ),
);

/** The options as the command has them: `--json --values plain`. */
export function rowText(given: OptionRow): string {
  const flags = (["json", "schemas", "lenient"] as const).filter((name) => given[name]);
  const named = (["mocks", "client", "emit", "values", "names"] as const).map(
    (name) => `--${name} ${given[name]}`,
  );
  return [...flags.map((name) => `--${name}`), ...named].join(" ");
}
