import { unclark, xsdNamespace } from "../read/names.js";
import { isCatalogued } from "../read/catalogue/index.js";
import { builtInMeant, isBuiltIn, isSoapEncoded } from "./built-in.js";
import type { Declaration, Kind } from "./declaration.js";
import type { Id } from "./types.js";

/** Facts about the namespaces of a contract besides its declarations. */
export interface ContractNamespaces {
  /** Of the schemas, those of the catalogue too. */
  readonly schemas: ReadonlySet<string>;
  /** Of the WSDL documents. */
  readonly wsdls: ReadonlySet<string>;
  /** By the namespace that an import names, those that its documents have instead. */
  readonly misnamed: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Kinds of WSDL: messages never contain their namespaces. */
const wsdlKinds: readonly Kind[] = ["message", "port type", "binding"];

/** Resolves undeclared names, after all declarations were read. */
export class Meanings {
  readonly #namespaces: ContractNamespaces;
  readonly #declarations: (kind: Kind) => readonly Declaration[];
  /** Declarations of the contract's own documents by their names without namespaces. */
  readonly #byName = new Map<Kind, ReadonlyMap<string, readonly Declaration[]>>();

  readonly #lenient: boolean;

  constructor(
    namespaces: ContractNamespaces,
    declarations: (kind: Kind) => readonly Declaration[],
    lenient: boolean,
  ) {
    this.#lenient = lenient;
    this.#namespaces = namespaces;
    this.#declarations = declarations;
  }

  /** The only possible declaration for an undeclared name; undefined if there is none, or several. */
  of(kind: Kind, id: Id): Id | undefined {
    if (isBuiltIn(id) || isSoapEncoded(id)) return undefined;
    const { namespace, name } = unclark(id);
    if (namespace === xsdNamespace) return kind === "type" ? builtInMeant(name, this.#lenient) : undefined;
    const found = new Set(
      this.#own(kind, name)
        .filter((declaration) => this.#canBe(kind, namespace, unclark(declaration.id).namespace))
        .map((declaration) => declaration.id),
    );
    const simple = `{${xsdNamespace}}${name}`;
    if (kind === "type" && isBuiltIn(simple) && this.#isOwn(namespace)) found.add(simple);
    const [only, ...others] = found;
    return others.length === 0 ? only : undefined;
  }

  /**
   * True if the contract has no schema for the namespace of a name; not for a misspelling, where the name is declared
   * elsewhere or a similar namespace exists.
   */
  isOfUnknownNamespace(kind: Kind, id: Id): boolean {
    const { namespace, name } = unclark(id);
    const { schemas } = this.#namespaces;
    if (namespace === xsdNamespace || this.#own(kind, name).length > 0) return false;
    const spelling = loosely(namespace);
    return ![...schemas].some((known) => known === namespace || loosely(known) === spelling);
  }

  #canBe(kind: Kind, wanted: string, declared: string): boolean {
    const { wsdls, misnamed } = this.#namespaces;
    if (wsdlKinds.includes(kind) || misnamed.get(wanted)?.has(declared) === true) return true;
    return wanted === "" || (declared === "" && wsdls.has(wanted));
  }

  #isOwn(namespace: string): boolean {
    const { schemas, wsdls } = this.#namespaces;
    return namespace === "" || wsdls.has(namespace) || (schemas.has(namespace) && !isCatalogued(namespace));
  }

  #own(kind: Kind, name: string): readonly Declaration[] {
    let names = this.#byName.get(kind);
    if (names === undefined) {
      const own = this.#declarations(kind).filter(({ element }) => !isCatalogued(element.origin.file));
      const grouped = new Map<string, Declaration[]>();
      for (const each of own) grouped.set(each.name, [...(grouped.get(each.name) ?? []), each]);
      names = grouped;
      this.#byName.set(kind, names);
    }
    return names.get(name) ?? [];
  }
}

/** A namespace without the parts that are often written differently: case, scheme, a slash at the end. */
function loosely(namespace: string): string {
  return namespace
    .toLowerCase()
    .replace(/^https?:/, "")
    .replace(/\/+$/, "");
}
