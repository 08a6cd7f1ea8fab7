/** Examples as expressions of TypeScript. */
import type { TypeNamePlan } from "../../plan/data/names.js";
import type { Plan } from "../../plan/data/plan.js";
import { isResolved, type EnumValuePlan, type SimpleValuePlan } from "../../plan/data/simple-types.js";
import {
  code,
  key,
  list,
  member,
  object,
  openList,
  openObject,
  value as asValue,
  type Code,
  typing,
} from "../printer/code.js";
import type { GeneratedFile } from "../printer/generated-file.js";
import { literal } from "../printer/text.js";
import type { TypeReferences } from "../type-text/value-types.js";
import { runtimeName } from "../runtime-names.js";
import type { SampleForm, SampleProperty } from "./sample.js";
import {
  attachmentSample,
  nameSample,
  representedSample,
  sampleOf,
  textSample,
  type SampleNames,
} from "./simple-samples.js";

/** A record becomes a constant before the constants that refer to it. */
export class CodeForm implements SampleForm<Code> {
  readonly nil = "null";
  readonly nothing = "undefined";
  readonly anyType = object("", ['$type: "xs:string"', 'value: "string"']);
  readonly #file: GeneratedFile;
  readonly #types: TypeReferences;
  readonly #names: SampleNames;
  readonly #firstMembers: ReadonlyMap<string, string>;

  constructor(file: GeneratedFile, plan: Plan, types: TypeReferences) {
    this.#file = file;
    this.#types = types;
    this.#names = {
      runtime: (name) => asValue(runtimeName(file, plan, name)),
      global: (name) => asValue(file.global(name)),
    };
    this.#firstMembers = new Map(
      plan.enums.map(({ type, numeric, members: [first] }) => [
        type.unique,
        numeric ? String(Number(first?.value)) : literal(first?.value ?? ""),
      ]),
    );
  }

  get content(): Code {
    return code`[${this.#names.runtime("element")}("any")]`;
  }

  text(text: string): Code {
    return literal(text);
  }

  simple(plan: SimpleValuePlan, text: string | undefined): Code {
    const { constant, typescript, mediaType } = plan;
    if (constant === "swaRef") return attachmentSample(this.#names, mediaType);
    if (isResolved(plan)) return nameSample(plan.represented?.names?.prefixes ?? [], text);
    if (text !== undefined) return textSample(this.#names, constant, typescript, text);
    return plan.represented === undefined
      ? sampleOf(this.#names, constant, typescript)
      : representedSample(this.#names, constant, typescript);
  }

  enumeration({ type, constraint }: EnumValuePlan): Code {
    const first = this.#firstMembers.get(type.unique) ?? '""';
    if (constraint?.kind !== "fixed") return first;
    return first.startsWith('"') ? literal(constraint.lexical) : String(Number(constraint.lexical));
  }

  anyElement(namespace: string | undefined): Code {
    const element = this.#names.runtime("element");
    if (namespace === undefined) return code`${element}("any")`;
    return list(code`${element}(`, ['"any"', "[]", object("", [`namespace: ${literal(namespace)}`])], ")");
  }

  list(items: readonly Code[], open: boolean): Code {
    return (open ? openList : list)("[", items, "]");
  }

  many(count: number, made: Code): Code {
    return code`${this.#names.global("Array")}.from({ length: ${String(count)} }, () => ${made})`;
  }

  object(properties: readonly SampleProperty<Code>[]): Code {
    if (properties.length === 0) return "{}";
    const printed = properties.map(({ name, sample: { made, lines } }) =>
      lines === 1 ? member(key(name), made) : code`${key(name)}: ${made}`,
    );
    return openObject("", printed);
  }

  shared(name: string, type: TypeNamePlan, made: Code): Code {
    const print = (self: Code): Code =>
      code`const ${self}${typing`: ${this.#types.record(type)}`} = ${made};`;
    return asValue(this.#file.constant(name, (self) => print(asValue(self))));
  }

  typed(tag: string, made: Code): Code {
    return object("", [`$type: ${literal(tag)}`, code`...${made}`]);
  }
}
