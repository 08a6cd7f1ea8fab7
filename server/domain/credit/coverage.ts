/** Price of one part to numbers that start with a prefix. */
export interface PriceRule {
  /** 0 to 15 digits; the empty prefix matches every number. */
  readonly prefix: string;
  /** Thousandths of a credit; undefined: no message is sent there. */
  readonly price: number | undefined;
}

/** The rules that apply to one customer. */
export interface PriceTable {
  /** For every customer. */
  readonly shared: readonly PriceRule[];
  /** For this one. */
  readonly own: readonly PriceRule[];
}

/** Highest price of one part, in thousandths of a credit. */
export const maxPrice = 1_000_000;

/**
 * Price of one part to a number, in thousandths of a credit; undefined if it is not covered. Lists of numbers are priced without their text, which
 * takes a quarter of the time.
 */
export type Tariff = (number: string | number) => number | undefined;

interface Prefixes {
  /** Lengths that occur, the longest first. */
  readonly lengths: readonly number[];
  /** By the digits of the prefix behind a 1. */
  readonly rules: ReadonlyMap<number, PriceRule>;
}

const keyOf = (digits: string): number => Number(`1${digits}`);

function prefixesOf(rules: readonly PriceRule[]): Prefixes {
  const lengths = new Set(rules.map(({ prefix }) => prefix.length));
  return {
    lengths: [...lengths].sort((a, b) => b - a),
    rules: new Map(rules.map((rule) => [keyOf(rule.prefix), rule])),
  };
}

const prepared = new WeakMap<readonly PriceRule[], Prefixes>();

/** Cache of prepared rules: a price list is long, and most calls have one recipient. */
function preparedOf(rules: readonly PriceRule[]): Prefixes {
  const known = prepared.get(rules);
  if (known !== undefined) return known;
  const prefixes = prefixesOf(rules);
  prepared.set(rules, prefixes);
  return prefixes;
}

/** Powers of ten up to the most digits of a phone number. */
const powers = Array.from({ length: 17 }, (_, digits) => 10 ** digits);
const power = (digits: number): number => powers[digits] ?? Infinity;

function digitsOf(number: number): number {
  let digits = 1;
  while (number >= power(digits)) digits++;
  return digits;
}

function longest({ lengths, rules }: Prefixes, number: string | number): PriceRule | undefined {
  const digits = typeof number === "string" ? number.length : digitsOf(number);
  for (const length of lengths) {
    if (length > digits) continue;
    const rule = rules.get(
      typeof number === "string"
        ? keyOf(number.slice(0, length))
        : power(length) + Math.floor(number / power(digits - length)),
    );
    if (rule !== undefined) return rule;
  }
  return undefined;
}

/** The longest prefix decides; the customer's own rule when both lists have it. */
export function tariffOf({ shared, own }: PriceTable): Tariff {
  const sharedPrefixes = preparedOf(shared);
  const ownPrefixes = preparedOf(own);
  return (number) => {
    const mine = longest(ownPrefixes, number);
    const everybodys = longest(sharedPrefixes, number);
    if (mine === undefined) return everybodys?.price;
    if (everybodys === undefined) return mine.price;
    return (everybodys.prefix.length > mine.prefix.length ? everybodys : mine).price;
  };
}

/** A customer's list, or everybody's: undefined. */
export type Scope = number | undefined;

/** A price of a customer's list, or of everybody's. */
export interface ScopedPrice extends PriceRule {
  readonly scope: Scope;
  /** UTC days since the epoch; 0: no first day. */
  readonly firstDay: number;
}

/** Returns whether a listed number is in national form: with 0 before it, because its country is not known. */
export const isNational = (phone: string): boolean => phone.startsWith("0");

/**
 * Place of a page of a blacklist, which begins with the numbers in national form: how many of the numbers that begin like this one come before it. It
 * does not reveal the last digits.
 */
export interface BlacklistPlace {
  /** Whose numbers the page begins with, in a list of all; 0: those of everybody. */
  readonly customerId: number;
  readonly isNational: boolean;
  /** The first numbers of the page without their last `hiddenDigits` digits. */
  readonly block: number;
  readonly ahead: number;
}

/** Last digits of a number that a place leaves out: those that are masked for some operators. */
export const hiddenDigits = 3;

/** The first page. */
export const blacklistBegin: BlacklistPlace = { customerId: 0, isNational: true, block: 0, ahead: 0 };

type Listed = Pick<BlacklistEntry, "phone" | "scope">;

const blockOf = ({ scope = 0, phone }: Listed) => ({
  customerId: scope,
  isNational: isNational(phone),
  block: Math.floor(Number(phone) / 10 ** hiddenDigits),
});

const isSameBlock = (
  one: Omit<BlacklistPlace, "ahead">,
  { customerId, isNational: national, block }: Omit<BlacklistPlace, "ahead">,
): boolean => customerId === one.customerId && national === one.isNational && block === one.block;

/** The place of the first number that begins like this one. */
export const placeBefore = (listed: Listed): BlacklistPlace => ({ ...blockOf(listed), ahead: 0 });

/** Whether a number that is listed from `placeBefore(listed)` on is behind this one, which may have been removed. */
export const isBehind = (entry: Listed, listed: Listed): boolean =>
  !isSameBlock(blockOf(entry), blockOf(listed)) || Number(entry.phone) > Number(listed.phone);

/** The place behind some numbers of a page that begins at `start`, in their order; `start` behind none. */
export function placeBehind(start: BlacklistPlace, entries: readonly Listed[]): BlacklistPlace {
  const last = entries.at(-1);
  if (last === undefined) return start;
  const end = blockOf(last);
  const shown = entries.filter((entry) => isSameBlock(blockOf(entry), end)).length;
  return { ...end, ahead: shown + (isSameBlock(start, end) ? start.ahead : 0) };
}

export interface BlacklistEntry {
  readonly scope: Scope;
  readonly phone: string;
  /** When it was added, milliseconds since the epoch. */
  readonly at: number;
  /** Number to which its owner sent a stop word; undefined for one that somebody else has added. */
  readonly repliedTo: string | undefined;
}
