import { type NamespaceAlias, swapNamespace } from "./namespace-alias.js";
import { xmlNamespace, xmlnsNamespace } from "./names.js";

/** One namespace declaration and all that are around it: a list that only grows at its head. */
interface Binding {
  readonly prefix: string;
  readonly uri: string;
  /** Depth of the element that declares it, counted from 1. */
  readonly depth: number;
  readonly size: number;
  /** Namespace of names without prefix as far as this binding is the innermost. */
  readonly defaultNamespace: string;
  readonly outer: Binding | undefined;
}

/** The namespace declarations in force while a document is read. */
export class NamespaceScope {
  /** Namespace of names without prefix; empty for none. */
  defaultNamespace = "";
  /** Depth of the innermost element that declares something; 0 for none. */
  innermost = 0;
  readonly #alias: NamespaceAlias | undefined;
  #binding: Binding | undefined = undefined;

  constructor(alias?: NamespaceAlias) {
    this.#alias = alias;
  }

  /** Number of declarations in force. */
  get size(): number {
    return this.#binding?.size ?? 0;
  }

  /**
   * Declares `prefix` (empty for the default namespace) for the element at `depth`, counted from 1.
   * @returns false when Namespaces in XML 1.0 does not allow the declaration
   */
  declare(prefix: string, uri: string, depth: number): boolean {
    if (prefix === "xmlns" || uri === xmlnsNamespace) return false;
    if ((prefix === "xml") !== (uri === xmlNamespace)) return false;
    if (prefix !== "" && uri === "") return false;
    const outer = this.#binding;
    for (let at = outer; at?.depth === depth; at = at.outer) {
      if (at.prefix === prefix) return false;
    }
    const namespace = this.meant(uri);
    if (prefix === "") this.defaultNamespace = namespace;
    const { defaultNamespace } = this;
    this.#binding = { prefix, uri: namespace, depth, size: this.size + 1, defaultNamespace, outer };
    this.innermost = depth;
    return true;
  }

  /** Namespace of a prefix that is not empty; undefined when it is not declared. */
  lookUp(prefix: string): string | undefined {
    for (let at = this.#binding; at !== undefined; at = at.outer) {
      if (at.prefix === prefix) return at.uri;
    }
    return prefix === "xml" ? xmlNamespace : undefined;
  }

  /** Ends the declarations of the elements below `depth`. */
  leave(depth: number): void {
    let binding = this.#binding;
    while (binding !== undefined && binding.depth > depth) binding = binding.outer;
    this.#binding = binding;
    this.innermost = binding?.depth ?? 0;
    this.defaultNamespace = binding?.defaultNamespace ?? "";
  }

  /** The namespace in the codecs for one of the document. */
  protected meant(uri: string): string {
    return this.#alias === undefined ? uri : swapNamespace(this.#alias, uri);
  }
}
