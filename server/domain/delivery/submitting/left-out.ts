import { RecipientState } from "../../recipient-state.js";
import type { RefusedRecipient } from "./submission.js";
import { isPlausible } from "../../recipients/phone-number.js";

/** Why a recipient gets no message. */
export type LeftOutReason = "optedOut" | "notCovered" | "noNumber";

/** The reason for a refused recipient. */
export function leftOutReason({ phone, state, given }: RefusedRecipient): LeftOutReason {
  if (state === RecipientState.Blacklisted) return "optedOut";
  return given === undefined && isPlausible(phone) ? "notCovered" : "noNumber";
}

/** The reason why an entry is not a phone number, as text. */
export function noNumberText(entry: string): string {
  const digits = entry.replace(/[^0-9]/gu, "");
  if (digits === "") return "has no digits";
  if (/\p{L}/u.test(entry)) return "has letters";
  if (digits.length < 7) return "is too short for an international number";
  if (digits.length > 15) return "is too long for an international number";
  if (digits.startsWith("0")) return "starts with 0: write it with its country code";
  return "is not written as an international number";
}
