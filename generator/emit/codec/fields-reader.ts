import type { ChoicePlan, FieldPlan } from "../../plan/data/members.js";
import type { TypeNamePlan } from "../../plan/data/names.js";
import { value as asValue, type Code } from "../printer/code.js";
import type { Scope } from "../printer/symbols.js";
import type { CodecFile } from "./codec-file.js";
import type { Reader } from "./read-values.js";

/** A function that reads fields, and its variables. */
export class FieldsReader implements Reader {
  readonly codecs: CodecFile;
  readonly scope: Scope;
  readonly r: Code;
  readonly #variables = new Map<string, Code>();

  constructor(codecs: CodecFile) {
    this.codecs = codecs;
    this.scope = codecs.scope();
    this.r = this.variable("r");
  }

  /** The variable of that name; the same one each time. */
  variable(name: string): Code {
    const known = this.#variables.get(name) ?? asValue(this.scope.local(name));
    this.#variables.set(name, known);
    return known;
  }

  /** The variable of a field; the `$` in its key distinguishes it from variables of the function itself. */
  field({ property }: FieldPlan): Code {
    const key = `$ ${property}`;
    const known = this.#variables.get(key) ?? asValue(this.scope.local(variableName(property)));
    this.#variables.set(key, known);
    return known;
  }

  /** Variable for the number of the branch that the elements read so far belong to. */
  branch({ number }: ChoicePlan): Code {
    return this.variable(`$branch${number}`);
  }

  /** The variable that holds the value of a choice. */
  choice({ number }: ChoicePlan): Code {
    return this.variable(`$choice${number}`);
  }

  /** The type of a record, or of a union that belongs to one. */
  record(type: TypeNamePlan): Code {
    return this.codecs.types.record(type);
  }
}

/** Preferred name of the variable of a property. */
export function variableName(property: string): string {
  const plain = property.replace(
    /[^\p{ID_Continue}$]/gu,
    (char) => `$${(char.codePointAt(0) ?? 0).toString(16)}$`,
  );
  return /^[\p{ID_Start}_$]/u.test(plain) ? plain : `$${plain}`;
}
