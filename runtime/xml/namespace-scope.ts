import { type NamespaceAlias, swapNamespace } from "./namespace-alias.js";
import { xmlNamespace, xmlnsNamespace } from "./names.js";

/** The namespace declarations in force while a document is read. */
export class NamespaceScope {
  /** Namespace of names without prefix; empty for none. */
  defaultNamespace = "";
  /** Number of declarations in force. */
  size = 0;
  /** Depth of the innermost element that declares something; 0 for none. */
  innermost = 0;
  readonly #alias: NamespaceAlias | undefined;
  readonly #prefixes: string[] = [];
  readonly #uris: string[] = [];
  readonly #depths: number[] = [];

  constructor(alias: NamespaceAlias | undefined) {
    this.#alias = alias;
  }

  /**
   * Declares `prefix` (empty for the default namespace) for the element at `depth`, counted from 1.
   * @returns false when Namespaces in XML 1.0 does not allow the declaration
   */
  declare(prefix: string, uri: string, depth: number): boolean {
    if (prefix === "xmlns" || uri === xmlnsNamespace) return false;
    if ((prefix === "xml") !== (uri === xmlNamespace)) return false;
    if (prefix !== "" && uri === "") return false;
    const namespace = this.#alias === undefined ? uri : swapNamespace(this.#alias, uri);
    for (let at = this.size - 1; at >= 0 && this.#depths[at] === depth; at--) {
      if (this.#prefixes[at] === prefix) return false;
    }
    this.#prefixes[this.size] = prefix;
    this.#uris[this.size] = namespace;
    this.#depths[this.size] = depth;
    this.size++;
    this.innermost = depth;
    if (prefix === "") this.defaultNamespace = namespace;
    return true;
  }

  /** Namespace of a prefix that is not empty; undefined when it is not declared. */
  lookUp(prefix: string): string | undefined {
    for (let at = this.size - 1; at >= 0; at--) {
      if (this.#prefixes[at] === prefix) return this.#uris[at];
    }
    return prefix === "xml" ? xmlNamespace : undefined;
  }

  /** Ends the declarations of the elements below `depth`. */
  leave(depth: number): void {
    while (this.size > 0 && (this.#depths[this.size - 1] ?? 0) > depth) this.size--;
    this.innermost = this.size === 0 ? 0 : (this.#depths[this.size - 1] ?? 0);
    this.defaultNamespace = "";
    for (let at = this.size - 1; at >= 0; at--) {
      if (this.#prefixes[at] !== "") continue;
      this.defaultNamespace = this.#uris[at] ?? "";
      return;
    }
  }
}
