import { exclamation, greaterThan, lessThan, question, slash } from "../text/characters.js";
import { isAtCData, readAttributeValue, readCData, readCharacterData } from "./character-data.js";
import {
  type DeclaringTag,
  documentStart,
  longestRun,
  nameOfHash,
  cacheRun,
  cacheTag,
  type RunTag,
  type XmlName,
} from "./name-cache.js";
import type { ReceivedParts } from "../xsd/parts.js";
import { NamespaceScope } from "./namespace-scope.js";
import type { Misread, ReaderOptions } from "./reader-options.js";
import {
  isNext,
  mayKeep,
  notWellFormed,
  passDeclaration,
  passEndTag,
  passMisc,
  passOther,
  passSpace,
  readName,
} from "./markup.js";
import { broken, countItem, malformed, refuse, XmlScanner } from "./scanner.js";
import { quoted, type XsdType } from "../xsd/type.js";
import type { XmlText } from "./xml-text.js";
import { trim } from "../xsd/white-space.js";

const notSpace = /[^ \t\n\r]/;

/** An attribute that has been read. */
interface ReadAttribute {
  readonly name: XmlName;
  /** Empty until all attributes of the tag have been read. */
  namespace: string;
  readonly value: string;
}

const noAttributes: ReadAttribute[] = [];

/** Goes from element to element: start tags, attributes, namespaces (Namespaces in XML 1.0, 3rd edition), limits. */
export abstract class XmlElementReader extends XmlScanner {
  /** Namespace of the element entered last; empty for none. */
  namespace = "";
  /** Name without prefix of the element entered last. */
  name = "";
  /** Attributes of the element entered last, without namespace declarations. */
  #attributes = noAttributes;
  /** The text read last ends at an end tag. */
  atEndTag = false;
  /** The element entered last was `<name/>` and has not been left. */
  closed = false;
  /** The MIME parts of the message. */
  readonly parts: ReceivedParts | undefined;
  /** As in `ReaderOptions`. */
  readonly lenient: boolean;
  readonly scope: NamespaceScope;
  /** Declarations of the start tag that is read. */
  readonly #declared: { prefix: string; uri: string }[] = [];
  /** A start tag was one of those read before. */
  #remembered = false;
  /** Name of the element entered last, also after its end. */
  #previous = documentStart;
  /** The start tag of which the name has been read, if it is the one of last time. */
  #declaring: DeclaringTag | undefined = undefined;
  /** The next tag, if it has been matched. */
  #nextTag: RunTag | undefined = undefined;
  /** The element whose text ended last, unless the markup that follows it was expected; the end of the text. */
  #ended: XmlName | undefined = undefined;
  #endedAt = 0;

  protected constructor(document: string | XmlText, options: ReaderOptions) {
    super(document, options.limits);
    this.parts = options.parts;
    this.lenient = options.lenient === true;
    this.scope = options.scope ?? new NamespaceScope(options.alias);
  }

  /**
   * Enters the root element.
   * @throws XmlError if the start of the document is not well-formed or has a document type declaration
   */
  enterRoot(): void {
    const usual = passDeclaration(this);
    const start = this.at;
    if (!passMisc(this)) malformed(this, "The document has no element.");
    const checked = usual && this.at === start;
    this.#enter(this.#readElementName());
    this.checkCharacters(checked && this.#remembered ? this.at : 0);
  }

  /**
   * Enters the next child of the current element. White space, comments and processing instructions before it are skipped.
   * @param isTextSkipped true skips other text as well, which is refused otherwise; default: in lenient reading
   * @returns false if there is none: then the end tag has been read
   */
  child(isTextSkipped = this.lenient): boolean {
    if (this.closed) {
      this.leave();
      return false;
    }
    if (this.#nextTag !== undefined) {
      const entered = this.#passMatched(this.#nextTag);
      if (entered !== undefined) return entered;
    }
    for (;;) {
      passSpace(this);
      if (this.text.charCodeAt(this.at) !== lessThan) this.#passText(isTextSkipped);
      const next = this.text.charCodeAt(this.at + 1);
      if (next === slash) {
        passEndTag(this);
        this.leave();
        return false;
      }
      if (next !== exclamation && next !== question) {
        this.#enter(this.#readElementName());
        return true;
      }
      if (isAtCData(this)) this.#passText(isTextSkipped);
      else passOther(this);
    }
  }

  /**
   * Reads text up to the next tag, references replaced: comments and processing instructions are passed, CDATA sections
   * are text.
   */
  readText(): string {
    let read = readCharacterData(this);
    for (;;) {
      const next = this.text.charCodeAt(this.at + 1);
      this.atEndTag = next === slash;
      if (this.atEndTag || (next !== exclamation && next !== question)) return read;
      if (isAtCData(this)) read += readCData(this);
      else passOther(this);
      read += readCharacterData(this);
    }
  }

  /** Passes text up to the next tag; what is not white space is refused, unless text is skipped. */
  #passText(isSkipped: boolean): void {
    const { at } = this;
    const text = this.readText();
    if (!isSkipped && notSpace.test(text)) this.unexpectedText(trim(text), at);
  }

