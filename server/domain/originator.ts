import { septetsOf } from "./gsm-alphabet.js";

/** Most characters an originator may have (3GPP TS 23.040, section 9.1.2.5: an alphanumeric address holds 11 septets). */
export const maxOriginatorLength = 11;

/** Why an originator cannot be used. */
export type OriginatorProblem = "tooLong" | "badCharacters" | "noneConfigured" | "notFound";

function isAddressCharacter(character: string): boolean {
  return character >= " " && septetsOf(character.charCodeAt(0)) === 1;
}

/** Checks length and characters: the printable ones of the GSM 7-bit alphabet without the extension table. */
export function originatorForm(originator: string): "tooLong" | "badCharacters" | undefined {
  const characters = [...originator];
  if (characters.length > maxOriginatorLength) return "tooLong";
  return characters.every(isAddressCharacter) ? undefined : "badCharacters";
}

/**
 * Checks that a customer may send under an originator: its form, then that it is exactly one of those configured. An
 * absent or empty one is not found.
 */
export function checkOriginator(
  originator: string,
  configured: readonly string[],
): OriginatorProblem | undefined {
  const form = originatorForm(originator);
  if (form !== undefined) return form;
  if (configured.length === 0) return "noneConfigured";
  return configured.includes(originator) ? undefined : "notFound";
}
