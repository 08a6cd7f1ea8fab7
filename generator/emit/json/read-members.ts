/** Functions that read objects: variables, one switch on the names of members, the checks of choices, one object at the end. */
import { isFlatChoice, type ChoicePlan, type FieldPlan, type MemberPlan } from "../../plan/data/members.js";
import { FieldsReader, variableName } from "../codec/fields-reader.js";
import {
  assignedCall,
  block,
  code,
  indented,
  key,
  list,
  member,
  newLine,
  openObject,
  property,
  type Code,
  typing,
} from "../printer/code.js";
import { literal } from "../printer/text.js";
import { listType, nillableType } from "../type-text/value-types.js";
import { isSimpleValue, type JsonFile } from "./json-file.js";

/** A member with a name: a field, or a choice that is an object of its own. */
type NamedMember = MemberPlan & { readonly property: string };

/** A function that reads an object; `head` is the text before its parameters. */
export function readObject(json: JsonFile, head: Code, type: Code, members: readonly MemberPlan[]): Code {
  const reader = new MembersReader(json);
  const parameters = [
    code`${reader.r}${typing`: ${json.type("JsonReader")}`}`,
    code`${reader.given}${typing`: unknown`}`,
  ];
  return block(
    list(code`${head}(`, parameters, code`)${typing`: ${type}`}`),
    reader.statements(members, type),
  );
}

class MembersReader {
  readonly r: Code;
  readonly given: Code;
  readonly #json: JsonFile;
  readonly #fields: FieldsReader;

  constructor(json: JsonFile) {
    this.#json = json;
    this.#fields = new FieldsReader(json.codecs);
    this.r = this.#fields.r;
    this.given = this.#fields.variable("v");
  }

