/** Reading and writing what an element holds whose start tag somebody else has read or written. */
import type { FieldPlan, ValuePlan } from "../plan/types.js";
import { typeConstant } from "./codec-names.js";
import { guarded } from "./layout.js";

/** Statements that write the value into the open element; nil is an attribute of it. */
export function writeAsElement({ value, nillable }: FieldPlan, v: string, indent: number): readonly string[] {
  const written = writeContent(value, v);
  if (!nillable) return [written];
  return [...guarded(`${v} === null`, ['w.attribute("xsi:nil", "true");'], indent), `else ${written}`];
}

/** The statement that writes the content of the open element. */
export function writeContent(value: ValuePlan, v: string): string {
  switch (value.kind) {
    case "simple":
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
