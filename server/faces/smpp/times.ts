import { existingTime } from "../../domain/time-zone.js";

/** Milliseconds of the units of a relative time, in their order: a year has 365 days and a month 30. */
const units = [365 * 86_400, 30 * 86_400, 86_400, 3_600, 60, 1].map((seconds) => seconds * 1_000);

const form = /^(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})(\d)(\d{2})([+\-R])$/;

const quarter = 900_000;

/** Of UTC+14:00, where clients on some islands are; SMPP 3.4 has 48. */
const mostQuarters = 56;

/**
 * Reads a time of SMPP 3.4 (section 7.1.1): `YYMMDDhhmmsstnnp`, with `+` or `-` and the quarter hours ahead of or behind UTC, or `R` for
 * a time from now. Returns milliseconds since the epoch; undefined for a text that is not a time.
 */
export function readTime(text: string, now: number): number | undefined {
  const match = form.exec(text);
  if (match === null) return undefined;
  const [, ...fields] = match;
  const sign = fields[8];
  const numbers = fields.slice(0, 8).map(Number);
  if (sign === "R") return now + units.reduce((sum, unit, index) => sum + unit * (numbers[index] ?? 0), 0);
  const [year = "", month = "", day = "", hour = "", minute = "", secondText = ""] = fields;
  const [tenths = 0, quarters = 0] = numbers.slice(6);
  const local = existingTime(`20${year}-${month}-${day}T${hour}:${minute}:${secondText}.${tenths}00Z`);
  if (local === undefined || quarters > mostQuarters) return undefined;
  return local + (sign === "-" ? quarters : -quarters) * quarter;
}
