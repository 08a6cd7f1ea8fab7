/** A field of a CSV file (RFC 4180). A spreadsheet would run a text that begins like a formula; a negative amount is none. */
export function csvField(value: string): string {
  const isFormula = /^[=+\-@\t\r]/u.test(value) && !/^-\d+(\.\d+)?$/u.test(value);
  const text = isFormula ? `'${value}` : value;
  return /[",\r\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
