const lexical = /^([+-]?)0*([0-9]*)(?:\.([0-9]*))?$/;

/** Maximum digits of a number, before and after the point together; the standard requires at least 18. */
export const maxDigits = 1000;

/**
 * An exact decimal number (`xs:decimal`): immutable, any scale, with trailing zeros, so that `1.50` prints as `1.50`.
 * `equals` compares values: 1.50 and 1.5 are equal. Comparisons by properties, as in tests (`deepStrictEqual`, `toEqual`), compare the digits as
 * well: there they differ.
 */
export class Decimal {
  static readonly zero = /* @__PURE__ */ new Decimal("0");
  /** A property, so that tools that compare and print values see it. */
  private readonly text: string;

  private constructor(text: string) {
    this.text = text;
  }

  /**
   * Reads `[+-]digits[.digits]`, nothing around it; a sign, a leading point and a trailing point are allowed.
   * @throws RangeError if the text is not a decimal number or has more than 1,000 digits.
   */
  static parse(text: string): Decimal {
    const parsed = Decimal.tryParse(text);
    if (parsed === undefined) throw new RangeError("Not a decimal number.");
    return parsed;
  }

  /** As `parse`, undefined instead of an error. */
  static tryParse(text: string): Decimal | undefined {
    if (text.length > maxDigits + 2) return undefined;
    const match = lexical.exec(text);
    if (match === null || !/[0-9]/.test(text)) return undefined;
    const [, sign, whole = "", fraction = ""] = match;
    const magnitude = (whole === "" ? "0" : whole) + (fraction === "" ? "" : `.${fraction}`);
    return new Decimal(sign === "-" && /[1-9]/.test(magnitude) ? `-${magnitude}` : magnitude);
  }

  /**
   * `units` divided by ten to the power of `scale`: `fromUnits(1500n, 3)` is 1.500.
   * @param scale digits after the point, an integer from 0 to 1,000
   */
  static fromUnits(units: bigint | number, scale: number): Decimal {
    if (!Number.isInteger(scale) || scale < 0 || scale > maxDigits)
      throw new RangeError("Scale out of range.");
    const exact = BigInt(units);
    const digits = (exact < 0n ? -exact : exact).toString().padStart(scale + 1, "0");
    const whole = digits.slice(0, digits.length - scale);
    const sign = exact < 0n ? "-" : "";
    return new Decimal(scale === 0 ? sign + whole : `${sign}${whole}.${digits.slice(digits.length - scale)}`);
  }

  /** Digits after the point. */
  get scale(): number {
    const point = this.text.indexOf(".");
    return point === -1 ? 0 : this.text.length - point - 1;
  }

  /**
   * The number times ten to the power of `scale`: 1.5 with scale 3 is 1500n.
   * @throws RangeError if a digit other than zero would be lost.
   */
  toUnits(scale: number): bigint {
    const point = this.text.indexOf(".");
    const whole = point === -1 ? this.text : this.text.slice(0, point);
    const fraction = point === -1 ? "" : this.text.slice(point + 1);
    if (/[1-9]/.test(fraction.slice(scale)))
      throw new RangeError("The number has more digits after the point.");
    return BigInt(whole + fraction.slice(0, scale).padEnd(scale, "0"));
  }

  /** -1, 0 or 1: less than, equal to, greater than `other`, by value. */
  compare(other: Decimal): -1 | 0 | 1 {
    const scale = Math.max(this.scale, other.scale);
    const left = this.toUnits(scale);
    const right = other.toUnits(scale);
    return left < right ? -1 : left > right ? 1 : 0;
  }

  /** Same value; the scale may differ. */
  equals(other: Decimal): boolean {
    return this.compare(other) === 0;
  }

  /** The nearest number of IEEE 754 double precision; may lose digits. */
  toNumber(): number {
    return Number(this.text);
  }

  /** Without exponent, sign only when negative, at least one digit before the point. */
  toString(): string {
    return this.text;
  }

  toJSON(): string {
    return this.text;
  }
}
