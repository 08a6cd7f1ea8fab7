import { refuse, type Refused } from "../refusals.js";

/** Thousandths in one credit. */
export const creditScale = 1000;

/**
 * Charge for a message, in thousandths of a credit; exact. `pricePerPart` is the price of one part to all recipients
 * together.
 */
export function chargeFor(parts: number, pricePerPart: number): number {
  return parts * pricePerPart;
}

/** Credits with as many decimals as they need. */
export function creditsText(thousandths: number): string {
  const whole = Math.trunc(Math.abs(thousandths) / creditScale);
  const decimals = String(Math.abs(thousandths) % creditScale)
    .padStart(3, "0")
    .replace(/0+$/u, "");
  return `${thousandths < 0 ? "-" : ""}${whole}${decimals === "" ? "" : `.${decimals}`}`;
}

/** A balance, given in thousandths, in whole credits, rounded down so that a caller never counts on too much. */
export function wholeCredits(balance: number): string {
  return String(Math.floor(balance / creditScale));
}

/** NetPoints, CreditSMS, CreditMMS: `POSTPAID`, or the remaining whole credits of a prepaid customer. */
export function creditText(payment: "prepaid" | "postpaid", balance: number): string {
  return payment === "postpaid" ? "POSTPAID" : wholeCredits(balance);
}

/** The refusal of what costs more than the credit. */
export function noCredit(payment: "prepaid" | "postpaid"): Refused {
  return refuse(payment === "postpaid" ? "postpaidLimit" : "insufficientCredit");
}
