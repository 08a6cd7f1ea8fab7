import { illegal, namePattern } from "./scan.js";

/** What is wrong with a reference: no character of XML, an entity that is not declared, `&` that starts none. */
export type WrongReference = "character" | "entity" | "syntax";

const named: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

const reference = new RegExp(
  `&(?:(amp|lt|gt|quot|apos);|#([0-9]+);|#x([0-9A-Fa-f]+);|(${namePattern});)?`,
  "gu",
);

/**
 * The text with its references replaced. The validator checks the form of those in text only, takes any character and any entity,
 * and those in attributes unread.
 *
 * @param onWrong is called with each wrong reference as it is written
 */
export function decodeReferences(
  text: string,
  onWrong: (kind: WrongReference, found: string) => void,
): string {
  if (!text.includes("&")) return text;
  return text.replace(
    reference,
    (found, name?: string, decimal?: string, hexadecimal?: string, entity?: string) => {
      if (name !== undefined) return named[name] ?? "";
      const code = decimal === undefined ? parseInt(hexadecimal ?? "", 16) : parseInt(decimal, 10);
      if (isCharacter(code)) return String.fromCodePoint(code);
      onWrong(entity !== undefined ? "entity" : Number.isNaN(code) ? "syntax" : "character", found);
      return "";
    },
  );
}

function isCharacter(code: number): boolean {
  return code <= 0x10ffff && !illegal.test(String.fromCodePoint(code));
}
