import type { LinkOutcome } from "../../../domain/delivery/routing/link.js";
import { text, integer } from "../../script/columns.js";
import { sql } from "../../script/statement.js";
import { get, run, type Steps } from "../../script/steps.js";

/** Every price, in the order of links and prefixes. */
export const buyPrices = sql(
  `SELECT l.name AS link, b.link AS link_id, b.prefix, b.price FROM buy_price b JOIN link l ON l.id = b.link
   ORDER BY l.name, b.prefix`,
  { link: text(), linkId: integer(), prefix: text(), price: integer() },
);

const find = sql("SELECT id FROM link WHERE name = $link", { id: integer() });
const set = sql(
  `INSERT INTO buy_price (link, prefix, price) VALUES ($id, $prefix, $price)
   ON CONFLICT (link, prefix) DO UPDATE SET price = excluded.price`,
);
const remove = sql("DELETE FROM buy_price WHERE link = $id AND prefix = $prefix");

const unknownLink: LinkOutcome = { ok: false, reason: "unknownLink" };

export function* setBuyPrice(link: string, prefix: string, price: number): Steps<LinkOutcome> {
  const id = (yield* get(find, { link }))?.id;
  if (id === undefined) return unknownLink;
  yield* run(set, { id, prefix, price });
  return { ok: true };
}

export function* removeBuyPrice(link: string, prefix: string): Steps<LinkOutcome> {
  const id = (yield* get(find, { link }))?.id;
  if (id === undefined) return unknownLink;
  const removed = yield* run(remove, { id, prefix });
  return removed > 0 ? { ok: true } : { ok: false, reason: "unknownPrice" };
}
