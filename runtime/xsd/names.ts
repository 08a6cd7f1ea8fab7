/**
 * Characters of names, the only table of them: XML 1.0, 5th edition, productions 4 and 4a, without the colon (Namespaces in
 * XML 1.0, 3rd edition, production 4). Inside of a class of a regular expression with the flag `u` or `v`.
 */
export const nameStartCharacters = String.raw`_A-Za-z\xc0-\xd6\xd8-\xf6\xf8-\u02ff\u0370-\u037d\u037f-\u1fff\u200c\u200d\u2070-\u218f\u2c00-\u2fef\u3001-\ud7ff\uf900-\ufdcf\ufdf0-\ufffd\u{10000}-\u{effff}`;
/** Like `nameStartCharacters`, with the characters that are not allowed at the start. */
export const nameCharacters = String.raw`${nameStartCharacters}\-.0-9\xb7\u0300-\u036f\u203f\u2040`;

/** Pattern of a name that starts so; `other` is a further character, anywhere. */
const name = (start: string, other = ""): string => `[${other}${start}][${other}${nameCharacters}]*`;
const ncPattern = /* @__PURE__ */ name(nameStartCharacters);
const whole = (pattern: string): RegExp => new RegExp(`^${pattern}$`, "u");
/** Two names with a colon between them, or one. */
const wholeOrPair = (pattern: string): RegExp => whole(`${pattern}(?::${pattern})?`);
const ncName = /* @__PURE__ */ whole(ncPattern);
const qualifiedName = /* @__PURE__ */ wholeOrPair(ncPattern);
const anyName = /* @__PURE__ */ whole(/* @__PURE__ */ name(nameStartCharacters, ":"));
const nameToken = /* @__PURE__ */ whole(/* @__PURE__ */ name(nameCharacters, ":"));

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
  return qualifiedName.test(text);
}

/**
 * The name, for markup.
 * @throws RangeError if it is not an XML name without colon
 */
export function checkedName(name: string): string {
  if (!isNCName(name)) throw new RangeError("Not an XML name without colon.");
  return name;
}
