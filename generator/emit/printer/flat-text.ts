/** Code without a width of lines: on one line, or as a script that runs in this process. */
import { isSequence, type Code, type Property, type Reference } from "./code.js";

/** Returns the name of the target of a reference. */
export type NameOf = (reference: Reference) => string;

/** Code on one line, whatever its width. */
export function flatText(body: Code, nameOf: NameOf): string {
  return unbrokenText(body, nameOf, false);
}

/** Code as a script: without types, and with a line where a statement must end one. */
export function scriptText(body: Code, nameOf: NameOf): string {
  return unbrokenText(body, nameOf, true);
}

function unbrokenText(body: Code, nameOf: NameOf, script: boolean): string {
  if (typeof body === "string") return body;
  if (isSequence(body)) {
    let text = "";
    for (const each of body) text += unbrokenText(each, nameOf, script);
    return text;
  }
  switch (body.kind) {
    case "reference":
      return nameOf(body);
    case "property":
      return propertyText(body, nameOf);
    case "line":
      return script && body.always ? "\n" : body.flat;
    case "typing":
      return script ? "" : unbrokenText(body.body, nameOf, script);
    case "group":
    case "indented":
      return unbrokenText(body.body, nameOf, script);
    case "hanging":
      return ` ${unbrokenText(body.body, nameOf, script)}`;
    case "ifBroken":
      return unbrokenText(body.flat, nameOf, script);
    case "either":
      return unbrokenText(body.first, nameOf, script);
    case "comment":
      return "";
  }
}

/** Names as they are declared, not as a file imports them: for documents. */
export const declaredName: NameOf = ({ symbol }) =>
  symbol.kind === "member" ? `${symbol.of.name}.${symbol.name}` : symbol.name;

/** `name: value`, or only `name` if the value has that name. */
export function propertyText({ name, value }: Property, nameOf: NameOf): string {
  const given = nameOf(value);
  return given === name ? name : `${name}: ${given}`;
}
