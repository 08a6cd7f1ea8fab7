/** Code before names are assigned and lines are broken. No text in it contains a line break. */
import type { CodeSymbol } from "./symbols.js";
import { hasText, literal, type Doc } from "./text.js";

export type Code =
  | string
  | Reference
  | Property
  | Group
  | Indented
  | Hanging
  | Line
  | IfBroken
  | Either
  | Comment
  | Typing
  | readonly Code[];

/** A symbol where it is used; a symbol that is used only as a type is imported as a type. */
export interface Reference {
  readonly kind: "reference";
  readonly symbol: CodeSymbol;
  readonly use: "type" | "value";
  /** A function that is called later than the code around it is run. */
  readonly isLate?: true;
}

/** `name: value` of an object literal, or only `name` if the value has that name. */
export interface Property {
  readonly kind: "property";
  readonly name: string;
  readonly value: Reference;
}

/** Printed on one line if it fits. Otherwise all its line breaks are printed, except those of inner groups. */
export interface Group {
  readonly kind: "group";
  readonly body: Code;
  /** True if it contains a forced line break. */
  readonly breaks: boolean;
}

export interface Indented {
  readonly kind: "indented";
  readonly body: Code;
}

/** Behind an equals sign: on its line if the first line of it fits there, otherwise on the next line, indented. */
export interface Hanging {
  readonly kind: "hanging";
  readonly body: Code;
}

/** A possible line break; `flat` is the text that is printed without it. */
export interface Line {
  readonly kind: "line";
  readonly flat: "" | " ";
  readonly always: boolean;
}

/** Code that depends on whether the group around it is broken. */
export interface IfBroken {
  readonly kind: "ifBroken";
  readonly broken: Code;
  readonly flat: Code;
}

/** The first of two layouts of the same code whose first line fits; the last one fits always. */
export interface Either {
  readonly kind: "either";
  readonly first: Code;
  readonly second: Code;
}

/** A JSDoc comment, wrapped at the width that its place leaves. */
export interface Comment {
  readonly kind: "comment";
  readonly doc: Doc;
}

/** Code for the compiler alone, such as `: string`; a program that runs in this process is printed without it. */
export interface Typing {
  readonly kind: "typing";
  readonly body: Code;
}

export const newLine: Line = { kind: "line", flat: "", always: true };
const softLine: Line = { kind: "line", flat: "", always: false };
const spaceLine: Line = { kind: "line", flat: " ", always: false };

/** Code with other code in it; texts side by side are one. */
export function code(texts: TemplateStringsArray, ...values: readonly Code[]): Code {
  const parts: Code[] = [];
  let text = texts[0] ?? "";
  values.forEach((each, at) => {
    const next = texts[at + 1] ?? "";
    if (typeof each === "string") {
      text += each + next;
      return;
    }
    if (text !== "") parts.push(text);
    parts.push(each);
    text = next;
  });
  if (text !== "") parts.push(text);
  return parts;
}

/** Code for the compiler alone: see `Typing`. */
export function typing(texts: TemplateStringsArray, ...values: readonly Code[]): Typing {
  return typingOf(code(texts, ...values));
}

export function typingOf(body: Code): Typing {
  return { kind: "typing", body };
}

/** The symbol as a value. */
export function value(symbol: CodeSymbol): Reference {
  return { kind: "reference", symbol, use: "value" };
}

/** The symbol as a type. */
export function type(symbol: CodeSymbol): Reference {
  return { kind: "reference", symbol, use: "type" };
}

/** The function, where it is part of a table of which most programs call few; other code as it is. */
export function late(called: Code): Code {
  if (typeof called === "string" || isSequence(called) || called.kind !== "reference") return called;
  return { ...called, isLate: true };
}

/** A property of an object literal: see `Property`. */
export function property(name: string, symbol: CodeSymbol): Property {
  return { kind: "property", name, value: value(symbol) };
}

export function group(...body: readonly Code[]): Group {
  return { kind: "group", body, breaks: breaksIn(body) };
}

export function indented(...body: readonly Code[]): Indented {
  return { kind: "indented", body };
}

export function hanging(...body: readonly Code[]): Hanging {
  return { kind: "hanging", body };
}

function breaksIn(body: Code): boolean {
  if (typeof body === "string") return false;
  if (isSequence(body)) return body.some(breaksIn);
  switch (body.kind) {
    case "group":
      return body.breaks;
    case "indented":
    case "hanging":
    case "typing":
      return breaksIn(body.body);
    case "line":
      return body.always;
    case "either":
      return breaksIn(body.first);
    case "comment":
      return true;
    case "reference":
    case "property":
    case "ifBroken":
      return false;
  }
}

export function isSequence(body: Code): body is readonly Code[] {
  return Array.isArray(body);
}

