import { isOfSent } from "../../../domain/delivery/submitting/message-id.js";
import type { PartRow } from "../../../domain/delivery/receipts/tracked-message.js";
import type { DeliveryStore } from "../../../ports/delivery.js";
import { text } from "../../script/columns.js";
import type { Reads } from "../../script/reads.js";
import { sql } from "../../script/statement.js";

/** State, time and error of a part `p`, in SQL: those of its message, recipient `r`, if it has none of its own. */
export const partState = `coalesce(p.state, r.state) AS state, coalesce(p.at, r.at) AS at,
  CASE WHEN p.state IS NULL THEN r.error ELSE p.error END AS error`;

/** Columns of a `PartRow`. */
export const partColumns = `p.recipient, p.part, p.network, p.key, ${partState}, p.state IS NULL AS follows`;

/** What is stored of a part: one that follows its message has no state of its own. */
export const storedPart = (row: PartRow) =>
  row.follows ? { ...row, state: null, at: null, error: null } : row;

/** Messages with one of some ids that the network of a link has taken, the latest few, and who sent them to whom. */
export const sentUnder = sql(
  `SELECT r.phone, t.originator FROM link l CROSS JOIN unnest($keys::text[]) AS k (key)
     JOIN sent_part p ON hashtext(p.key) = hashtext(k.key) AND p.key = k.key AND p.key <> '' AND p.network = l.network
     JOIN recipient r ON r.id = p.recipient JOIN txn t ON t.seq = r.txn
   WHERE l.id = $linkId ORDER BY p.recipient + 0 DESC LIMIT 32`,
  { phone: text(), originator: text() },
  {
    sqlite: `SELECT r.phone, t.originator FROM link l CROSS JOIN (SELECT value AS key FROM json_each($keys)) AS k
       CROSS JOIN sent_part p ON p.network = l.network AND p.key = k.key AND p.key <> ''
       JOIN recipient r ON r.id = p.recipient JOIN txn t ON t.seq = r.txn
     WHERE l.id = $linkId ORDER BY p.recipient DESC LIMIT 32`,
  },
);

/** Reads of messages that networks have. */
export function sentReads(reads: Reads): Pick<DeliveryStore, "hasSent"> {
  return {
    hasSent: async ({ linkId, keys, from, to }) => {
      const sent = keys.length === 0 ? [] : await reads.all(sentUnder, { linkId, keys });
      return sent.some((message) => isOfSent(message, { from, to }));
    },
  };
}
