import { attempt, LexicalError, quoted, type XsdType } from "../xsd/type.js";
import { trim } from "../xsd/white-space.js";

const position = /^[0-9]{1,9}$/;

/**
 * Reads a parameter of the HTTP GET and POST bindings: as `parse` of its type, unless that has a rule for forms.
 * @throws LexicalError
 */
export function parseParameter<T>(type: XsdType<T>, lexical: string, lenient: boolean): T {
  const { form } = type;
  if (form === undefined) return type.parse(lexical);
  if (typeof form === "function") return form(lexical);
  const text = trim(lexical);
  if (typeof form === "object") return ofList(type, form, { lexical, text, lenient });
  if (form === "letters" && text.length === 1 && !lenient)
    throw new LexicalError(type.name, `not true or false: ${quoted(lexical)}`);
  return type.parse(text.toLowerCase());
}

interface Parameter {
  readonly lexical: string;
  /** The same without white space around it. */
  readonly text: string;
  readonly lenient: boolean;
}

/** The text of a value goes before its position. */
function ofList<T>(type: XsdType<T>, list: readonly T[], { lexical, text, lenient }: Parameter): T {
  const found = attempt(() => [type.parse(lexical)]) ?? attempt(() => [type.parse(text)]);
  if (found !== undefined) return found[0];
  const mayBePosition = lenient && position.test(text) && !list.some((value) => String(value) === text);
  return type.parse(mayBePosition ? String(list[Number(text)] ?? text) : text);
}
