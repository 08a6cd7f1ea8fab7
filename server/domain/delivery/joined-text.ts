/** Stands in the text of a message for each run of parts that never came. */
const missingParts = "[...]";

/** The text of a message in order, whatever came of it. `parts` holds the text of a part under its number, from 1. */
export function joinedText(parts: ReadonlyMap<number, string>, total: number): string {
  let text = "";
  for (let number = 1; number <= total; number++) {
    const part = parts.get(number);
    if (part !== undefined) text += part;
    else if (number === 1 || parts.has(number - 1)) text += missingParts;
  }
  return text;
}

/** A number as it is compared: without the `+` or `00` of an international one. */
export function numberKey(number: string): string {
  return number.trim().replace(/^(\+|00)(?=\d)/u, "");
}
