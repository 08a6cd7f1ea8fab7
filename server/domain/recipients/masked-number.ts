/** A phone number as a log may hold it: its last two characters. */
export function maskedNumber(phone: string): string {
  return `*${phone.length > 4 ? phone.slice(-2) : ""}`;
}
