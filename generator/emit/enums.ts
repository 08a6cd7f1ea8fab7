import type { EnumPlan } from "../plan/data/simple-types.js";
import { sourceEmitter } from "./emitter.js";
import {
  assigned,
  code,
  documented,
  key,
  member,
  openObject,
  value as asValue,
  type as asType,
} from "./printer/code.js";
import type { GeneratedFile } from "./printer/generated-file.js";
import { literal } from "./printer/text.js";

/** Per enumeration a constant object and a type of the same name. */
export const enumsEmitter = sourceEmitter({
  id: "enums",
  write: (file, { enums }) => {
    for (const each of enums) if (each.type.module === undefined) writeEnum(file, each);
  },
});

export function writeEnum(file: GeneratedFile, { type, doc, members, numeric }: EnumPlan): void {
  const symbol = file.exported(type.name);
  const properties = members.map(({ name, value, doc: memberDoc }) =>
    documented(memberDoc, member(key(name), numeric ? String(Number(value)) : literal(value))),
  );
  const constant = openObject(code`export const ${asValue(symbol)} =`, properties, "} as const;");
  const keys = code`(typeof ${asValue(symbol)})[keyof typeof ${asValue(symbol)}]`;
  const alias = assigned(code`export type ${asType(symbol)} =`, keys);
  file.print(
    { kind: "code", codes: [documented(doc, constant)] },
    { kind: "code", codes: [documented([...doc, `A value of the constant \`${type.name}\`.`], alias)] },
  );
}
