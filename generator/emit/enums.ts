import { memberName } from "../plan/names.js";
import type { EnumPlan } from "../plan/types.js";
import { sourceEmitter } from "./emitter.js";
import { assigned, indented, key, member } from "./layout.js";
import { docLines, literal } from "./text.js";

/** Per enumeration a constant object and a type of the same name. */
export const enumsEmitter = sourceEmitter({
  id: "enums",
  statements: ({ enums }) => {
    const own = enums.filter(({ type }) => type.module === undefined);
    return own.length === 0 ? ["export {};"] : own.flatMap(enumStatements);
  },
});

export function enumStatements({ type: { name }, doc, members, numeric }: EnumPlan): readonly string[] {
  const lines = members.flatMap(({ value, doc: memberDoc }) => [
    ...docLines(memberDoc, 2),
    ...member(key(memberName(value)), numeric ? String(Number(value)) : literal(value), 2),
  ]);
  const constant = [...docLines(doc, 0), `export const ${name} = {`, ...indented(lines), "} as const;"];
  const type = [
    ...docLines([`A value of the constant \`${name}\`.`], 0),
    ...assigned(`export type ${name} =`, `(typeof ${name})[keyof typeof ${name}]`),
  ];
  return [constant.join("\n"), type.join("\n")];
}
