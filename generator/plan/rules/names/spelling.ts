/**
 * The naming rules, one per kind of name. `$` marks generated names: no XML name contains it, so they cannot clash with
 * names of a schema.
 */
import { isIdentifier, reservedWords, typeWords } from "../../data/identifiers.js";
import { capitalized } from "../../data/json-names.js";

const separators = /[^\p{ID_Continue}]+|_+/u;

/** Names that every module needs, and the exports of the runtime in `index.ts`. */
const reservedTypes: ReadonlySet<string> = new Set([
  ...typeWords,
  "globalThis",
  "ClientError",
  "ServiceFault",
]);

/** Properties that every object has already. */
const inherited: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Object.prototype));

/** Names of methods that would make a client or a server something else. */
const specialMethods: ReadonlySet<string> = new Set([...inherited, "then"]);

/** Type of a record, enumeration or list: the schema name, with words joined at dashes and dots. */
export function typeName(name: string): string {
  const plain = isIdentifier(name) ? name : pascal(name.split(/[^\p{ID_Continue}]+/u));
  return reservedTypes.has(plain) || reservedWords.has(plain) ? `${plain}$` : started(plain);
}

/** Stem of an operation's constant, types and functions: `SendSms`, `HttpSendSms` for `HTTP_SendSms`. */
export function operationStem(name: string): string {
  return started(capitalized(lowerCamel(name)));
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

/** The same in camel case: `customerID` for `CustomerID`. A name that has no such form, or that is generated, is unchanged. */
export function camelPropertyName(name: string): string {
  const camel = lowerCamel(name);
  return propertyName(name.startsWith("$") || !isIdentifier(camel) ? name : camel);
}

/** Member of an enumeration's constant: its value. `__proto__` would set the prototype instead. */
export function memberName(value: string): string {
  return value === "__proto__" ? "__proto__$" : value;
}

/** Words that start with a digit without their underscore, or are empty, cannot start an identifier. */
function started(name: string): string {
  return isIdentifier(name) ? name : `$${name}`;
}

/** `SendSms` is `sendSms`; a run of capitals before it is lowered up to the last: `HTTPSend` is `httpSend`. */
function lowerCamel(name: string): string {
  const [first = "", ...rest] = name.split(separators).filter((part) => part !== "");
  return lowerFirst(first) + rest.map(capitalized).join("");
}

function pascal(parts: readonly string[]): string {
  return parts.map(capitalized).join("");
}

function lowerFirst(word: string): string {
  const run = /^\p{Lu}+(?!\p{Ll})|^\p{Lu}/u.exec(word)?.[0] ?? "";
  return run.toLowerCase() + word.slice(run.length);
}
