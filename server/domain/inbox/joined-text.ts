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

/** A text of at most `most` code units; a longer one ends in the mark of what is missing. */
export function boundedText(
  text: string,
  most: number,
): { readonly text: string; readonly isWhole: boolean } {
  if (text.length <= most) return { text, isWhole: true };
  const kept = text.slice(0, most - missingParts.length).replace(/[\uD800-\uDBFF]$/u, "");
  return { text: kept + missingParts, isWhole: false };
}

/** A number as it is compared: without the `+` or `00` of an international one. */
export function numberKey(number: string): string {
  return number.trim().replace(/^(\+|00)(?=\d)/u, "");
}
