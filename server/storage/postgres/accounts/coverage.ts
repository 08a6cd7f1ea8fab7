import type { PriceRule, Scope } from "../../../domain/credit/coverage.js";
import type { CoverageStore } from "../../../ports/accounts.js";
import type { coverageCalls, CoverageWrites } from "../../protocol/account-writes.js";
import {
  blacklistEntryOf,
  type BlacklistRow,
  type PriceRow,
  ruleOf,
  scopedPriceOf,
  scopeId,
  scopeIdOrAll,
} from "../../rows/price-row.js";
import { type Batches, oneByOne } from "../engine/batch.js";
import type { Queries } from "../engine/database.js";
import { keepUntil, type Revised } from "../engine/kept.js";
import { sql } from "../engine/statement.js";
import { changeOf, type ChangeRefusal, customerExists } from "./change.js";

/** Numbers that are looked up at once. */
const sliceSize = 10_000;

type CoverageReads = Omit<CoverageStore, keyof ReturnType<typeof coverageCalls>>;

const rules = sql<PriceRow>(
  "SELECT customer_id, prefix, price FROM price WHERE customer_id = $1 ORDER BY prefix",
);
const prices = sql<PriceRow>(
  `SELECT customer_id, prefix, price FROM price WHERE $1::bigint IS NULL OR customer_id = $1
   ORDER BY customer_id, prefix`,
);
const anyPhone = sql("SELECT 1 FROM blacklist WHERE customer_id = $1 LIMIT 1");
const blacklisted = sql<{ readonly phone: string }>(
  `SELECT n.phone::text AS phone FROM unnest($2::bigint[]) WITH ORDINALITY AS n (phone, place)
   WHERE EXISTS (SELECT FROM blacklist b WHERE b.customer_id IN (0, $1) AND b.phone = n.phone) ORDER BY n.place`,
);
const blacklist = sql<BlacklistRow>(
  `SELECT customer_id, phone::text AS phone FROM blacklist WHERE $1::bigint IS NULL OR customer_id = $1
   ORDER BY customer_id, blacklist.phone`,
);

/** What is kept of a customer, or of everybody. */
interface Kept {
  readonly rules: readonly PriceRule[];
  /** Whether it has blacklisted numbers. */
  readonly isListed: boolean;
}

const nothingKept: Kept = { rules: [], isListed: false };

/** Every read of prices and blacklists; `revised`: the revision of both. */
export function coverageReads(queries: Queries, revised: Revised): CoverageReads {
  const read = keepUntil(revised, async (customerId: number): Promise<Kept> => {
    const [own, phone] = await Promise.all([
      queries.all(rules, customerId),
      queries.get(anyPhone, customerId),
    ]);
    return { rules: own.map(ruleOf), isListed: phone !== undefined };
  });
  const kept = async (customerId: number): Promise<Kept> => (await read(customerId)) ?? nothingKept;
  return {
    prices: async (customerId) => ({
      shared: (await kept(0)).rules,
      own: (await kept(customerId)).rules,
    }),
    blacklisted: async (customerId, numbers) => {
      const found = new Set<string>();
      if (!(await kept(0)).isListed && !(await kept(customerId)).isListed) return found;
      for (let start = 0; start < numbers.length; start += sliceSize) {
        const slice = Array.from<string | number, number>(numbers.slice(start, start + sliceSize), Number);
        for (const { phone } of await queries.all(blacklisted, customerId, slice)) found.add(phone);
      }
      return found;
    },
    allPrices: async (scope) => (await queries.all(prices, scopeIdOrAll(scope))).map(scopedPriceOf),
    blacklist: async (scope) => (await queries.all(blacklist, scopeIdOrAll(scope))).map(blacklistEntryOf),
  };
}

const upsert = sql(
  `INSERT INTO price (customer_id, prefix, price) SELECT $1, prefix, price FROM unnest($2::text[], $3::bigint[]) AS n (prefix, price)
   ON CONFLICT (customer_id, prefix) DO UPDATE SET price = excluded.price`,
);
const remove = sql("DELETE FROM price WHERE customer_id = $1 AND prefix = $2");
const insertPhones = sql(
  "INSERT INTO blacklist (customer_id, phone, created_at) SELECT $1, unnest($2::bigint[]), $3 ON CONFLICT DO NOTHING",
);

/** Guard: none of the numbers goes between the comparison and the deletion. */
const lockPhones = sql(
  "SELECT phone FROM blacklist WHERE customer_id = $1 AND phone = ANY ($2::bigint[]) ORDER BY phone FOR UPDATE",
);
const removePhones = sql("DELETE FROM blacklist WHERE customer_id = $1 AND phone = ANY ($2::bigint[])");

const isKnown = async (queries: Queries, scope: Scope): Promise<boolean> =>
  scope === undefined || customerExists(queries, scope);

const unknown = async (queries: Queries, scope: Scope): Promise<ChangeRefusal> =>
  (await isKnown(queries, scope)) ? "unknownEntry" : "unknownCustomer";

/** Every change of prices and blacklists. */
export const coverageWrites: Batches<CoverageWrites> = {
  setPrices: oneByOne(async (session, { scope, rules: wanted }) => {
    if (!(await isKnown(session, scope))) return { ok: false, reason: "unknownCustomer" };
    // Of two prices for a prefix the last one counts.
    const last = [...new Map(wanted.map(({ prefix, price }) => [prefix, price ?? null]))];
    await session.run(
      upsert,
      scopeId(scope),
      last.map(([prefix]) => prefix),
      last.map(([, price]) => price),
    );
    return { ok: true };
  }),
  removePrice: oneByOne(async (session, { scope, prefix }) =>
    changeOf((await session.run(remove, scopeId(scope), prefix)) > 0, () => unknown(session, scope)),
  ),
  addToBlacklist: oneByOne(async (session, { scope, phones, at }) => {
    if (!(await isKnown(session, scope))) return { ok: false, reason: "unknownCustomer" };
    await session.run(insertPhones, scopeId(scope), phones.map(Number), at);
    return { ok: true };
  }),
  removeFromBlacklist: oneByOne(async (session, { scope, phones }) => {
    const numbers = [...new Set(phones.map(Number))];
    const found = await session.all(lockPhones, scopeId(scope), numbers);
    if (found.length < numbers.length) return { ok: false, reason: await unknown(session, scope) };
    await session.run(removePhones, scopeId(scope), numbers);
    return { ok: true };
  }),
};
