import {
  blacklistBegin,
  type BlacklistEntry,
  type BlacklistPlace,
  placeBehind,
  type Scope,
} from "../domain/credit/coverage.js";
import type { Store } from "../ports/store.js";
import { customerIdOf } from "./values.js";

/** A blacklisted number as the commands print it. */
export interface BlacklistRow {
  /** Null: for every customer. */
  readonly customer: number | null;
  readonly number: string;
  /** ISO 8601, UTC. */
  readonly since: string;
  /** Number to which its owner sent a stop word; null for one that somebody else has added. */
  readonly repliedTo: string | null;
}

/** Everybody, or one customer. @throws Refusal */
export function scopeOf(customer: string | undefined): Scope {
  return customer === undefined ? undefined : customerIdOf(customer);
}

const listedRow = ({ scope, phone, at, repliedTo }: BlacklistEntry): BlacklistRow => ({
  customer: scope ?? null,
  number: phone,
  since: new Date(at).toISOString(),
  repliedTo: repliedTo ?? null,
});

/** The blacklist of one customer, or all there are, page by page. @throws Refusal */
export async function* listBlacklist(
  store: Store,
  customer?: string,
): AsyncGenerator<readonly BlacklistRow[]> {
  for await (const page of store.coverage.blacklist(scopeOf(customer) ?? "all")) yield page.map(listedRow);
}

/** A page of the blacklist of a customer, and the place of the next one, if there is one. */
export interface BlacklistPage {
  readonly rows: readonly BlacklistRow[];
  readonly next: string | undefined;
}

/** A place in the address of a page, such as `12025550.17`; one among the numbers in national form has 0 before it, as those do. */
const placeText = ({ isNational, block, ahead }: BlacklistPlace): string =>
  `${isNational ? "0" : ""}${block}.${ahead}`;

/** Reads a place as a page of before has it; the first one for any other text. */
function placeOf(text: string | undefined): BlacklistPlace {
  const [, zero, block = "0", ahead = "0"] = /^(0?)(\d{1,13})\.(\d{1,4})$/u.exec(text ?? "") ?? [];
  if (zero === undefined) return blacklistBegin;
  return { isNational: zero !== "", block: Number(block), ahead: Number(ahead) };
}

/** Part of the blacklist of a customer. @throws Refusal */
export async function blacklistPage(
  { coverage }: Pick<Store, "coverage">,
  customer: string,
  from: string | undefined,
  limit: number,
): Promise<BlacklistPage> {
  const place = placeOf(from);
  const found = await coverage.blacklistPage(customerIdOf(customer), place, limit + 1);
  const shown = found.slice(0, limit);
  const next = placeBehind(
    place,
    shown.map(({ phone }) => phone),
  );
  return { rows: shown.map(listedRow), next: found.length > limit ? placeText(next) : undefined };
}
