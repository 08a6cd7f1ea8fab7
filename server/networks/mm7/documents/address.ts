import { type XmlContent, type XmlElement, textOf } from "messenger-gen-runtime/xml";
import { hasTooManyDigits, type NumberForms, phoneNumber } from "../../../domain/recipients/phone-number.js";
import type { EntryReader } from "../../../domain/recipients/recipients.js";
import { attributeOf, elementsOf } from "./document.js";

/** Name of the element for an address: short numbers and names are short codes. */
export function addressElement(address: string): "Number" | "ShortCode" {
  return /^\+?[0-9]{7,20}$/.test(address) ? "Number" : "ShortCode";
}

/**
 * The address in an element: of `+12025550101/TYPE=PLMN`, with or without a domain behind it, the digits, anything else as it is. Empty when there is none.
 */
export function addressIn(holder: XmlElement | undefined): string {
  const text = textOf(elementsOf(holder?.children ?? [])[0]?.children ?? holder?.children ?? []).trim();
  return addressOf(text);
}

function addressOf(text: string): string {
  return /^\+?([0-9]{1,20})(?:\/TYPE=[A-Za-z0-9]+(?:@\S*)?)?$/.exec(text)?.[1] ?? text;
}

/** A number before `/TYPE=` or a domain: `+12025550101/TYPE=PLMN@mms.example.com`, `12025550101@example.com`. */
const bareNumber = /^(\+?[0-9]+)(?:\/TYPE=[^@]*)?(?:@.*)?$/is;

/** Characters of names, words and mail addresses, and between two entries: a text with many digits is then not a number that is too long. */
const foreign = /[\p{L}@,;]/u;

/**
 * Reads addresses of recipients. Of one with a type or a domain only the part before them counts, and only if it is a bare number: digits of
 * a name or a domain are not one.
 */
export function addressReader(forms: NumberForms): EntryReader {
  return {
    numberOf: (address) => phoneNumber(bareNumber.exec(address)?.[1] ?? address, forms),
    isTooLong: (address) => !foreign.test(address) && hasTooManyDigits(address),
  };
}

const displayed: ReadonlySet<string | undefined> = new Set(["true", "1"]);

/** Addresses of To, Cc and Bcc, without those that are only displayed, as they were written. */
export function recipientsIn(recipients: XmlContent): readonly string[] {
  return elementsOf(recipients)
    .flatMap(({ children }) => elementsOf(children))
    .filter((address) => !displayed.has(attributeOf(address, "displayOnly")))
    .map(({ children }) => textOf(children).trim());
}

/** The same in the format of `addressIn`, each once. */
export function addresseesIn(recipients: XmlContent): readonly string[] {
  return [...new Set(recipientsIn(recipients).map(addressOf))];
}
