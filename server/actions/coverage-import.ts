import { foldCase } from "../domain/text/normal-form.js";
import type { PriceRule } from "../domain/credit/coverage.js";
import { type PriceDifference, priceDifferences, pricesOn } from "../domain/credit/dated-prices.js";
import { dayOf } from "../domain/usage/usage.js";
import type { AuditFacts } from "../domain/audit.js";
import type { Store } from "../ports/store.js";
import { scopeOf } from "../admin/blacklist.js";
import { type CsvRecord, csvRecords } from "../admin/csv.js";
import { type NumberFile, readNumbers } from "../admin/number-file.js";
import { type Occasion, recorded } from "../admin/occasion.js";
import { firstDayOf } from "../admin/period.js";
import { expectDone, fieldOf, Refusal } from "../admin/refusal.js";
import { prefixOf, priceOf } from "../admin/values.js";
import { auditNameOf } from "./audit-names.js";
import { addPhones, addToBlacklist } from "./blacklist.js";
import { setPrice, shownPrefix, shownPrice } from "./prices.js";

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

async function rulesOf(file: AsyncIterable<Uint8Array>): Promise<readonly PriceRule[]> {
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

/** A price file and what to do with it. */
export interface PriceFile {
  readonly file: AsyncIterable<Uint8Array>;
  readonly customer: string | undefined;
  /** First day of the prices. */
  readonly from?: string | undefined;
  /** Only compare. */
  readonly dryRun: boolean;
}

/** A price that a file changes, as the commands print it. */
export interface ChangedPrice {
  readonly prefix: string;
  /** Credits per part; null: the prefix has no price of its own. */
  readonly before: string | null;
  readonly after: string;
}

/** The prices of a file, and those that differ from the prices of the list on their first day. */
export interface PriceReport {
  /** Null: for every customer. */
  readonly customer: number | null;
  readonly prices: number;
  readonly from: string | null;
  readonly changed: readonly ChangedPrice[];
}

const priceText = (price: number | undefined): string => shownPrice(price) ?? "none";

const changedPrice = ({ prefix, before, after }: PriceDifference): ChangedPrice => ({
  prefix: shownPrefix(prefix),
  before: before === undefined ? null : priceText(before.price),
  after: priceText(after.price),
});

/**
 * Sets the prices of a CSV file, for one customer or for all, at once or from a day on; the last one of a prefix counts, prices of other
 * prefixes stay. All or none; recorded. @throws Refusal
 */
export async function importPrices(
  store: Store,
  { file, customer, from, dryRun }: PriceFile,
  occasion: Occasion,
): Promise<PriceReport> {
  const scope = scopeOf(customer);
  const firstDay = fieldOf("from", from, (text) => firstDayOf(text, occasion.now));
  const rules = await rulesOf(file);
  const known = pricesOn(await store.coverage.allPrices(scope), firstDay ?? dayOf(occasion.now));
  const subject = {
    customer: scope ?? null,
    prices: new Set(rules.map(({ prefix }) => prefix)).size,
    from: from ?? null,
  };
  if (!dryRun) {
    const { coverage } = recorded(store, occasion, { action: auditNameOf(setPrice.name), subject });
    const change = await coverage.setPrices(scope, rules, occasion.now, firstDay);
    expectDone(change, { customerId: scope ?? 0, thing: "price" });
  }
  return { ...subject, changed: priceDifferences(known, rules).map(changedPrice) };
}

/** Result for the entries of a file: `entries` = `accepted` + `invalid`. */
export interface BlacklistReport extends Omit<NumberFile, "valid"> {
  /** Null: for every customer. */
  readonly customer: number | null;
  /** Numbers that are on the blacklist afterwards. */
  readonly accepted: number;
}

/**
 * Adds the numbers of a file to a blacklist, of one customer or of all, in pieces, beside a running server;
 * `progress` is called with the number of entries read. What was added before a failure stays. Each piece is
 * recorded. @throws Refusal
 */
export async function importBlacklist(
  store: Store,
  input: { readonly file: AsyncIterable<Uint8Array>; readonly customer: string | undefined },
  occasion: Occasion,
  progress: (entries: number) => void,
): Promise<BlacklistReport> {
  const scope = scopeOf(input.customer);
  const call = {
    now: occasion.now,
    recorded: (facts: AuditFacts) =>
      recorded(store, occasion, { action: auditNameOf(addToBlacklist.name), ...facts }),
  };
  const add = async (phones: readonly string[]): Promise<void> => {
    if (phones.length > 0) await addPhones(call, scope, phones);
  };
  const { entries, valid, ...rest } = await readNumbers(input.file, add, progress);
  return { customer: scope ?? null, entries, accepted: valid, ...rest };
}
