import { isName, isNCName, isNmtoken, isQName } from "./names.js";
import { LexicalError, quoted, simpleType, type XsdType } from "./type.js";
import { collapse, replace, trim } from "./white-space.js";

function identity(text: string): string {
  return text;
}

/** Any text; white space stays as it is. */
export const string: XsdType<string> = /* @__PURE__ */ simpleType("string", {
  parse: identity,
  print: identity,
  initial: "",
});

/** Tabs and line ends become spaces. */
export const normalizedString: XsdType<string> = /* @__PURE__ */ simpleType("normalizedString", {
  parse: replace,
  print: replace,
  initial: "",
});

/** No white space at the ends, single spaces inside. */
export const token: XsdType<string> = /* @__PURE__ */ simpleType("token", {
  parse: collapse,
  print: collapse,
  initial: "",
});

/** A URI or a part of one. Not checked further, as XML Schema 1.0 part 2, 3.2.17 allows. */
export const anyURI: XsdType<string> = /* @__PURE__ */ simpleType("anyURI", {
  parse: collapse,
  print: collapse,
  initial: "",
});

/** Value of any simple type as text. */
export const anySimpleType: XsdType<string> = /* @__PURE__ */ simpleType("anySimpleType", {
  parse: identity,
  print: identity,
  initial: "",
});

/** A text type with a rule, white space at the ends removed; the same check on reading and on printing. */
export function checkedText(
  name: string,
  valid: (text: string) => boolean,
  initial: string,
  order?: (a: string, b: string) => number,
): XsdType<string> {
  const check = (text: string): string => {
    const value = trim(text);
    if (!valid(value)) throw new LexicalError(name, `not a value of the type: ${quoted(value)}`);
    return value;
  };
  return simpleType(name, { parse: check, print: check, initial, order });
}

/** A language tag of RFC 3066, for example `en-GB`. */
export const language: XsdType<string> = /* @__PURE__ */ checkedText(
  "language",
  (text) => /^[a-zA-Z]{1,8}(?:-[a-zA-Z0-9]{1,8})*$/.test(text),
  "",
);

/** A name of XML 1.0, which may hold colons. */
export const Name: XsdType<string> = /* @__PURE__ */ checkedText("Name", isName, "");
/** A name without a colon. */
export const NCName: XsdType<string> = /* @__PURE__ */ checkedText("NCName", isNCName, "");
/** Characters of names, in any order. */
export const NMTOKEN: XsdType<string> = /* @__PURE__ */ checkedText("NMTOKEN", isNmtoken, "");
/** The id of an element, a name without a colon; that no other element has it is not checked. */
export const ID: XsdType<string> = /* @__PURE__ */ checkedText("ID", isNCName, "");
/** A reference to the id of an element; that there is one is not checked. */
export const IDREF: XsdType<string> = /* @__PURE__ */ checkedText("IDREF", isNCName, "");
/** The name of an unparsed entity; that it is declared is not checked. */
export const ENTITY: XsdType<string> = /* @__PURE__ */ checkedText("ENTITY", isNCName, "");
/** A prefixed name as written in the document; prefixes are not resolved. */
export const QName: XsdType<string> = /* @__PURE__ */ checkedText("QName", isQName, "");
/** A prefixed name as written in the document; prefixes are not resolved. */
export const NOTATION: XsdType<string> = /* @__PURE__ */ checkedText("NOTATION", isQName, "");
