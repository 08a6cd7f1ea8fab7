import type { Change } from "../../../domain/accounts/accounts.js";
import {
  type BlacklistEntry,
  type BlacklistPlace,
  hiddenDigits,
  isNational,
  type PriceRule,
  type Scope,
} from "../../../domain/credit/coverage.js";
import { rulesByDay } from "../../../domain/credit/dated-prices.js";
import { nationalPart } from "../../../domain/recipients/phone-number.js";
import { dayOf } from "../../../domain/usage/usage.js";
import type { CoverageStore } from "../../../ports/accounts.js";
import type { Caller } from "../../script/calls.js";
import { optional, type RowOf, text, integer } from "../../script/columns.js";
import type { Reads, Snapshots } from "../../script/reads.js";
import { sql } from "../../script/statement.js";
import { all, run, type Steps } from "../../script/steps.js";
import { calls, subject, type WritesOf } from "../../script/subject.js";
import { type AtHand, keep, type Versions } from "../kept.js";
import {
  anyNational,
  listedNationals,
  nationalCounts,
  nationalsOfAll,
  nationalsOfOne,
  removeNationals,
} from "../inbox/national-opt-outs.js";
import { priceScripts, pricesOf, scopedPrices } from "./prices.js";
import { idOf, isKnown, missing, scopeOf } from "./scopes.js";

/** Whether a customer has blacklisted numbers. */
const anyPhone = sql("SELECT 1 FROM blacklist WHERE customer_id = $customerId LIMIT 1");

/** Those of some numbers that are blacklisted, for a customer or for all. */
const listedPhones = sql(
  `SELECT CAST(n.phone AS text) AS phone FROM unnest($numbers::bigint[]) WITH ORDINALITY AS n (phone, place)
   WHERE EXISTS (SELECT 1 FROM blacklist b WHERE b.customer_id = 0 AND b.phone = n.phone)
      OR EXISTS (SELECT 1 FROM blacklist b WHERE b.customer_id = $customerId AND b.phone = n.phone)
   ORDER BY n.place`,
  { phone: text() },
);
const listed = { customerId: integer(), phone: text(), at: integer(), repliedTo: optional(text()) };
const listedNames = "customer_id, CAST(phone AS text) AS phone, created_at AS at, replied_to";
const phonesOfAll = sql(
  `SELECT ${listedNames} FROM blacklist WHERE (customer_id, blacklist.phone) >= ($customerId, $from)
   ORDER BY customer_id, blacklist.phone LIMIT $limit OFFSET $ahead`,
  listed,
);
const phonesOfOne = sql(
  `SELECT ${listedNames} FROM blacklist WHERE customer_id = $customerId AND blacklist.phone >= $from
   ORDER BY blacklist.phone LIMIT $limit OFFSET $ahead`,
  listed,
);

const insertPhones = sql(
  `INSERT INTO blacklist (customer_id, phone, created_at)
   SELECT $customerId, phone, $at FROM unnest($phones::bigint[]) WITH ORDINALITY AS n (phone, place) ORDER BY place
   ON CONFLICT DO NOTHING`,
);
/** Guard: none of the numbers goes between the comparison and the deletion. */
const lockedPhones = sql(
  "SELECT phone FROM blacklist WHERE customer_id = $customerId AND phone = ANY ($phones::bigint[]) ORDER BY phone",
  { phone: integer() },
  { lock: "FOR UPDATE" },
);
const removePhones = sql(
  "DELETE FROM blacklist WHERE customer_id = $customerId AND phone = ANY ($phones::bigint[])",
);

/** Changes of prices and blacklists. */
export const coverage = subject(
  "coverage",
  {
    ...priceScripts,
    *addToBlacklist(scope: Scope, phones: readonly string[], at: number): Steps<Change> {
      if (!(yield* isKnown(scope))) return { ok: false, reason: "unknownCustomer" };
      const added = yield* run(insertPhones, { customerId: idOf(scope), phones: phones.map(Number), at });
      return { ok: true, changed: added, after: { added } };
    },
    *removeFromBlacklist(scope: Scope, phones: readonly string[]): Steps<Change> {
      const whole = phones.filter((phone) => !isNational(phone));
      const listed = { customerId: idOf(scope), phones: [...new Set(whole.map(Number))] };
      const found = yield* all(lockedPhones, listed);
      if (
        found.length < listed.phones.length ||
        !(yield* removeNationals(listed.customerId, phones.filter(isNational)))
      )
        return { ok: false, reason: yield* missing(scope) };
      yield* run(removePhones, listed);
      return { ok: true };
    },
  },
  ["setPrices", "removePrice", "addToBlacklist", "removeFromBlacklist"],
);