  statements(members: readonly MemberPlan[], type: Code): readonly Code[] {
    const named = namedMembers(members);
    const object = this.#fields.variable("object");
    const name = this.#fields.variable("name");
    const loop = code`for (const ${name} of ${this.r}.names(${object}))`;
    const declared = named.map((each) => literal(this.#json.nameOf(each.property)));
    const unknown = list(code`${this.r}.unknown(`, [name, ...declared], ");");
    const cases = named.map((each) => this.#case(each, code`${object}[${name}]`, name));
    return [
      ...named.map(
        (each) => code`let ${this.#variable(each)}${typing`: ${this.#typeOf(each)} | undefined`};`,
      ),
      code`const ${object} = ${this.r}.object(${this.given});`,
      cases.length === 0
        ? code`${loop} ${unknown}`
        : block(loop, [block(code`switch (${name})`, [...cases, ["default:", indented(newLine, unknown)]])]),
      ...flatChoices(members).flatMap((choice) => this.#check(choice)),
      this.#returned(members, named, type),
    ];
  }

  #case(each: NamedMember, given: Code, name: Code): Code {
    const statements = [code`${this.#variable(each)} = ${this.#read(each, given, name)};`, "break;"];
    return [
      `case ${literal(this.#json.nameOf(each.property))}:`,
      indented(statements.map((one) => [newLine, one])),
    ];
  }

  #read(each: NamedMember, given: Code, name: Code): Code {
    const { r } = this;
    if (each.kind === "choice")
      return code`${r}.record(${this.#json.functions("choice", each.type).read}, ${given}, ${name})`;
    const { value, nillable, repeated } = each;
    if (!repeated && !nillable && isSimpleValue(value))
      return code`${r}.value(${this.#json.simple(value)}, ${given}, ${name})`;
    const method = !repeated ? "record" : value.kind === "items" ? "array" : "repeated";
    return list(code`${r}.${method}(`, [this.#json.one(each).read, given, name], ")");
  }

  #typeOf(each: NamedMember): Code {
    const { types } = this.#json.codecs;
    if (each.kind === "choice") return types.record(each.type);
    const { value, nillable, repeated } = each;
    return repeated ? listType(value, nillable, types) : nillableType(value, nillable, types);
  }

  #variable(each: NamedMember): Code {
    return each.kind === "choice"
      ? this.#fields.variable(variableName(each.property))
      : this.#fields.field(each);
  }

  /** Statements that refuse members of several branches, or of none; empty where nothing can be wrong. */
  #check(choice: ChoicePlan): readonly Code[] {
    const { branches, optional } = choice;
    const all = namedMembers(branches.flat());
    const tests = [
      ...branches.map((branch) => this.#isBranch(branch, all)),
      ...(optional ? [[[], all]] : []),
    ];
    if (tests.some(([own = [], others = []]) => own.length + others.length === 0)) return [];
    const names = all.map((each) => this.#json.nameOf(each.property)).join(", ");
    const values = tests.map((each, at) => {
      const variable = this.#fields.variable(`$branch${choice.number}_${at + 1}`);
      const lists = each.map((members) =>
        list(
          "[",
          members.map((one) => this.#variable(one)),
          "]",
        ),
      );
      return {
        variable,
        declared: assignedCall(code`const ${variable}`, code`${this.r}.isBranch`, lists),
      };
    });
    const checked = [literal(names), ...values.map(({ variable }) => variable)];
    return [...values.map(({ declared }) => declared), list(code`${this.r}.choice(`, checked, ");")];
  }

  /** The members that a branch requires, and those that it excludes. */
  #isBranch(branch: readonly MemberPlan[], all: readonly NamedMember[]): readonly (readonly NamedMember[])[] {
    const own = namedMembers(branch);
    const names = new Set(own.map((each) => each.property));
    return [own.filter(isRequired), all.filter((each) => !names.has(each.property))];
  }

  #returned(members: readonly MemberPlan[], named: readonly NamedMember[], type: Code): Code {
    if (named.length === 0)
      return members.some(isFlatChoice) ? code`return {}${typing` as ${type}`};` : "return {};";
    const sure = new Set(members.filter((each) => !isFlatChoice(each)).map((each) => each.property));
    const properties = named.map((each) => this.#property(each, sure.has(each.property)));
    return openObject(
      "return",
      properties,
      members.some(isFlatChoice) ? code`}${typing` as ${type}`};` : "};",
    );
  }

  #property(each: NamedMember, isSure: boolean): Code {
    const variable = this.#variable(each);
    if (each.kind !== "choice" && each.kind === "attribute" && each.absent !== undefined) {
      const { value } = each;
      if (value.kind === "simple" || value.kind === "enum")
        return member(
          key(each.property),
          code`${variable} ?? ${this.#json.codecs.text(value)}.parse(${literal(each.absent)})`,
        );
    }
    if (isSure && isRequired(each))
      return member(
        key(each.property),
        code`${this.r}.required(${variable}, ${literal(this.#json.nameOf(each.property))})`,
      );
    return named(each.property, variable);
  }
}

function named(name: string, variable: Code): Code {
  return typeof variable === "object" && "kind" in variable && variable.kind === "reference"
    ? property(key(name), variable.symbol)
    : member(key(name), variable);
}

function isRequired(each: MemberPlan): boolean {
  return each.kind === "choice" ? !each.optional : each.required;
}

/** The members of an object, those of the branches of its choices included, each name once. */
export function namedMembers(members: readonly MemberPlan[]): readonly NamedMember[] {
  const found = new Map<string, NamedMember>();
  for (const each of members) {
    const inner = isFlatChoice(each) ? each.branches.flatMap(namedMembers) : [each as NamedMember];
    for (const one of inner) if (!found.has(one.property)) found.set(one.property, one);
  }
  return [...found.values()];
}

/** The choices whose branches have members of the object itself. A choice in a branch is an object of its own. */
function flatChoices(members: readonly MemberPlan[]): readonly ChoicePlan[] {
  const flat = members.filter(isFlatChoice);
  if (flat.some(({ branches }) => branches.flat().some(isFlatChoice)))
    throw new Error("A choice in a branch of a choice has no property.");
  return flat;
}

/** As a member of `json.ts`: a field that may be absent, for a header. */
export function optionalField(field: FieldPlan): FieldPlan {
  return { ...field, required: false };
}
