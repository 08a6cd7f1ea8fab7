/** Code as a script that runs in this process: without types, comments and a width of lines. */
import { isSequence, type Code } from "./code.js";
import { propertyText, type NameOf } from "./flat-text.js";

export function scriptText(body: Code, nameOf: NameOf): string {
  if (typeof body === "string") return body;
  if (isSequence(body)) {
    let text = "";
    for (const each of body) text += scriptText(each, nameOf);
    return text;
  }
  switch (body.kind) {
    case "reference":
      return nameOf(body);
    case "property":
      return propertyText(body, nameOf);
    case "line":
      return body.always ? "\n" : body.flat;
    case "group":
    case "indented":
      return scriptText(body.body, nameOf);
    case "hanging":
      return ` ${scriptText(body.body, nameOf)}`;
    case "ifBroken":
      return scriptText(body.flat, nameOf);
    case "either":
      return scriptText(body.first, nameOf);
    case "typing":
    case "comment":
      return "";
  }
}
