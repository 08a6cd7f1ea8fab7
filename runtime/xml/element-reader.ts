import { isSpace, plainEnd, valueCodes } from "./characters.js";
import type { XmlLimits } from "./limits.js";
import { uriAt, type XmlName } from "./name-cache.js";
import type { NamespaceAlias } from "./namespace-alias.js";
import { NamespaceScope } from "./namespace-scope.js";
import { XmlScanner } from "./scanner.js";
import { quoted } from "../xsd/type.js";

/** Options of a reader. */
export interface ReaderOptions {
  /** Default: `serverLimits`. */
  readonly limits?: XmlLimits | undefined;
  /** An absent value becomes the initial one of its type, a nil value becomes an absent one. */
  readonly lenient?: boolean | undefined;
  /** The service is served under another namespace than that of its contract. */
  readonly alias?: NamespaceAlias | undefined;
}

const greaterThan = 62;
const slash = 47;
const lessThan = 60;
const equals = 61;
const doubleQuote = 34;
const singleQuote = 39;
const ampersand = 38;

/** Goes from element to element: start tags, attributes, namespaces (Namespaces in XML 1.0, 3rd edition), limits. */
export abstract class XmlElementReader extends XmlScanner {
  /** Namespace of the element entered last; empty for none. */
  namespace = "";
  /** Name without prefix of the element entered last. */
  name = "";
  /** Attributes of the element entered last that are no namespace declarations. */
  protected attributeCount = 0;
  readonly #attributeNames: XmlName[] = [];
  readonly #attributeNamespaces: string[] = [];
  readonly #attributeValues: string[] = [];
  /** Children seen so far, per depth. */
  readonly #children: number[] = [0];
  /** The element entered last was `<name/>` and has not been left. */
  protected closed = false;
  protected readonly scope: NamespaceScope;

  protected constructor(text: string, options: ReaderOptions) {
    super(text, options.limits ?? undefined);
    this.scope = new NamespaceScope(options.alias);
  }

  /**
   * Enters the root element.
   * @throws XmlError when the document does not begin well-formed or has a document type declaration
   */
  enterRoot(): void {
    this.passDeclaration();
    if (!this.passMisc()) throw this.error("Malformed", "The document has no element.");
    this.#readStartTag();
  }

  /**
   * Enters the next child of the element that is read now. Text, comments and processing instructions before it are
   * passed.
   * @returns false when there is none: then the end tag has been read
   */
  child(): boolean {
    if (this.closed) {
      this.leave();
      return false;
    }
    for (;;) {
      if (this.text.charCodeAt(this.at) !== lessThan) this.passText();
      const next = this.text.charCodeAt(this.at + 1);
      if (next === slash) {
        this.passEndTag();
        this.leave();
        return false;
      }
      if (next !== 33 && next !== 63) {
        this.#readStartTag();
        return true;
      }
      this.passOther();
    }
  }

  /** After the end of the root: only comments, processing instructions and white space may follow. */
  finish(): void {
    if (this.passMisc()) throw this.error("Malformed", "A second root element.");
  }

  /** Value of an attribute of the element entered last. */
  attribute(namespace: string, name: string): string | undefined {
    for (let at = 0; at < this.attributeCount; at++) {
      if (this.#attributeNames[at]?.local === name && this.#attributeNamespaces[at] === namespace) {
        return this.#attributeValues[at];
      }
    }
    return undefined;
  }

