import type { AcceptedPart } from "../../../domain/delivery/tracked-message.js";

/** State, time and error of a part `p`, in SQL: those of its message, recipient `r`, if it has none of its own. */
export const partState = `coalesce(p.state, r.state) AS state, coalesce(p.at, r.at) AS at,
  CASE WHEN p.state IS NULL THEN r.error ELSE p.error END AS error`;

/** Columns of a `PartRow`. */
export const partColumns = `p.recipient, p.part, ${partState}, p.state IS NULL AS follows`;

/** What is stored of a part: one that follows its message has no state of its own. */
export const storedPart = (row: AcceptedPart) =>
  row.follows ? { ...row, state: null, at: null, error: null } : row;
