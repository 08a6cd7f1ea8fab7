import { integer } from "../script/columns.js";
import { sql } from "../script/statement.js";

/** A number that changes with what is kept. */
type Version = () => number | Promise<number>;

/** How a database tells that what was read may have changed. */
export interface Versions {
  /** Changes with customers, users, originators and API keys: by another process, a moment later. */
  readonly accounts: Version;
  /** Changes with prices and blacklists, as `accounts`. */
  readonly prices: Version;
  /** Changes with every commit, also of another process; undefined where the database does not tell. */
  readonly commits: Version | undefined;
}

const number = { n: integer() };

/** Tables with one row that changes with everything they count for, in any process. */
export const revisions = {
  accounts: sql("SELECT n FROM account_revision", number),
  prices: sql("SELECT n FROM price_revision", number),
  links: sql("SELECT n FROM link_revision", number),
};

/** Guard: whatever changes links, routes and providers of users locks their revision first: changes come one after the other. */
export const linkChanges = sql("SELECT n FROM link_revision", undefined, { lock: "FOR UPDATE" });

/** Guard: the same for prices, so that a change sees which coming prices an earlier one has made those that apply. */
export const priceChanges = sql("SELECT n FROM price_revision", undefined, { lock: "FOR UPDATE" });

/** Maximum kept entries of a kind. */
const maxKept = 10_000;

/** A value that is at hand, or that is being read. */
export type AtHand<V> = V | Promise<V>;

/**
 * Keeps what is read by key until the version changes; `undefined` is not kept. A kept value is returned as it is: a message asks for
 * six of them, and promises would cost it several microseconds.
 */
export function keep<K, V extends object | undefined>(
  version: Version,
  read: (key: K) => Promise<V>,
): (key: K) => AtHand<V> {
  const kept = new Map<K, AtHand<V>>();
  let seen: number | undefined;
  const reading = (key: K): Promise<V> => {
    const found = read(key);
    kept.set(key, found);
    const settle = (value: V | undefined): void => {
      if (kept.get(key) !== found) return;
      if (value === undefined) kept.delete(key);
      else kept.set(key, value);
    };
    found.then(settle, () => {
      settle(undefined);
    });
    return found;
  };
  const at = (now: number, key: K): AtHand<V> => {
    if (now !== seen || kept.size >= maxKept) kept.clear();
    seen = now;
    return kept.get(key) ?? reading(key);
  };
  return (key) => {
    const now = version();
    return typeof now === "number" ? at(now, key) : now.then((current) => at(current, key));
  };
}
