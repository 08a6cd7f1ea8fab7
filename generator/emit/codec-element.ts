/** Reading and writing what an element holds whose start tag somebody else has read or written. */
import type { FieldPlan, SimpleValuePlan, ValuePlan } from "../plan/types.js";
import { isBase64, isReference, typeConstant } from "./codec-names.js";
import { guarded } from "./layout.js";
import { literal } from "./text.js";

/** Statements that write the value into the open element; nil is an attribute of it. */
export function writeAsElement({ value, nillable }: FieldPlan, v: string, indent: number): readonly string[] {
  const written = writeContent(value, v);
  if (!nillable) return [written];
  const type = nilTypeOf(value).map((name) => `w.attribute("xsi:type", ${literal(name)});`);
  const nil = [...type, 'w.attribute("xsi:nil", "true");'];
  return [...guarded(`${v} === null`, nil, indent), `else ${written}`];
}

/** The type that a nil element has to name. */
export function nilTypeOf(value: ValuePlan): readonly string[] {
  return value.kind === "record" && value.nilType !== undefined ? [value.nilType] : [];
}

/** The statement that writes bytes into the open element; `mediaType` is an expression for what they are. */
export function writeBytes(value: SimpleValuePlan, v: string, mediaType = mediaTypeOf(value)): string {
  return `w.binary(${[typeConstant(value), v, ...mediaType].join(", ")});`;
}

/** What the bytes are, as an expression. */
export function mediaTypeOf({ mediaType }: SimpleValuePlan): readonly string[] {
  return mediaType === undefined ? [] : [literal(mediaType)];
}

/** The statement that writes the content of the open element. */
export function writeContent(value: ValuePlan, v: string): string {
  switch (value.kind) {
    case "simple":
      if (isBase64(value)) return writeBytes(value, v);
      if (isReference(value)) return `w.characters(w.attached(${v}));`;
      return `w.characters(${typeConstant(value)}.print(${v}));`;
    case "enum":
      return `w.characters(${typeConstant(value)}.print(${v}));`;
    case "record":
    case "list":
      return `write${value.type.unique}(w, ${v});`;
    case "anyElement":
    case "attributes":
    case "items":
      throw new Error(`No element holds ${value.kind}.`);
    case "content":
      return `w.content(${v});`;
  }
}
