/** The object at the end of a function that reads: its choices, then its properties. */
import { fieldsOf } from "../plan/member-fields.js";
import type { ChoicePlan, FieldPlan, MemberPlan } from "../plan/types.js";
import { recordType } from "./codec-names.js";
import { orAbsent } from "./codec-read.js";
import { guarded, indented, key, member } from "./layout.js";
import { codeWidth, literal } from "./text.js";

/** The variable that holds the value of a choice. */
export function choiceVariable(choice: ChoicePlan | undefined): string {
  return `$choice${choice?.number ?? ""}`;
}

/** Statements that put the fields of a choice together. */
export function builtChoice(choice: ChoicePlan): string[] {
  const { branches, number, optional, property } = choice;
  const variable = choiceVariable(choice);
  const isAbsent = optional && property !== undefined;
  const cases = branches.flatMap((branch, at) => {
    const inner = branch.filter((each) => each.kind === "choice").flatMap(builtChoice);
    const lines = [...inner, ...objectOf(`${variable} = `, branch, ";", 6), "break;"];
    return inner.length === 0
      ? [`case ${at + 1}:`, ...indented(lines)]
      : [`case ${at + 1}: {`, ...indented(lines), "}"];
  });
  const names = branches.map((branch) => fieldsOf(branch)[0]?.name ?? "").join(", ");
  const none = isAbsent ? "undefined" : optional ? "{}" : `r.absentChoice(${literal(names)})`;
  const type = recordType(choice.type) + (isAbsent ? " | undefined" : "");
  return [
    ...sharedBranch(choice),
    `let ${variable}: ${type};`,
    `switch ($branch${number}) {`,
    ...indented([...cases, "default:", `  ${variable} = ${none};`]),
    "}",
  ];
}

/** Elements that stand in several branches tell the branch where nothing else did: it is the first that they are enough for. */
function sharedBranch({ branches, number }: ChoicePlan): string[] {
  const counts = new Map<string, number>();
  for (const field of branches.flatMap((branch) => fieldsOf(branch)))
    counts.set(field.property, (counts.get(field.property) ?? 0) + 1);
  return branches.flatMap((branch, at) => {
    const plain = branch.filter((each) => each.kind !== "choice");
    const shared = plain.filter(({ property }) => (counts.get(property) ?? 0) > 1);
    const required = plain.filter((field) => field.required);
    if (shared.length === 0 || required.some((field) => !shared.includes(field))) return [];
    const present = (required.length > 0 ? required : shared).map(presence);
    const isEither = required.length === 0 && present.length > 1;
    const condition = isEither ? `(${present.join(" || ")})` : present.join(" && ");
    return guarded(`$branch${number} === 0 && ${condition}`, [`$branch${number} = ${at + 1};`], 2);
  });
}

function presence({ variable, repeated }: FieldPlan): string {
  return repeated ? `${variable}.length > 0` : `${variable} !== undefined`;
}

/** The statement that returns the object. */
export function returned(members: readonly MemberPlan[]): string[] {
  return objectOf("return ", members, ";", 2);
}

/** `head { a, b: c ?? d };` */
function objectOf(head: string, members: readonly MemberPlan[], end: string, indent: number): string[] {
  const properties = members.map((each) => property(each));
  const [first, ...others] = properties;
  const line = `${head}{ ${first?.text ?? ""} }${end}`;
  if (first === undefined) return [`${head}{}${end}`];
  if (others.length === 0 && line.length + indent <= codeWidth) return [line];
  return [`${head}{`, ...indented(properties.flatMap(({ lines }) => lines)), `}${end}`];
}

function property(each: MemberPlan): { readonly text: string; readonly lines: readonly string[] } {
  if (each.kind === "choice" && each.property === undefined) {
    return { text: `...${choiceVariable(each)}`, lines: [`...${choiceVariable(each)},`] };
  }
  const name = key(each.property ?? "");
  const value = each.kind === "choice" ? choiceVariable(each) : valueOf(each);
  if (value === each.property) return { text: value, lines: [`${value},`] };
  return { text: `${name}: ${value}`, lines: member(name, value, 4) };
}

/** What a field is in the object: its variable, checked where the field is required. */
export function valueOf(field: FieldPlan): string {
  const { kind, variable, repeated, required, name } = field;
  if (kind === "attribute") {
    return required && field.absent === undefined
      ? `${variable} ?? r.absentAttribute(${literal(name)})`
      : variable;
  }
  if (kind === "attributes" || kind === "text" || kind === "attachment" || (kind === "items" && repeated))
    return variable;
  if (repeated)
    return `${variable}.length > 0 ? ${variable} : ${required ? `r.absentRecord(${literal(name)})` : "undefined"}`;
  return orAbsent(field, variable);
}
