import type { EnumPlan } from "../plan/data/simple-types.js";
import { sourceEmitter } from "./emitter.js";
import {
  code,
  documented,
  key,
  member,
  openObject,
  value as asValue,
  type Code,
  typing,
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

export function writeEnum(file: GeneratedFile, each: EnumPlan): void {
  const { type, doc } = each;
  const symbol = file.exported(type.name);
  const self = asValue(symbol);
  file.print(
    { kind: "constant", symbol, doc, value: valueOf(each) },
    {
      kind: "alias",
      symbol,
      doc: [...doc, `A value of the constant \`${type.name}\`.`],
      types: [code`(typeof ${self})[keyof typeof ${self}]`],
    },
  );
}

/** The constant alone, as code. */
export function writeEnumConstant(file: GeneratedFile, each: EnumPlan): void {
  const constant = code`export const ${asValue(file.exported(each.type.name))} = ${valueOf(each)};`;
  file.print({ kind: "code", print: () => constant, exported: each.type.name });
}

function valueOf({ members, numeric }: EnumPlan): Code {
  const properties = members.map(({ name, value, doc }) =>
    documented(doc, member(key(name), numeric ? String(Number(value)) : literal(value))),
  );
  return openObject("", properties, code`}${typing` as const`}`);
}
