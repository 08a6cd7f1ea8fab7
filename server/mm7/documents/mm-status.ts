import type { PartState } from "../../domain/outbox/receipt-state.js";
import { RecipientState } from "../../domain/outbox/recipient-state.js";

/** Values of MMStatus (3GPP TS 23.140, section 8.7.2.4); `docs/reference/mms.md` holds the same table. */
export const mmStatuses: ReadonlyMap<string, PartState> = new Map<string, PartState>([
  ["Retrieved", RecipientState.Delivered],
  ["Forwarded", RecipientState.Enroute],
  ["Deferred", RecipientState.Enroute],
  ["Expired", RecipientState.Expired],
  ["Rejected", RecipientState.Rejected],
  ["Unrecognised", RecipientState.Undeliverable],
  ["Indeterminate", RecipientState.Unknown],
]);
