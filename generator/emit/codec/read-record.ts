/** Functions that read the members of a record or message: variables, one switch on the name, one object at the end. */
import {
  choicesOf,
  fieldsOf,
  isFlatChoice,
  type FieldPlan,
  type MemberPlan,
} from "../../plan/data/members.js";
import type { RecordPlan } from "../../plan/data/records.js";
import {
  assigned,
  block,
  code,
  joined,
  key,
  list,
  member,
  object,
  value as asValue,
  type Code,
  typing,
} from "../printer/code.js";
import type { ConstantSymbol } from "../printer/symbols.js";
import { literal } from "../printer/text.js";
import { arrayType, nillableType } from "../type-text/value-types.js";
import { declaredAttributes, namespaceArguments, type CodecFile } from "./codec-file.js";
import { FieldsReader } from "./fields-reader.js";
import { readLoop } from "./read-loop.js";
import { builtChoice, filled, returned } from "./read-result.js";

/** Parts of a function that reads fields. */
export interface FieldsFunction {
  /** `export function readDo` */
  readonly head: Code;
  readonly type: Code;
  readonly members: readonly MemberPlan[];
  /** The elements to read: those in the element just entered, or those side by side in Body. */
  readonly walk: "inside" | "sideBySide";
  /** True when the only member is a choice, which is the value. */
  readonly isUnion?: boolean;
  /** Constant that the result begins as a copy of. */
  readonly blank?: Code | undefined;
}

export function readRecord(codecs: CodecFile, self: ConstantSymbol, record: RecordPlan): Code {
  const { allMembers, fieldsType, interfaceType } = record;
  return readFields(codecs, {
    blank: codecs.blank(record.type),
    head: code`function ${asValue(self)}`,
    type: codecs.types.record(fieldsType),
    members: allMembers,
    walk: "inside",
    isUnion: interfaceType === undefined,
  });
}

/** True if the properties of a record are those of its members: an item of a list may begin as a copy. */
export function hasBlank({ allMembers, interfaceType }: RecordPlan): boolean {
  return interfaceType !== undefined && allMembers.length > 0 && !allMembers.some(isFlatChoice);
}

/** The constant that items of lists begin as copies of. */
export function blankConstant(codecs: CodecFile, self: ConstantSymbol, record: RecordPlan): Code {
  const properties = record.allMembers.map(({ property = "" }) => member(key(property), "undefined"));
  const type = codecs.types.record(record.fieldsType);
  return object(
    code`const ${asValue(self)}${typing`: ${codecs.type("Blank")}<${type}>`} = `,
    properties,
    ";",
  );
}

/** The head of a function that reads, and the loop in it. */
export function signature(
  reader: FieldsReader,
  { head, type, walk }: Pick<FieldsFunction, "head" | "type" | "walk">,
): { readonly head: Code; readonly loop: Code } {
  const { r, codecs } = reader;
  const parameter = code`${r}${typing`: ${codecs.type("XmlReader")}`}`;
  if (walk === "inside")
    return {
      head: list(code`${head}(`, [parameter], code`)${typing`: ${type}`}`),
      loop: code`while (${r}.child())`,
    };
  const [entered, more] = [reader.variable("entered"), reader.variable("more")];
  return {
    head: list(
      code`${head}(`,
      [parameter, code`${entered}${typing`?: boolean`}`],
      code`)${typing`: ${type}`}`,
    ),
    loop: code`for (let ${more} = ${entered} === true; ${more}; ${more} = ${r}.child())`,
  };
}

/** Reads members in any order, up to the end tag of the element around them. */
export function readFields(codecs: CodecFile, given: FieldsFunction): Code {
  const reader = new FieldsReader(codecs);
  const { members } = given;
  const { head, loop } = signature(reader, given);
  if (members.length === 0) return block(head, [code`${loop} ${reader.r}.skip();`, "return {};"]);
  const fields = fieldsOf(members);
  const choices = choicesOf(members);
  const attributes = fields.filter(({ kind }) => kind === "attributes");
  const [choice] = choices;
  const result =
    given.isUnion === true && choice !== undefined
      ? [code`return ${reader.choice(choice)};`]
      : given.blank === undefined
        ? [returned(reader, members)]
        : filled(reader, members, given.blank, given.type);
  return block(head, [
    ...attachmentsIn(reader, fields),
    ...fields
      .filter(({ kind }) => kind !== "attachment" && kind !== "attributes")
      .map((field) => variableOf(reader, field)),
    ...attributes.map((field) => otherAttributes(reader, field, fields)),
    ...choices.map((each) => code`let ${reader.branch(each)} = 0;`),
    ...readLoop(reader, members, fields, loop),
    ...members.filter((each) => each.kind === "choice").flatMap((each) => builtChoice(reader, each)),
    ...result,
  ]);
}

/** Reads the attachments of the message. */
function attachmentsIn(reader: FieldsReader, fields: readonly FieldPlan[]): readonly Code[] {
  return fields
    .filter(({ kind }) => kind === "attachment")
    .map((field, at) =>
      assigned(
        code`const ${reader.field(field)} =`,
        reader.codecs.call("readAttachment", reader.r, literal(field.name), String(at)),
      ),
    );
}

/** Declares the variable of a field, or reads attributes of the start tag. */
export function variableOf(reader: FieldsReader, field: FieldPlan): Code {
  const { kind, value, nillable, repeated, absent } = field;
  const { r, codecs } = reader;
  const variable = reader.field(field);
  switch (kind) {
    case "attribute": {
      const { namespace } = field.element;
      const wire = [r, typeConstant(reader, field), codecs.namespaces.of(namespace), literal(field.name)];
      const read =
        absent === undefined
          ? codecs.call("readAttribute", ...wire)
          : codecs.call("readAttributeOr", ...wire, literal(absent));
      return assigned(code`const ${variable} =`, read);
    }
    case "text":
      return assigned(code`const ${variable} =`, code`${r}.simple(${typeConstant(reader, field)})`);
    case "prefixes":
      return code`const ${variable}${typing`: ${codecs.type("NamespacePrefix")}[]`} = [];`;
    default:
      return repeated
        ? code`const ${variable}${typing`: ${arrayType(value, nillable, codecs.types)}`} = [];`
        : code`let ${variable}${typing`: ${nillableType(value, nillable, codecs.types)} | undefined`};`;
  }
}

function otherAttributes(reader: FieldsReader, field: FieldPlan, fields: readonly FieldPlan[]): Code {
  const declared = declaredAttributes(reader.codecs, fields);
  const read = reader.codecs.runtime("readOtherAttributes");
  const admitted = field.kind === "attributes" ? namespaceArguments(reader.codecs, field.value) : [];
  const close = code`${joined(["]", ...admitted], ", ")});`;
  return list(code`const ${reader.field(field)} = ${read}(${reader.r}, [`, declared, close);
}

function typeConstant({ codecs }: FieldsReader, { value }: FieldPlan): Code {
  return value.kind === "simple" || value.kind === "enum" ? codecs.text(value) : codecs.runtime("string");
}
