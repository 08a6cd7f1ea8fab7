/**
 * An absolute time in UTC, `YYMMDDhhmmsst00+` (SMPP 3.4, section 7.1.1.1). `at` is milliseconds since the epoch, of a
 * year up to 2099.
 */
export function absoluteTime(at: number): string {
  const [, date = "", time = "", tenth = ""] =
    /^\d\d(\d\d-\d\d-\d\d)T(\d\d:\d\d:\d\d)\.(\d)/.exec(new Date(at).toISOString()) ?? [];
  return `${date.replaceAll("-", "")}${time.replaceAll(":", "")}${tenth}00+`;
}
