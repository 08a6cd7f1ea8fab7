import {
  anyPhone,
  type Kept,
  type KeptCoverage,
  nothingKept,
  rulesOf,
} from "../../tables/coverage/coverage.js";
import type { Queries } from "../engine/database.js";
import { keepUntil, type Revised } from "../engine/kept.js";
import { readsOn } from "../engine/scripts.js";
import { sql } from "../engine/statement.js";

/** Numbers that are looked up at once. */
const sliceSize = 10_000;

const blacklisted = sql<{ readonly phone: string }>(
  `SELECT n.phone::text AS phone FROM unnest($2::bigint[]) WITH ORDINALITY AS n (phone, place)
   WHERE EXISTS (SELECT FROM blacklist b WHERE b.customer_id IN (0, $1) AND b.phone = n.phone) ORDER BY n.place`,
);

/** Reads of prices and blacklists that calls repeat; `revised`: the revision of both. */
export function keptCoverage(queries: Queries, revised: Revised): KeptCoverage {
  const reads = readsOn(queries);
  const keep = keepUntil(revised, async (customerId: number): Promise<Kept> => {
    const [rules, phone] = await Promise.all([
      reads.all(rulesOf, { customerId }),
      reads.get(anyPhone, { customerId }),
    ]);
    return { rules, isListed: phone !== undefined };
  });
  const kept = async (customerId: number): Promise<Kept> => (await keep(customerId)) ?? nothingKept;
  return {
    prices: async (customerId) => ({ shared: (await kept(0)).rules, own: (await kept(customerId)).rules }),
    blacklisted: async (customerId, numbers) => {
      const found = new Set<string>();
      if (!(await kept(0)).isListed && !(await kept(customerId)).isListed) return found;
      for (let start = 0; start < numbers.length; start += sliceSize) {
        const slice = Array.from<string | number, number>(numbers.slice(start, start + sliceSize), Number);
        for (const { phone } of await queries.all(blacklisted, customerId, slice)) found.add(phone);
      }
      return found;
    },
  };
}
