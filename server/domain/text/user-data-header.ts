/** How the parts of a message are numbered in their header (3GPP TS 23.040, sections 9.2.3.24.1 and 9.2.3.24.8). */
export type ReferenceSize = 8 | 16;

const iei8 = 0x00;
const iei16 = 0x08;

/** The information element with the number of the part. */
export function concatenationElement(
  size: ReferenceSize,
  reference: number,
  total: number,
  part: number,
): readonly number[] {
  return size === 8
    ? [iei8, 3, reference & 0xff, total, part]
    : [iei16, 4, (reference >> 8) & 0xff, reference & 0xff, total, part];
}

/** Octets of that element. */
export const concatenationLength: Readonly<Record<ReferenceSize, number>> = { 8: 5, 16: 6 };

/** An element of a user data header. */
interface InformationElement {
  readonly id: number;
  readonly data: Uint8Array;
}

/** Elements of a user data header with its length octet; those before the first one that does not fit. */
function informationElements(header: Uint8Array): readonly InformationElement[] {
  const elements: InformationElement[] = [];
  for (let at = 1; at + 2 <= header.length;) {
    const end = at + 2 + (header[at + 1] ?? 0);
    if (end > header.length) break;
    elements.push({ id: header[at] ?? 0, data: header.subarray(at + 2, end) });
    at = end;
  }
  return elements;
}

/** The concatenation element of a header; undefined without a valid one. */
export function readConcatenation(header: Uint8Array):
  | {
      readonly size: ReferenceSize;
      readonly reference: number;
      readonly total: number;
      readonly part: number;
    }
  | undefined {
  for (const { id, data } of informationElements(header)) {
    if (id === iei8 && data.length === 3) {
      const [reference = 0, total = 0, part = 0] = data;
      return { size: 8, reference, total, part };
    }
    if (id === iei16 && data.length === 4) {
      const [high = 0, low = 0, total = 0, part = 0] = data;
      return { size: 16, reference: high * 0x100 + low, total, part };
    }
  }
  return undefined;
}

const singleShiftIei = 0x24;
const lockingShiftIei = 0x25;

/** Languages whose tables a text uses, as 3GPP TS 23.038, section 6.2.1.2.4, numbers them; 0 for the default alphabet. */
export interface NationalLanguages {
  /** In place of the extension table. */
  readonly single: number;
  /** In place of the default alphabet. */
  readonly locking: number;
}

const noLanguages: NationalLanguages = { single: 0, locking: 0 };

/** The languages that a header names (3GPP TS 23.040, sections 9.2.3.24.15 and 9.2.3.24.16). */
export function nationalLanguages(header: Uint8Array): NationalLanguages {
  let languages = noLanguages;
  for (const { id, data } of informationElements(header)) {
    const [language] = data;
    if (language === undefined || data.length !== 1) continue;
    if (id === singleShiftIei) languages = { ...languages, single: language };
    if (id === lockingShiftIei) languages = { ...languages, locking: language };
  }
  return languages;
}

/** Whether a header names a language. */
export function hasNationalTable(header: Uint8Array): boolean {
  return nationalLanguages(header) !== noLanguages;
}
