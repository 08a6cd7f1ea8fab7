/** A text that a spreadsheet would run; a negative amount is none. */
const isFormula = (value: string): boolean => /^[=+\-@\t\r]/u.test(value) && !/^-\d+(\.\d+)?$/u.test(value);

/** Digits of which a spreadsheet would lose some: a zero at the start, or those behind `9.72501E+11`. */
const isDigits = (value: string): boolean => /^(?:0\d+|\d{10,}|\d+e\d+)$/iu.test(value);

/**
 * A field of a CSV file (RFC 4180). An apostrophe before it keeps a text that a spreadsheet would run or read as a number: the spreadsheet
 * shows it, and every reader of numbers takes it. Programs drop it, or read JSON.
 */
export function csvField(value: string): string {
  const text = isFormula(value) || isDigits(value) ? `'${value}` : value;
  return /[",\r\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
