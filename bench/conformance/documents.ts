/** Content of SOAP messages, as documents that can be validated against a schema. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Diagnostics } from "#generator/diagnostics.js";
import { readXml } from "#generator/read/document.js";
import { elements, type XmlElement } from "#generator/read/xml.js";
import { markup } from "./markup.js";
import { asWrapper } from "./schema-set.js";
import { validate } from "./xmllint.js";
import type { Wrapper } from "./wrappers.js";

/** Counts of messages by what a schema said of them. */
export interface SchemaChecks {
  readonly valid: number;
  /** Not asked about: parts of a multipart message, or an element that no schema declares. */
  readonly undeclared: number;
  /** Why the schema could not be read by xmllint. */
  readonly unreadable: string | undefined;
}

/** The parser refuses elements called `constructor` and the like. */
const reservedName = "reserved JavaScript keyword";

export class Documents {
  readonly #declared: ReadonlySet<string>;
  readonly #wrappers: readonly Wrapper[];
  readonly #folder: string;
  /** The kind of each file, by name. */
  readonly #files = new Map<string, string>();
  #undeclared = 0;

  constructor(declared: ReadonlySet<string>, wrappers: readonly Wrapper[], folder: string) {
    this.#declared = declared;
    this.#wrappers = wrappers;
    this.#folder = folder;
  }

  /** Keeps what stands in Body, Header and detail. Answers what is wrong with the envelope. */
  keep(envelope: string, label: string): string | undefined {
    if (!envelope.startsWith("<")) {
      this.#undeclared++;
      return undefined;
    }
    const diagnostics = new Diagnostics();
    const root = readXml(envelope, label, diagnostics);
    const [flaw] = diagnostics.all;
    if (flaw?.message.includes(reservedName) === true) {
      this.#undeclared++;
      return undefined;
    }
    if (root === undefined || flaw !== undefined) return `${label}: not well-formed: ${flaw?.message ?? ""}`;
    for (const block of elements(root)) {
      for (const element of elements(block)) {
        if (block.name.name === "Body" && element.name.name === "Fault") this.#detail(element, label);
        else this.#element(element, label);
      }
    }
    return undefined;
  }

  #detail(fault: XmlElement, label: string): void {
    for (const part of elements(fault)) {
      if (part.name.name.toLowerCase() !== "detail") continue;
      for (const element of elements(part)) this.#element(element, label);
    }
  }

  #element(element: XmlElement, label: string): void {
    const { namespace, name } = element.name;
    const found = this.#wrappers.flatMap((wrapper, at) =>
      wrapper.namespace === namespace && wrapper.name === name ? [{ wrapper, at }] : [],
    );
    const [only] = found;
    if (only !== undefined && found.every(({ wrapper }) => isSame(wrapper, only.wrapper))) {
      this.#write(asWrapper(element, only.at), label);
    } else if (this.#declared.has(`{${namespace}}${name}`)) this.#write(element, label);
    else this.#undeclared++;
  }

  #write(element: XmlElement, label: string): void {
    const file = join(this.#folder, `${this.#files.size}.xml`);
    writeFileSync(file, markup(element));
    this.#files.set(file, label);
  }

  /** Asks the schema; what is not valid comes back with the reason. */
  check(schema: string): SchemaChecks & { readonly flaws: readonly string[] } {
    const { unreadable, invalid } = validate(schema, [...this.#files.keys()]);
    const flaws = [...invalid].map(
      ([file, reason]) => `${this.#files.get(file) ?? file} is not valid: ${reason}`,
    );
    const valid = unreadable === undefined ? this.#files.size - invalid.size : 0;
    return { valid, undeclared: this.#undeclared, unreadable, flaws };
  }
}

function isSame(one: Wrapper, other: Wrapper): boolean {
  return JSON.stringify(one.parts.map(partKey)) === JSON.stringify(other.parts.map(partKey));
}

function partKey({ name, element, type }: Wrapper["parts"][number]): readonly (string | undefined)[] {
  return [name, element, type];
}
