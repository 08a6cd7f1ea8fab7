/** Exact arithmetic of decimals: functions, because a client that only passes decimals on does not need them. */
import { Decimal } from "./decimal.js";

/** A decimal, or an integer; other numbers are not exact: `Decimal.parse("0.1")` is. */
export type DecimalOperand = Decimal | bigint | number;

/** @throws RangeError for a number that is not a safe integer */
function exact(operand: DecimalOperand): Decimal {
  if (operand instanceof Decimal) return operand;
  if (typeof operand === "number" && !Number.isSafeInteger(operand))
    throw new RangeError(`${operand} is not an integer below 2^53: pass a Decimal`);
  return Decimal.fromUnits(operand, 0);
}

/** The sum, with the longer of the two scales: 1.50 and 2 are 3.50. */
export function addDecimals(one: DecimalOperand, other: DecimalOperand): Decimal {
  const [left, right] = [exact(one), exact(other)];
  const scale = Math.max(left.scale, right.scale);
  return Decimal.fromUnits(left.toUnits(scale) + right.toUnits(scale), scale);
}

/** `one` less `other`, with the longer of the two scales. */
export function subtractDecimals(one: DecimalOperand, other: DecimalOperand): Decimal {
  return addDecimals(one, multiplyDecimals(other, -1));
}

/**
 * The product; its scale is the sum of both: 1.50 times 0.19 is 0.2850.
 * @throws RangeError if that scale is beyond 1,000
 */
export function multiplyDecimals(one: DecimalOperand, other: DecimalOperand): Decimal {
  const [left, right] = [exact(one), exact(other)];
  const units = left.toUnits(left.scale) * right.toUnits(right.scale);
  return Decimal.fromUnits(units, left.scale + right.scale);
}

/**
 * The nearest number with `scale` digits after the point, halves away from zero: 0.285 with scale 2 is 0.29, -0.285 is -0.29. A shorter
 * number is extended: 3 is 3.00.
 */
export function roundDecimal(operand: DecimalOperand, scale: number): Decimal {
  const value = exact(operand);
  if (value.scale <= scale) return Decimal.fromUnits(value.toUnits(scale), scale);
  const unit = 10n ** BigInt(value.scale - scale);
  const units = value.toUnits(value.scale);
  const half = units < 0n ? -unit / 2n : unit / 2n;
  return Decimal.fromUnits((units + half) / unit, scale);
}
