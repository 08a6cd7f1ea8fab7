import type { QNamePlan } from "../plan/data/names.js";
import type { Plan } from "../plan/data/plan.js";
import { code, list, object, openList, property, value as asValue, type Code } from "./printer/code.js";
import type { GeneratedFile } from "./printer/generated-file.js";
import type { ConstantSymbol } from "./printer/symbols.js";
import { literal } from "./printer/text.js";

/** The namespaces of a contract as constants of a file. */
export class NamespaceConstants {
  readonly #symbols: ReadonlyMap<string, ConstantSymbol>;
  readonly #prefixes: Plan["prefixes"];

  /** Placeholder for the constants. */
  constructor(file: GeneratedFile, { namespaces, prefixes }: Plan) {
    const constants = file.constants();
    this.#prefixes = prefixes;
    this.#symbols = new Map(
      namespaces
        .filter(({ uri }) => uri !== "")
        .map(({ uri, constant }) => [
          uri,
          constants(constant, (self) => code`const ${asValue(self)} = ${literal(uri)};`),
        ]),
    );
  }

  /** The URI as an expression. */
  of(uri: string): Code {
    const symbol = this.#symbols.get(uri);
    return symbol === undefined ? literal(uri) : asValue(symbol);
  }

  /** The property `namespace` of a qualified name. */
  property(uri: string): Code {
    const symbol = this.#symbols.get(uri);
    return symbol === undefined ? ["namespace: ", literal(uri)] : property("namespace", symbol);
  }

  /** `{ namespace, name: "Do" }` */
  qName({ namespace, name }: Pick<QNamePlan, "namespace" | "name">): Code {
    return object("", [this.property(namespace), `name: ${literal(name)}`]);
  }

  /** The list of the prefixes that messages declare; `open` is the text before it, including its bracket. */
  prefixList(open: Code): Code {
    const rows = this.#prefixes.map(({ prefix, uri }) =>
      object("", [`prefix: ${literal(prefix)}`, this.property(uri)]),
    );
    return rows.length === 1 ? list(open, rows, "];") : openList(open, rows, "];");
  }
}
