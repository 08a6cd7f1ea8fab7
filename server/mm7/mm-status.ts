import { RecipientState } from "../domain/recipient-state.js";

/** A state that a report leads to. */
export type ReportedState = Exclude<RecipientState, 0 | 1 | 2>;

/** Values of MMStatus (3GPP TS 23.140, section 8.7.2.4); `docs/reference/mms.md` holds the same table. */
export const mmStatuses: ReadonlyMap<string, ReportedState> = new Map<string, ReportedState>([
  ["Retrieved", RecipientState.Delivered],
  ["Forwarded", RecipientState.Submitted],
  ["Deferred", RecipientState.Submitted],
  ["Expired", RecipientState.Expired],
  ["Rejected", RecipientState.Rejected],
  ["Unrecognised", RecipientState.Undeliverable],
  ["Indeterminate", RecipientState.Unknown],
]);
