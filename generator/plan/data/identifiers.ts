/** Names that TypeScript accepts. */

const identifier = /^[\p{ID_Start}_][\p{ID_Continue}]*$/u;

/** Words that cannot name a variable in a module (ECMA-262, 12.7.2 and 13.1.1). */
export const reservedWords: ReadonlySet<string> = new Set(
  (
    "arguments await break case catch class const continue debugger default delete do else enum eval export extends " +
    "false finally for function if implements import in instanceof interface let new null package private protected " +
    "public return static super switch this throw true try typeof undefined var void while with yield"
  ).split(" "),
);

/**
 * Words with a meaning in type positions (TS2427 and others): no type or module can have such a name. `export type as` begins a
 * list of exports.
 */
export const typeWords: ReadonlySet<string> = new Set(
  (
    "any bigint boolean never null number object string symbol undefined unknown void " +
    "as asserts infer intrinsic keyof readonly unique"
  ).split(" "),
);

/** True for a name that needs no quotes. */
export function isIdentifier(name: string): boolean {
  return identifier.test(name);
}

/** The name, or the name with `$2`, `$3` and so on behind it: the first that is free. */
export function freeName(name: string, isFree: (name: string) => boolean): string {
  if (isFree(name)) return name;
  for (let number = 2; ; number++) if (isFree(`${name}$${number}`)) return `${name}$${number}`;
}