  /**
   * Refuses text between the elements of an element-only type (XML Schema 1.0 part 1, section 3.4.4, rule 2.3).
   * @param text the text without white space around it
   */
  protected unexpectedText(text: string, offset: number): void {
    const { local } = this.open[this.depth - 1] ?? documentStart;
    refuse(
      this,
      "UnexpectedText",
      `${local} has the text ${quoted(text)} where only elements may be.`,
      offset,
    );
  }

  /** Skips the rest of the element entered last, including its end tag. */
  leaveElement(): void {
    const outside = this.depth - 1;
    while (this.depth > outside) this.child(true);
  }

  /**
   * The type that `xsi:type` names does not belong to the element entered last, whose type is declared. Refused; a lenient reader reads the declared
   * one.
   * @param name as it was written, or without its prefix
   */
  wrongType(name: string): void {
    refuse(this, "WrongType", `${this.name}: xsi:type ${quoted(name)} does not belong here.`);
  }

  /** The value of a text that is not one of the type, in an array; undefined, or absent in a reader, to refuse it. */
  misread?<T>(type: XsdType<T>, misread: Misread): [T] | undefined;

  /** After the end of the root: only comments, processing instructions and white space may follow. */
  finish(): void {
    if (this.at === this.text.length) this.#noteRun("");
    if (passMisc(this)) malformed(this, "A second root element.");
  }

  /** True if the element entered last has attributes, namespace declarations not counted. */
  get hasAttributes(): boolean {
    return this.#attributes.length !== 0;
  }

  /** Value of an attribute of the element entered last. */
  attribute(namespace: string, name: string): string | undefined {
    return this.#attributes.find((each) => each.name.local === name && each.namespace === namespace)?.value;
  }

  /** The attributes of the element entered last, without namespace declarations. */
  attributes(): { namespace: string; name: string; value: string }[] {
    return this.#attributes.map(({ namespace, name, value }) => ({ namespace, name: name.local, value }));
  }

  /** The innermost open element has ended. */
  protected leave(): void {
    this.closed = false;
    this.depth--;
    if (this.scope.innermost > this.depth) this.scope.leave(this.depth);
  }

  /** Passes the end tag of the innermost element; the position is behind its text. */
  protected leaveText(): void {
    const { at } = this;
    const name = this.open[this.depth - 1] ?? documentStart;
    this.#noteRun(name.startTag);
    const { run } = name;
    if (run !== undefined && isNext(this, run.markup)) {
      name.otherRun = 0;
      this.at += name.endTag.length;
      this.#nextTag = run.next;
    } else {
      this.#nextTag = undefined;
      passEndTag(this);
      if (this.text.charCodeAt(this.at) === lessThan && mayKeep(this)) this.#ended = name;
      this.#endedAt = at;
    }
    this.leave();
  }

  /**
   * Notes the markup behind the text that ended last, up to the tag before the text that ends now. It is short, or not
   * noted: the text that ends now may be most of the document, and is not searched.
   */
  #noteRun(last: string): void {
    const name = this.#ended;
    if (name === undefined) return;
    this.#ended = undefined;
    const markup = this.text.slice(this.#endedAt, Math.min(this.at, this.#endedAt + longestRun + 1));
    const end = markup.lastIndexOf(last);
    if (end !== -1) cacheRun(name, markup.slice(0, end + last.length));
  }

