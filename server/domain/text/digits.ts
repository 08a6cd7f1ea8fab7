const arabicIndicZero = 0x0660;
const persianZero = 0x06f0;

const foreignDigits = /[\u0660-\u0669\u06f0-\u06f9]/g;
const nonArabicDigits = /[0-9\u06f0-\u06f9]/g;

/** Value 0 to 9 of an ASCII, Arabic-Indic (U+0660) or Persian (U+06F0) digit. */
function digitValue(digit: string): number {
  const code = digit.charCodeAt(0);
  if (code >= persianZero) return code - persianZero;
  if (code >= arabicIndicZero) return code - arabicIndicZero;
  return code - 0x30;
}

/** Turns Arabic-Indic and Persian digits into 0-9; everything else stays. */
export function toLatinDigits(text: string): string {
  return text.replace(foreignDigits, (digit) => String(digitValue(digit)));
}

/** Turns 0-9 and Persian digits into Arabic-Indic digits; everything else stays. */
export function toArabicDigits(text: string): string {
  return text.replace(nonArabicDigits, (digit) => String.fromCharCode(arabicIndicZero + digitValue(digit)));
}
