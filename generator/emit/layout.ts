import { isIdentifier } from "../plan/names.js";
import { codeWidth, literal } from "./text.js";

/** Lines one level deeper. */
export function indented(lines: readonly string[]): string[] {
  return lines.map((line) => (line === "" ? "" : `  ${line}`));
}

/** `open a, b close` on one line where it fits behind `indent` columns, else one item a line. */
export function listed(open: string, items: readonly string[], close: string, indent = 0): string[] {
  const line = `${open}${items.join(", ")}${close}`;
  if (indent + line.length <= codeWidth) return [line];
  return [open.trimEnd(), ...indented(items.map((item) => `${item},`)), close.trimStart()];
}

/** `open A, B close` as above; TypeScript allows no comma behind the last type argument of a heritage clause (TS1009). */
export function typeArguments(open: string, types: readonly string[], close: string, indent = 0): string[] {
  const [first = "", ...broken] = listed(open, types, close, indent);
  return [first, ...broken.map((line, at) => (at === broken.length - 2 ? line.replace(/,$/, "") : line))];
}

/** `head { a, b };` on one line where it fits, else one member a line. */
export function object(head: string, members: readonly string[], close = "};", indent = 0): string[] {
  return listed(`${head}{ `, members, ` ${close}`, indent);
}

/** `head value;`, the value on the next line when it does not fit. */
export function assigned(head: string, value: string, indent = 0): string[] {
  const line = `${head} ${value};`;
  return indent + line.length <= codeWidth ? [line] : [head, `  ${value};`];
}

/** `name: value,` of an object literal or the like, the value on the next line when it does not fit. */
export function member(name: string, value: string, indent: number): string[] {
  const line = `${name}: ${value},`;
  return indent + line.length <= codeWidth ? [line] : [`${name}:`, `  ${value},`];
}

/** A name as the key of an object literal or of a type. */
export function key(name: string): string {
  return isIdentifier(name) || isOwn(name) ? name : literal(name);
}

/** `.name` or `["name"]`. */
export function access(object: string, name: string): string {
  return isIdentifier(name) || isOwn(name) ? `${object}.${name}` : `${object}[${literal(name)}]`;
}

/** A name we made: there is a `$` in it. */
function isOwn(name: string): boolean {
  return name.includes("$") && isIdentifier(name.replaceAll("$", "_"));
}

/** `if (condition) statement` as prettier would break it. */
export function guarded(condition: string, statements: readonly string[], indent: number): string[] {
  const [only = "", ...others] = statements;
  const line = `if (${condition}) ${only}`;
  if (others.length === 0 && indent + line.length <= codeWidth) return [line];
  return [`if (${condition}) {`, ...indented(statements), "}"];
}