  /** Passes a tag that has been matched, if its name is still cached or is that of the innermost element; result as `child`. */
  #passMatched({ raw, hash, isEnd, next }: RunTag): boolean | undefined {
    const name = isEnd ? this.open[this.depth - 1] : nameOfHash(hash);
    this.#nextTag = undefined;
    if (name?.raw !== raw) return undefined;
    this.#nextTag = next;
    this.at += raw.length + (isEnd ? 3 : 1);
    if (isEnd) this.leave();
    else this.#enter(name);
    return !isEnd;
  }

  /** Reads `<` and the name behind it: most often the same as last time. */
  #readElementName(): XmlName {
    const expected = nameOfHash(this.#previous.following);
    if (expected !== undefined && this.#passExpected(expected)) return expected;
    this.at++;
    const name = readName(this);
    this.#previous.following = name.hash;
    return name;
  }

  /** Passes `<` and the name if it is the expected one, with no attributes or the declarations of last time. */
  #passExpected({ raw, startTag, declaring }: XmlName): boolean {
    const end = this.at + 1 + raw.length;
    if (this.text.charCodeAt(end) === greaterThan) {
      if (!isNext(this, startTag)) return false;
    } else {
      if (declaring === undefined || !isNext(this, declaring.startTag)) return false;
      this.#declaring = declaring;
    }
    this.at = end;
    return true;
  }

  /** Enters the element of which the name has been read. */
  #enter(name: XmlName): void {
    const start = this.at - name.raw.length;
    const parent = this.depth;
    countItem(this, start);
    if (parent === this.limits.depth) broken(this, "DepthLimit", start);
    if (name.raw.length > this.limits.nameLength) broken(this, "NameLimit", start);
    this.depth = parent + 1;
    this.open[parent] = name;
    this.#previous = name;
    this.#attributes = noAttributes;
    if (this.text.charCodeAt(this.at) === greaterThan) this.at++;
    else if (this.#declaring !== undefined) this.#declareAll(this.#declaring, name);
    else this.#readAttributes(name);
    this.name = name.local;
    this.namespace = name.prefix === "" ? this.scope.defaultNamespace : resolved(this, name.prefix, start);
  }

  /** Reads the rest of a start tag after the name. */
  #readAttributes(name: XmlName): void {
    const start = this.at;
    this.#declared.length = 0;
    for (let total = 0; ;) {
      const before = this.at;
      passSpace(this);
      const code = this.text.charCodeAt(this.at);
      if (code === greaterThan) break;
      if (code === slash && this.text.charCodeAt(this.at + 1) === greaterThan) {
        this.closed = true;
        this.at++;
        break;
      }
      if (before === this.at) notWellFormed(this, "A start tag");
      if (++total > this.limits.attributes) broken(this, "AttributeLimit");
      countItem(this);
      this.#readAttribute();
    }
    this.at++;
    if (this.hasAttributes) this.#resolveAttributes();
    else if (!this.closed && mayKeep(this))
      cacheTag(name, this.text.slice(start - name.raw.length - 1, this.at), this.#declared);
  }

  #declareAll(tag: DeclaringTag, { raw }: XmlName): void {
    this.#declaring = undefined;
    if (tag.declarations.length > this.limits.attributes) broken(this, "AttributeLimit");
    for (const { prefix, uri } of tag.declarations) {
      countItem(this);
      declare(this, prefix, uri);
    }
    this.at += tag.startTag.length - raw.length - 1;
    this.#remembered = true;
  }

  #readAttribute(): void {
    const start = this.at;
    const name = readName(this);
    const value = readAttributeValue(this);
    if (name.raw !== "xmlns" && name.prefix !== "xmlns") {
      this.#keep(name, value, start);
      return;
    }
    const prefix = name.prefix === "" ? "" : name.local;
    declare(this, prefix, value, start);
    this.#declared.push({ prefix, uri: value });
  }

  #keep(name: XmlName, value: string, offset: number): void {
    if (this.#attributes.some((each) => each.name.raw === name.raw)) givenTwice(this, name, offset);
    const attribute = { name, namespace: "", value };
    if (!this.hasAttributes) this.#attributes = [attribute];
    else this.#attributes.push(attribute);
  }

  /** Resolves the namespaces of the attributes, including declarations anywhere in the same element. */
  #resolveAttributes(): void {
    for (const attribute of this.#attributes) {
      const { prefix, local } = attribute.name;
      if (prefix === "") continue;
      const namespace = resolved(this, prefix, this.at);
      if (this.attribute(namespace, local) !== undefined) givenTwice(this, attribute.name);
      attribute.namespace = namespace;
    }
  }
}

/** The namespace of a prefix. */
function resolved(reader: XmlElementReader, prefix: string, offset: number): string {
  const namespace = prefix === "xmlns" ? undefined : reader.scope.lookUp(prefix);
  if (namespace !== undefined) return namespace;
  refuse(reader, "Namespace", `The prefix ${quoted(prefix)} is not declared.`, offset);
}

function declare(reader: XmlElementReader, prefix: string, uri: string, offset = reader.at): void {
  const { depth, limits, scope } = reader;
  if (scope.size >= limits.namespaces) broken(reader, "NamespaceLimit");
  if (!scope.declare(prefix, uri, depth))
    refuse(reader, "Namespace", `The declaration of the prefix ${quoted(prefix)} is not allowed.`, offset);
}

function givenTwice(reader: XmlElementReader, { raw }: XmlName, offset?: number): never {
  malformed(reader, `The attribute ${quoted(raw)} is given twice.`, offset);
}
