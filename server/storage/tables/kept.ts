import { whole } from "../script/columns.js";
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

const number = { n: whole() };

/** Tables with one row that changes with everything they count for, in any process. */
export const revisions = {
  accounts: sql("SELECT n FROM account_revision", number),
  prices: sql("SELECT n FROM price_revision", number),
  links: sql("SELECT n FROM link_revision", number),
};

/** Maximum kept entries of a kind. */
const maxKept = 10_000;

/** Keeps what is read by key until the version changes; absent entries are not kept. */
export function keep<K, V>(
  version: Version,
  read: (key: K) => Promise<V | undefined>,
): (key: K) => Promise<V | undefined> {
  const kept = new Map<K, Promise<V | undefined>>();
  let seen: number | undefined;
  return async (key) => {
    const now = await version();
    if (now !== seen || kept.size >= maxKept) kept.clear();
    seen = now;
    const known = kept.get(key);
    if (known !== undefined) return known;
    const found = read(key);
    kept.set(key, found);
    const forget = (): void => {
      if (kept.get(key) === found) kept.delete(key);
    };
    found.then((value) => {
      if (value === undefined) forget();
    }, forget);
    return found;
  };
}
