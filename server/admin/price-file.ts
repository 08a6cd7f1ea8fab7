import { foldCase } from "../domain/text/normal-form.js";
import type { PriceRule } from "../domain/credit/coverage.js";
import { type CsvRecord, csvRecords } from "./csv.js";
import { Refusal } from "./refusal.js";
import { prefixOf, priceOf } from "./values.js";

/** Maximum prices of one file, which are changed in one transaction. */
const maxPrices = 100_000;

/** Indexes of the columns `prefix` and `price`. */
type Columns = readonly [prefix: number, price: number];

function columnsOf({ fields }: CsvRecord): Columns {
  const names = fields.map((field) => foldCase(field.trim()));
  const columns = [names.indexOf(foldCase("prefix")), names.indexOf(foldCase("price"))] as const;
  if (columns.includes(-1)) throw new Refusal("the first line must name the columns prefix and price");
  return columns;
}

/** Reads a field of a record. @throws Refusal with its line and column */
function readAt<T>({ line, fields }: CsvRecord, column: number, read: (text: string) => T): T {
  try {
    return read(fields[column]?.trim() ?? "");
  } catch (error) {
    throw error instanceof Refusal
      ? new Refusal(`line ${line}, column ${column + 1}: ${error.message}`)
      : error;
  }
}

const ruleOf = (record: CsvRecord, [prefix, price]: Columns): PriceRule => ({
  prefix: readAt(record, prefix, prefixOf),
  price: readAt(record, price, priceOf),
});

/** The prices of a CSV file whose first line names its columns. @throws Refusal with the line and column */
export async function pricesIn(file: AsyncIterable<Uint8Array>): Promise<readonly PriceRule[]> {
  const rules: PriceRule[] = [];
  let columns: Columns | undefined;
  for await (const record of csvRecords(file)) {
    if (columns === undefined) columns = columnsOf(record);
    else if (record.fields.join("").trim() !== "") rules.push(ruleOf(record, columns));
    if (rules.length > maxPrices) throw new Refusal(`the file has more than ${maxPrices} prices`);
  }
  if (rules.length === 0) throw new Refusal("the file has no prices");
  return rules;
}
