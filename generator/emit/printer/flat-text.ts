/** Code on one line. */
import { isSequence, type Code, type Property, type Reference } from "./code.js";

/** Returns the name of the target of a reference. */
export type NameOf = (reference: Reference) => string;

/** Code on one line, whatever its width. */
export function flatText(body: Code, nameOf: NameOf): string {
  if (typeof body === "string") return body;
  if (isSequence(body)) {
    let text = "";
    for (const each of body) text += flatText(each, nameOf);
    return text;
  }
  switch (body.kind) {
    case "reference":
      return nameOf(body);
    case "property":
      return propertyText(body, nameOf);
    case "line":
      return body.flat;
    case "group":
    case "indented":
    case "typing":
      return flatText(body.body, nameOf);
    case "hanging":
      return ` ${flatText(body.body, nameOf)}`;
    case "ifBroken":
      return flatText(body.flat, nameOf);
    case "either":
      return flatText(body.first, nameOf);
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
