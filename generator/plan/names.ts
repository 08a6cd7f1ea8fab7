/**
 * The naming rules, one for each kind of thing. `$` marks what we add: no XML name holds one, so nothing we make up
 * can meet a name of a schema.
 */

const identifier = /^[\p{ID_Start}_][\p{ID_Continue}]*$/u;
const separators = /[^\p{ID_Continue}]+|_+/u;

/** Words that cannot name a variable in a module (ECMA-262, 12.7.2 and 13.1.1). */
export const reservedWords: ReadonlySet<string> = new Set(
  (
    "arguments await break case catch class const continue debugger default delete do else enum eval export extends " +
    "false finally for function if implements import in instanceof interface let new null package private protected " +
    "public return static super switch this throw true try typeof undefined var void while with yield"
  ).split(" "),
);

/** Words that mean something where a type stands (TS2427 among others): no type or module can have such a name. */
export const typeWords: ReadonlySet<string> = new Set(
  (
    "any bigint boolean never null number object string symbol undefined unknown void " +
    "asserts infer intrinsic keyof readonly unique"
  ).split(" "),
);

/** Names that every module needs, and what `index.ts` exports of the runtime. */
const reservedTypes: ReadonlySet<string> = new Set([
  ...typeWords,
  ...["globalThis", "ClientError", "ServiceFault"],
]);

/** Properties that every object has already. */
const inherited: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Object.prototype));

/** Names of methods that would make a client or a server something else. */
const specialMethods: ReadonlySet<string> = new Set([...inherited, "then"]);

/** True for a name that can stand without quotes. */
export function isIdentifier(name: string): boolean {
  return identifier.test(name);
}

/** Type of a record, enumeration or list: the schema name, words joined where a dash or dot stands. */
export function typeName(name: string): string {
  const plain = isIdentifier(name) ? name : pascal(name.split(/[^\p{ID_Continue}]+/u));
  return reservedTypes.has(plain) || reservedWords.has(plain) ? `${plain}$` : started(plain);
}

/** Stem of an operation's constant, types and functions: `SendSms`, `HttpSendSms` for `HTTP_SendSms`. */
export function operationStem(name: string): string {
  return started(upperFirst(lowerCamel(name)));
}

/** Method of an operation: `sendSms`, `httpSendSms`, `httpJsonInboxProcessing`, `sendMMS`. */
export function methodName(name: string): string {
  const method = started(lowerCamel(name));
  return specialMethods.has(method) ? `${method}$` : method;
}

/** Property of a field: its name, save where every object has a property of that name. */
export function propertyName(name: string): string {
  return inherited.has(name) ? `${name}$` : name;
}

/** Member of an enumeration's constant: its value. `__proto__` is no member but sets the prototype. */
export function memberName(value: string): string {
  return value === "__proto__" ? "__proto__$" : value;
}

/** What the variable of a property is called where that name is free. */
export function variableName(property: string): string {
  const plain = property.replace(
    /[^\p{ID_Continue}$]/gu,
    (char) => `$${(char.codePointAt(0) ?? 0).toString(16)}$`,
  );
  return /^[\p{ID_Start}_$]/u.test(plain) ? plain : `$${plain}`;
}

/** Words that begin with a digit once their underscore is gone, or have nothing left, cannot begin an identifier. */
function started(name: string): string {
  return isIdentifier(name) ? name : `$${name}`;
}

/** `SendSms` is `sendSms`; a run of capitals before it is lowered up to the last: `HTTPSend` is `httpSend`. */
function lowerCamel(name: string): string {
  const [first = "", ...rest] = name.split(separators).filter((part) => part !== "");
  return lowerFirst(first) + rest.map(upperFirst).join("");
}

function pascal(parts: readonly string[]): string {
  return parts.map(upperFirst).join("");
}

function lowerFirst(word: string): string {
  const run = /^\p{Lu}+(?!\p{Ll})|^\p{Lu}/u.exec(word)?.[0] ?? "";
  return run.toLowerCase() + word.slice(run.length);
}

function upperFirst(word: string): string {
  const [first = ""] = word;
  return first.toUpperCase() + word.slice(first.length);
}