  /** The attributes of the element entered last, without namespace declarations. */
  attributes(): { namespace: string; name: string; value: string }[] {
    return this.#attributeNames.slice(0, this.attributeCount).map((name, at) => ({
      namespace: this.#attributeNamespaces[at] ?? "",
      name: name.local,
      value: this.#attributeValues[at] ?? "",
    }));
  }

  /** Passes a comment, a processing instruction or a CDATA section. */
  protected passOther(): void {
    if (this.text.charCodeAt(this.at + 1) === 63) this.passInstruction();
    else if (this.atCData()) this.readCData();
    else this.passComment();
  }

  /** The innermost open element has ended. */
  protected leave(): void {
    this.closed = false;
    this.attributeCount = 0;
    this.depth--;
    if (this.scope.innermost > this.depth) this.scope.leave(this.depth);
  }

  #readStartTag(): void {
    const start = this.at;
    this.at++;
    const name = this.readName();
    const parent = this.depth;
    const children = (this.#children[parent] ?? 0) + 1;
    if (children > this.limits.children) throw this.error("ChildLimit");
    this.#children[parent] = children;
    if (parent === this.limits.depth) throw this.error("DepthLimit");
    this.depth = parent + 1;
    this.open[parent] = name;
    this.#children[parent + 1] = 0;
    this.attributeCount = 0;
    if (this.text.charCodeAt(this.at) === greaterThan) this.at++;
    else this.#readAttributes();
    this.name = name.local;
    this.namespace = name.prefix === "" ? this.scope.defaultNamespace : this.#resolve(name.prefix, start);
  }

  #resolve(prefix: string, offset: number): string {
    const namespace = prefix === "xmlns" ? undefined : this.scope.lookUp(prefix);
    if (namespace !== undefined) return namespace;
    throw this.error("Namespace", `The prefix ${quoted(prefix)} is not declared.`, offset);
  }

  /** Reads the rest of a start tag after the name. */
  #readAttributes(): void {
    let total = 0;
    for (;;) {
      const before = this.at;
      this.passSpace();
      const code = this.text.charCodeAt(this.at);
      if (code === greaterThan) break;
      if (code === slash && this.text.charCodeAt(this.at + 1) === greaterThan) {
        this.closed = true;
        this.at++;
        break;
      }
      if (before === this.at) throw this.error("Malformed", "A start tag is not well-formed.");
      if (++total > this.limits.attributes) throw this.error("AttributeLimit");
      this.#readAttribute();
    }
    this.at++;
    if (this.attributeCount > 0) this.#resolveAttributes();
  }

  #readAttribute(): void {
    const start = this.at;
    const name = this.readName();
    this.passSpace();
    if (this.text.charCodeAt(this.at) !== equals)
      throw this.error("Malformed", "An attribute without a value.");
    this.at++;
    this.passSpace();
    const quote = this.text.charCodeAt(this.at);
    if (quote !== doubleQuote && quote !== singleQuote) {
      throw this.error("Malformed", "The value of an attribute is not in quotes.");
    }
    this.at++;
    const value = this.#readAttributeValue(quote);
    if (name.prefix === "xmlns") this.#declare(name.local, value, start);
    else if (name.raw === "xmlns") this.#declare("", value, start);
    else this.#keep(name, value, start);
  }

  /** Reads up to and including the closing quote; white space becomes spaces (XML 1.0, section 3.3.3). */
  #readAttributeValue(quote: number): string {
    let read = "";
    let start = this.at;
    for (;;) {
      this.at = plainEnd(this.text, this.at, valueCodes);
      const code = this.text.charCodeAt(this.at);
      if (code === quote) {
        const end = this.at++;
        return read === "" ? uriAt(this.text, start, end) : read + this.text.slice(start, end);
      }
      if (code === ampersand) {
        read += this.text.slice(start, this.at) + this.readReference();
        start = this.at;
      } else if (isSpace(code)) {
        read += `${this.text.slice(start, this.at)} `;
        start = ++this.at;
      } else if (code === doubleQuote || code === singleQuote) {
        this.at++;
      } else if (code === lessThan) {
        throw this.error("Malformed", "< in the value of an attribute.");
      } else {
        this.passSpecial(code);
      }
    }
  }

  #declare(prefix: string, uri: string, offset: number): void {
    if (this.scope.size >= this.limits.namespaces) throw this.error("NamespaceLimit");
    if (!this.scope.declare(prefix, uri, this.depth)) {
      throw this.error(
        "Namespace",
        `The declaration of the prefix ${quoted(prefix)} is not allowed.`,
        offset,
      );
    }
  }

  #keep(name: XmlName, value: string, offset: number): void {
    for (let at = 0; at < this.attributeCount; at++) {
      if (this.#attributeNames[at]?.raw === name.raw) {
        throw this.error("Malformed", `The attribute ${quoted(name.raw)} is given twice.`, offset);
      }
    }
    this.#attributeNames[this.attributeCount] = name;
    this.#attributeValues[this.attributeCount] = value;
    this.attributeCount++;
  }

  /** Finds the namespaces of the attributes: the declarations of their own element count, wherever they stand in it. */
  #resolveAttributes(): void {
    for (let at = 0; at < this.attributeCount; at++) {
      const name = this.#attributeNames[at];
      if (name === undefined) continue;
      const namespace = name.prefix === "" ? "" : this.#resolve(name.prefix, this.at);
      for (let earlier = 0; namespace !== "" && earlier < at; earlier++) {
        if (
          this.#attributeNamespaces[earlier] === namespace &&
          this.#attributeNames[earlier]?.local === name.local
        ) {
          throw this.error("Malformed", `The attribute ${quoted(name.raw)} is given twice.`);
        }
      }
      this.#attributeNamespaces[at] = namespace;
    }
  }
}
