/**
 * An absolute time in UTC, `YYMMDDhhmmsst00+` (SMPP 3.4, section 7.1.1.1). `at` is milliseconds since the epoch, of a
 * year up to 2099.
 */
export function absoluteTime(at: number): string {
  const digits = new Date(at).toISOString().replace(/[^0-9]/g, "");
  return `${digits.slice(2, 15)}00+`;
}
