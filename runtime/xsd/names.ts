/**
 * Characters of names, the only table of them: XML 1.0, 5th edition, productions 4 and 4a, without the colon (Namespaces in
 * XML 1.0, 3rd edition, production 4). Inside of a class of a regular expression with the flag `u` or `v`.
 */
export const nameStartCharacters = String.raw`_A-Za-z\u{c0}-\u{d6}\u{d8}-\u{f6}\u{f8}-\u{2ff}\u{370}-\u{37d}\u{37f}-\u{1fff}\u{200c}\u{200d}\u{2070}-\u{218f}\u{2c00}-\u{2fef}\u{3001}-\u{d7ff}\u{f900}-\u{fdcf}\u{fdf0}-\u{fffd}\u{10000}-\u{effff}`;
/** Like `nameStartCharacters`, with the characters that are not allowed at the start. */
export const nameCharacters = String.raw`${nameStartCharacters}\-.0-9\u{b7}\u{300}-\u{36f}\u{203f}\u{2040}`;

/** @param other a further character, anywhere */
const name = (start: string, other = ""): RegExp =>
  new RegExp(`^[${other}${start}][${other}${nameCharacters}]*$`, "u");
const ncName = /* @__PURE__ */ name(nameStartCharacters);
const anyName = /* @__PURE__ */ name(nameStartCharacters, ":");
const nameToken = /* @__PURE__ */ name(nameCharacters, ":");

/** True for a name without colon (Namespaces in XML 1.0, production 4). */
export function isNCName(text: string): boolean {
  return ncName.test(text);
}

/** True for a name, colons included (XML 1.0, production 5). */
export function isName(text: string): boolean {
  return anyName.test(text);
}

/** True for a name token (XML 1.0, production 7). */
export function isNmtoken(text: string): boolean {
  return nameToken.test(text);
}

/** True for a name with at most one colon, names on both sides of it (Namespaces in XML 1.0, production 7). */
export function isQName(text: string): boolean {
  const colon = text.indexOf(":");
  return colon === -1 ? isNCName(text) : isNCName(text.slice(0, colon)) && isNCName(text.slice(colon + 1));
}

/**
 * The name, for markup.
 * @throws RangeError if it is not an XML name without colon
 */
export function checkedName(name: string): string {
  if (!isNCName(name)) throw new RangeError("Not an XML name without colon.");
  return name;
}
