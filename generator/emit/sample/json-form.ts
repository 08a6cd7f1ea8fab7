/** Examples as JSON, of the same values as those in TypeScript. */
import { jsonNamesOf, type JsonNameOf } from "../../plan/data/json-names.js";
import type { Plan } from "../../plan/data/plan.js";
import {
  isResolved,
  type EnumPlan,
  type EnumValuePlan,
  type SimpleValuePlan,
} from "../../plan/data/simple-types.js";
import { jsonFormOf } from "../json/json-form.js";
import type { SampleForm, SampleProperty } from "./sample.js";
import { exampleBytes, exampleName, exampleText } from "./simple-samples.js";

/** A value of JSON; undefined for no document. */
export type Json = string | number | boolean | null | undefined | readonly Json[] | JsonMembers;

interface JsonMembers {
  readonly [name: string]: Json;
}

/** Values of `JSON.stringify`. Equal parts are one object. */
export class JsonForm implements SampleForm<Json> {
  readonly nil = null;
  readonly noItems: Json = [];
  readonly nothing = undefined;
  readonly content: Json = { children: [elementIn("")] };
  readonly anyType: Json = { $type: "xs:string", value: "string" };
  readonly #enums: ReadonlyMap<string, EnumPlan>;
  readonly #nameOf: JsonNameOf;

  constructor({ enums, jsonNames }: Pick<Plan, "enums" | "jsonNames">) {
    this.#nameOf = jsonNamesOf(jsonNames);
    this.#enums = new Map(enums.map((each) => [each.type.unique, each]));
  }

  text(text: string): Json {
    return text;
  }

  simple(plan: SimpleValuePlan, given: string | undefined): Json {
    const { constant, mediaType = "application/octet-stream" } = plan;
    if (constant === "swaRef")
      return { contentType: mediaType, content: Buffer.from(exampleBytes).toString("base64") };
    if (isResolved(plan)) {
      const { namespace, name } = exampleName(plan.represented?.names?.prefixes ?? [], given);
      return namespace === "" ? name : `{${namespace}}${name}`;
    }
    const text = given ?? exampleText(plan);
    switch (jsonFormOf(plan, () => false)) {
      case "number":
        return Number(text);
      case "float":
        return Number.isFinite(Number(text)) ? Number(text) : text.trim();
      case "integer":
        return String(BigInt(text.trim()));
      case "boolean":
        return /^\s*(?:true|1)\s*$/.test(text);
      case "list":
        return text.trim().split(/\s+/);
      default:
        return canonical(plan, text);
    }
  }

  enumeration({ type, constraint }: EnumValuePlan): Json {
    const { numeric = false, members: [first] = [] } = this.#enums.get(type.unique) ?? {};
    const text = constraint?.kind === "fixed" ? constraint.lexical : (first?.value ?? "");
    return numeric ? Number(text) : text;
  }

  anyElement(namespace = ""): Json {
    return elementIn(namespace);
  }

  list(items: readonly Json[]): Json {
    return items;
  }

  many(count: number, made: Json): Json {
    return Array.from({ length: count }, () => made);
  }

  object(properties: readonly SampleProperty<Json>[]): Json {
    return Object.fromEntries(properties.map(({ name, sample }) => [this.#nameOf(name), sample.made]));
  }

  shared(_name: string, _type: unknown, made: Json): Json {
    return made;
  }

  typed(tag: string, made: Json): Json {
    return { $type: tag, ...(made as JsonMembers) };
  }
}

function elementIn(namespace: string): Json {
  return { namespace, name: "any", attributes: [], children: [] };
}

/** The text that a value of this text is written as. */
function canonical({ constant, typescript }: SimpleValuePlan, text: string): string {
  if (constant === "decimal" && typescript === "number") return String(Number(text));
  if (constant === "base64Binary") return Buffer.from(text, "base64").toString("base64");
  if (constant === "hexBinary") return Buffer.from(text, "hex").toString("hex").toUpperCase();
  return constant === "decimal" || constant === "dateTime" ? text.trim() : text;
}
