/** Types of the values of xs:anyType and xs:anySimpleType. */
import type { TypeNamePlan } from "../plan/data/names.js";
import { isSimple, type KnownTypePlan, type OpenTypesPlan } from "../plan/data/open-types.js";
import { code, type Code } from "./printer/code.js";
import type { GeneratedFile } from "./printer/generated-file.js";
import { valueType, type TypeReferences } from "./type-text/value-types.js";

export function writeOpenTypes(file: GeneratedFile, plan: OpenTypesPlan, types: TypeReferences): void {
  const { anyType, anySimpleType, knownTypes, knownSimpleTypes } = plan;
  const simple = plan.types.filter(isSimple);
  const others = plan.types.filter((each) => !isSimple(each));
  const bases = knownSimpleTypes === undefined ? [] : [types.record(knownSimpleTypes)];
  writeKnown(file, knownSimpleTypes, simple, [], types);
  writeKnown(file, knownTypes, others, bases, types);
  writeAlias(file, anyType, ["AnyValue", "xs:anyType"], knownTypes ?? knownSimpleTypes, types);
  writeAlias(file, anySimpleType, ["AnySimpleValue", "xs:anySimpleType"], knownSimpleTypes, types);
}

function writeKnown(
  file: GeneratedFile,
  name: TypeNamePlan | undefined,
  known: readonly KnownTypePlan[],
  bases: readonly Code[],
  types: TypeReferences,
): void {
  if (name === undefined) return;
  file.print({
    kind: "interface",
    symbol: file.exported(name.name),
    doc: ["Types that a message may name, by `$type`, and what their values consist of."],
    bases,
    properties: known.map(({ tag, value }) => ({
      name: tag,
      doc: [],
      isOptional: false,
      type:
        value.kind === "fields"
          ? types.record(value.fieldsType)
          : code`{ readonly value: ${valueType(value, types)} }`,
    })),
  });
}

function writeAlias(
  file: GeneratedFile,
  name: TypeNamePlan | undefined,
  [generic, schemaName]: readonly [string, string],
  known: TypeNamePlan | undefined,
  types: TypeReferences,
): void {
  if (name === undefined) return;
  const argument = known === undefined ? "" : code`<${types.record(known)}>`;
  file.print({
    kind: "alias",
    symbol: file.exported(name.name),
    doc: [`Value of ${schemaName}.`],
    types: [code`${types.runtime(generic)}${argument}`],
  });
}
