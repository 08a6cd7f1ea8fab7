/** Functions that read the members of a record or message: variables, one switch on the name, one object at the end. */
import { choicesOf, fieldsOf } from "../plan/member-fields.js";
import type { FieldPlan, MemberPlan, RecordPlan } from "../plan/types.js";
import { readLoop } from "./codec-loop.js";
import { declaredAttributes, qualifiers, recordType, typeConstant } from "./codec-names.js";
import { builtChoice, choiceVariable, returned } from "./codec-result.js";
import { assigned, indented, listed } from "./layout.js";
import { literal } from "./text.js";
import { arrayText, nillableType } from "./ts-type.js";

export function readRecord({ type, allMembers, fieldsType, interfaceType }: RecordPlan): string {
  return readFields({
    before: "",
    name: `read${type.unique}`,
    type: recordType(fieldsType),
    fields: allMembers,
    parameters: ["r: XmlReader"],
    loop: "while (r.child()) {",
    isUnion: interfaceType === undefined,
  });
}

/** What a function that reads fields looks like around them. */
export interface FieldsReader {
  readonly before: string;
  readonly name: string;
  readonly type: string;
  readonly fields: readonly MemberPlan[];
  readonly parameters: readonly string[];
  /** Goes from element to element. */
  readonly loop: string;
  /** True when the only member is a choice, which is the value. */
  readonly isUnion?: boolean;
}

/** Reads members in any order, up to the end tag of the element around them. */
export function readFields(reader: FieldsReader): string {
  const { before, name, type, fields: members, parameters, loop } = reader;
  const head = listed(`${before}function ${name}(`, parameters, `): ${type} {`);
  if (members.length === 0) {
    return [...head, `  ${loop.replace(/ \{$/, "")} r.skip();`, "  return {};", "}"].join("\n");
  }
  const fields = fieldsOf(members);
  const choices = choicesOf(members);
  const attributes = fields
    .filter(({ kind }) => kind === "attributes")
    .flatMap((field) => otherAttributes(field, fields));
  const ends = members.filter((each) => each.kind === "choice").flatMap((choice) => builtChoice(choice));
  const result = reader.isUnion === true ? [`return ${choiceVariable(choices[0])};`] : returned(members);
  return [
    ...head,
    ...indented([
      ...attachmentsIn(fields),
      ...fields.filter(({ kind }) => kind !== "attachment").flatMap(variableOf),
      ...attributes,
      ...choices.map(({ number }) => `let $branch${number} = 0;`),
      ...readLoop(members, fields, loop),
      ...ends,
      ...result,
    ]),
    "}",
  ].join("\n");
}

/** Reads what stands beside the message. */
function attachmentsIn(fields: readonly FieldPlan[]): string[] {
  return fields
    .filter(({ kind }) => kind === "attachment")
    .flatMap(({ variable, name }, at) =>
      assigned(`const ${variable} =`, `r.attachment(${literal(name)}, ${at})`, 2),
    );
}

/** Declares the variable of a field, or reads what stands in the start tag. */
export function variableOf(field: FieldPlan): string[] {
  const { kind, variable, value, nillable, repeated, name, absent } = field;
  const wire = `${field.element.constant}, ${literal(name)}`;
  switch (kind) {
    case "attribute": {
      const type = typeConstantOf(field);
      const read =
        absent === undefined
          ? `attributeValue(${type}, ${wire})`
          : `attributeOr(${type}, ${wire}, ${literal(absent)})`;
      return assigned(`const ${variable} =`, `r.${read}`, 2);
    }
    case "attributes":
      return [];
    case "text":
      return assigned(`const ${variable} =`, `r.simple(${typeConstantOf(field)})`, 2);
    default: {
      const type = nillableType(value, nillable, qualifiers);
      return repeated
        ? [`const ${variable}: ${arrayText(type)} = [];`]
        : [`let ${variable}: ${type} | undefined;`];
    }
  }
}

function otherAttributes({ variable }: FieldPlan, fields: readonly FieldPlan[]): string[] {
  return listed(`const ${variable} = r.otherAttributes([`, declaredAttributes(fields), "]);", 2);
}

function typeConstantOf({ value }: FieldPlan): string {
  return value.kind === "simple" || value.kind === "enum" ? typeConstant(value) : "string";
}
