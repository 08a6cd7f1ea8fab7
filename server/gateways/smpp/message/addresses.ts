import { septetsOfText } from "./gsm-text.js";
import type { Numbering, PartOptions } from "./part-options.js";
import type { Address } from "../codec/pdu.js";

/** Alphanumeric (SMPP 3.4, section 5.2.5) and unknown plan. */
const named: Numbering = { ton: 5, npi: 0 };

/** International number of the ISDN plan. */
const international: Numbering = { ton: 1, npi: 1 };

const shortCodeDigits = 8;

function numberingOf(originator: string, digits: string, shortCode: Numbering): Numbering {
  if (!/^[0-9]+$/.test(digits)) return named;
  const short = digits.length <= shortCodeDigits && digits === originator;
  return short ? shortCode : international;
}

/** A name in the Latin-1 of an address; Greek capitals, which that lacks, as their septets. */
function addressText(name: string): string {
  return Array.from(name, (character) =>
    character.charCodeAt(0) <= 0xff
      ? character
      : String.fromCharCode(...(septetsOfText(character) ?? Uint8Array.of(0x3f))),
  ).join("");
}

/**
 * The originator as SMPP names it: letters are a name, up to 8 digits a short code, more digits or a `+` before them an
 * international number.
 */
export function sourceAddress(
  originator: string,
  { source, shortCode }: Pick<PartOptions, "source" | "shortCode">,
): Address {
  const digits = originator.startsWith("+") ? originator.slice(1) : originator;
  const numbering = numberingOf(originator, digits, shortCode);
  const address = numbering === named ? addressText(originator) : digits;
  return { address, ...(source ?? numbering) };
}
