/** Thousandths in one credit. */
export const creditScale = 1000;

/** What one part to one recipient costs, in thousandths of a credit. */
export const pricePerPart = creditScale;

/** Charge for a message, in thousandths of a credit. */
export function chargeFor(parts: number, recipients: number): number {
  return parts * recipients * pricePerPart;
}

/** A balance, given in thousandths, in whole credits, rounded down so that a caller never counts on too much. */
export function wholeCredits(balance: number): string {
  return String(Math.floor(balance / creditScale));
}

/** NetPoints, CreditSMS, CreditMMS: `POSTPAID`, or the remaining whole credits of a prepaid customer. */
export function creditText(payment: "prepaid" | "postpaid", balance: number): string {
  return payment === "postpaid" ? "POSTPAID" : wholeCredits(balance);
}