/** What is kept of a customer, or of everybody. */
interface Kept {
  /** By the UTC day. */
  readonly rulesOn: (day: number) => readonly PriceRule[];
  /** Whether it has blacklisted numbers, and opt-outs of numbers in national form. */
  readonly isListed: boolean;
  readonly hasNationals: boolean;
}

const entryOf = ({ customerId, ...entry }: RowOf<typeof listed>): BlacklistEntry => ({
  scope: scopeOf(customerId),
  ...entry,
});

/** Where a page begins in a table. */
type Start = Readonly<Record<"customerId" | "from" | "ahead", number>>;

const begin: Start = { customerId: 0, from: 0, ahead: 0 };

/** A page of the numbers of a customer, or of all and everybody. */
async function pageOf(
  reads: Reads,
  only: number | undefined,
  { isNational: fromNational, block, ahead, customerId }: BlacklistPlace,
  limit: number,
): Promise<readonly BlacklistEntry[]> {
  const start = { customerId, from: block * 10 ** hiddenDigits, ahead };
  const read = (ofAll: typeof phonesOfAll, ofOne: typeof phonesOfOne, from: Start, most: number) => {
    if (only === undefined) return reads.all(ofAll, { ...from, limit: most });
    return reads.all(ofOne, { ...from, customerId: only, limit: most });
  };
  const nationals = fromNational ? await read(nationalsOfAll, nationalsOfOne, start, limit) : [];
  const left = limit - nationals.length;
  const others = left === 0 ? [] : await read(phonesOfAll, phonesOfOne, fromNational ? begin : start, left);
  return [...nationals, ...others].map(entryOf);
}

/** Those of some numbers that have opted out in national form. */
async function nationalsAmong(
  reads: Reads,
  customerId: number,
  numbers: readonly number[],
): Promise<readonly string[]> {
  const parts = new Map(numbers.map((number) => [String(number), nationalPart(String(number))]));
  const rows = await reads.all(listedNationals, { customerId, numbers: [...new Set(parts.values())] });
  const listed = new Set(rows.map(({ number }) => number));
  return [...parts].flatMap(([phone, part]) => (listed.has(part) ? [phone] : []));
}

/** Reads that calls repeat, which are kept in memory. */
function keptReads(
  reads: Reads,
  { prices: version }: Versions,
  { slice, pause }: Snapshots,
): Pick<CoverageStore, "prices" | "blacklisted"> {
  const keptOf = keep(version, async (customerId: number): Promise<Kept> => {
    const [prices, phone, national] = await Promise.all([
      pricesOf(reads, customerId),
      reads.get(anyPhone, { customerId }),
      reads.get(anyNational, { customerId }),
    ]);
    return {
      rulesOn: rulesByDay(prices),
      isListed: phone !== undefined,
      hasNationals: national !== undefined,
    };
  });
  /** What is kept of everybody, and of a customer. */
  const both = (customerId: number): AtHand<readonly [Kept, Kept]> => {
    const [shared, own] = [keptOf(0), keptOf(customerId)];
    return shared instanceof Promise || own instanceof Promise ? Promise.all([shared, own]) : [shared, own];
  };
  return {
    prices: async (customerId, at) => {
      const [shared, own] = await both(customerId);
      const day = dayOf(at);
      return { shared: shared.rulesOn(day), own: own.rulesOn(day) };
    },
    blacklisted: async (customerId, numbers) => {
      const found = new Set<string>();
      const [shared, own] = await both(customerId);
      if (!shared.isListed && !own.isListed && !own.hasNationals) return found;
      for (let start = 0; start < numbers.length; start += slice) {
        if (start > 0) await pause();
        const some = Array.from<string | number, number>(numbers.slice(start, start + slice), Number);
        for (const { phone } of await reads.all(listedPhones, { customerId, numbers: some }))
          found.add(phone);
        if (own.hasNationals)
          for (const phone of await nationalsAmong(reads, customerId, some)) found.add(phone);
      }
      return found;
    },
  };
}

export function coverageStore(
  reads: Reads,
  writer: Caller<WritesOf<typeof coverage>>,
  versions: Versions,
  snapshots: Snapshots,
): CoverageStore {
  const idOrAll = (scope: Scope | "all") => (scope === "all" ? undefined : idOf(scope));
  return {
    ...keptReads(reads, versions, snapshots),
    ...calls(writer, coverage),
    allPrices: (scope) => scopedPrices(reads, scope),
    blacklist: (scope, place, limit) => pageOf(reads, idOrAll(scope), place, limit),
    nationalOptOuts: (limit, most) => reads.all(nationalCounts, { limit, most }),
  };
}