export function joined(items: readonly Code[], between: Code): readonly Code[] {
  const all: Code[] = [];
  for (const item of items) {
    if (all.length > 0) all.push(between);
    all.push(item);
  }
  return all;
}

/** One below the other. */
export function lines(items: readonly Code[]): Code {
  return joined(items, newLine);
}

/** With a comment above it, where there is any to make. */
export function documented(doc: Doc, body: Code): Code {
  return hasText(doc) ? [{ kind: "comment", doc }, newLine, body] : body;
}

/** `open a, b close`, else one item a line with a comma behind each. */
export function list(open: Code, items: readonly Code[], close: Code): Code {
  return items.length === 0 ? [open, close] : group(open, broken(items, ","), close);
}

/** `open A, B close`; TypeScript allows no comma after the last type argument of a heritage clause (TS1009). */
export function typeArguments(open: Code, types: readonly Code[], close: Code): Code {
  return group(open, indented(softLine, joined(types, [",", spaceLine])), softLine, close);
}

/** `open { a, b } close`, else one property a line. */
export function object(open: Code, properties: readonly Code[], close: Code = ""): Code {
  if (properties.length === 0) return [open, "{}", close];
  return group(open, "{", broken(properties, ",", spaceLine), "}", close);
}

/** `{ a; b }`, else one member a line. */
export function objectType(members: readonly Code[]): Code {
  return group("{", broken(members, ";", spaceLine), "}");
}

/** Items on one line, or one item per line with the separator behind each. */
function broken(items: readonly Code[], mark: "," | ";", edge: Line = softLine): Code {
  return [
    indented(edge, joined(items, [mark, spaceLine])),
    { kind: "ifBroken", broken: mark, flat: "" },
    edge,
  ];
}

/** `head = callee(a, b);`: the last argument may begin on the line of the others, or the call on the next line. */
export function assignedCall(head: Code, callee: Code, items: readonly Code[], last?: Code): Code {
  const all = last === undefined ? items : [...items, last];
  const separate = list([callee, "("], all, ")");
  const call =
    last === undefined ? separate : either([callee, "(", joined([...items, last], ", "), ")"], separate);
  return either([head, " = ", call, ";"], [head, " =", indented(newLine, call, ";")]);
}

function either(first: Code, second: Code): Either {
  return { kind: "either", first, second };
}

/** `head value;`, the value on the next line when it does not fit. */
export function assigned(head: Code, assignedValue: Code, end: Code = ";"): Code {
  return group(head, indented(spaceLine, assignedValue), end);
}

/** `name: value` of an object literal, the value on the next line when it does not fit. */
export function member(name: Code, memberValue: Code): Code {
  return assigned([name, ":"], memberValue, "");
}

/** `head` and the statements in braces. */
export function block(head: Code, statements: readonly Code[], close: Code = "}"): Code {
  return [
    head,
    head === "" ? "{" : " {",
    indented(statements.map((each) => [newLine, each])),
    newLine,
    close,
  ];
}

/** `open`, an item a line, `close`. */
export function openList(open: Code, items: readonly Code[], close: Code): Code {
  return [open, indented(items.map((each) => [newLine, each, ","])), newLine, close];
}

/** `head {`, a property a line, `}`. */
export function openObject(head: Code, properties: readonly Code[], close: Code = "}"): Code {
  return block(
    head,
    properties.map((each) => [each, ","]),
    close,
  );
}

/** `if (condition) statement`, in braces if it does not fit or is not a single statement. */
export function guarded(condition: Code, statements: readonly Code[]): Code {
  const [only, ...others] = statements;
  if (only === undefined || others.length > 0 || breaksIn(only))
    return block(code`if (${condition})`, statements);
  return group(
    code`if (${condition})`,
    { kind: "ifBroken", broken: " {", flat: "" },
    indented(spaceLine, only),
    { kind: "ifBroken", broken: [newLine, "}"], flat: "" },
  );
}

/** `head a | b;`, else on the next line, else one member a line. */
export function union(head: Code, members: readonly Code[]): Code {
  const [only = "never", ...others] = members;
  if (others.length === 0) return breaksIn(only) ? [head, " ", only, ";"] : assigned(head, only);
  const all = group(
    { kind: "ifBroken", broken: "| ", flat: "" },
    joined(
      members.map((each) => indented(each)),
      [spaceLine, "| "],
    ),
  );
  return assigned(head, all);
}

/** A name as the key of an object literal or of a type. */
export function key(name: string): string {
  return isWord(name) ? name : literal(name);
}

/** `object.name` or `object["name"]`. */
export function access(of: Code, name: string): Code {
  return isWord(name) ? [of, ".", name] : [of, "[", literal(name), "]"];
}

/** True for a name that needs no quotes. */
function isWord(name: string): boolean {
  return /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u.test(name);
}
