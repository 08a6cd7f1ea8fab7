import type { Misread, ReaderOptions } from "../xml/reader-options.js";
import { XmlError } from "../xml/errors.js";
import type { QName } from "../xml/names.js";
import { readElement } from "../xml/read-content.js";
import { RenamingReader, type Renamed } from "../xml/renaming-reader.js";
import { pathOfEnded } from "../xml/scanner.js";
import type { XmlText } from "../xml/xml-text.js";
import { boolean } from "../xsd/numbers.js";
import { LexicalError, type XsdType } from "../xsd/type.js";
import { trim } from "../xsd/white-space.js";
import type { ForgivenList } from "./forgiven-list.js";
import { keptValue } from "./kept-values.js";
import { replacement, withoutBefore, withoutForbidden } from "./lenient-texts.js";

/** What is known of a document before it is read. */
interface Expected {
  /** Namespaces of the contract by those that stand for them. */
  readonly aliases?: Readonly<Record<string, string>> | undefined;
  /** Of a SOAP binding: what stands before its envelope is no part of it. */
  readonly isEnvelope?: boolean;
}

/** Reads responses that deviate from their contract; a list decides what is accepted, and has what was. */
export class LenientReader extends RenamingReader {
  readonly #list: ForgivenList;
  readonly #aliases: ReadonlyMap<string, string>;
  /** Elements and attributes that were reported without a value, and whose values have not been missed yet; the depth is that of the record. */
  readonly #valueless: { readonly depth: number; readonly path: string }[] = [];
  /** Characters of the document that were replaced, the last one first. */
  readonly #replaced: number[];

  constructor(
    document: string | XmlText,
    options: ReaderOptions,
    list: ForgivenList,
    { aliases = {}, isEnvelope = false }: Expected = {},
  ) {
    const { envelope, before } =
      isEnvelope && list.accepts("text") ? withoutBefore(document) : { envelope: document, before: "" };
    const { clean, replaced } = list.accepts("character")
      ? withoutForbidden(envelope)
      : { clean: envelope, replaced: [] };
    super(clean, list.accepts("namespace") ? options : { ...options, namespaces: [] });
    this.#list = list;
    this.#replaced = replaced;
    this.#aliases = new Map(Object.entries(aliases));
    if (before !== "") list.add({ kind: "text", path: "", text: before });
  }

  override enterRoot(): void {
    super.enterRoot();
    this.begin();
  }

  protected override begin(): void {
    // Those of records that have ended, without a value that was not required.
    while ((this.#valueless.at(-1)?.depth ?? -1) >= this.depth) this.#valueless.pop();
    const to = this.#aliases.get(this.namespace);
    if (to !== undefined) {
      this.#list.add({ kind: "namespace", path: this.path(), text: this.namespace });
      this.namespace = to;
    }
    this.#hearCharacters();
    super.begin();
  }

  protected override renamed({ from, path }: Renamed): void {
    this.#list.add({ kind: "namespace", path, text: from });
  }

  override isElement({ namespace, name }: QName): boolean {
    if (this.name !== name) return false;
    if (this.namespace === namespace) return true;
    if (!this.#list.accepts("namespace")) return false;
    this.#list.add({ kind: "namespace", path: this.path(), text: this.namespace });
    this.namespace = namespace;
    return true;
  }

  override finish(): void {
    const { at } = this;
    try {
      super.finish();
    } catch (error) {
      if (!(error instanceof XmlError) || !this.#list.accepts("text")) throw error;
      this.#list.add({ kind: "text", path: "", text: trim(this.text.slice(at)) });
    }
  }

  protected override unexpectedText(text: string, offset: number): void {
    if (this.#list.accepts("text")) this.#list.add({ kind: "text", path: this.path(), text });
    else super.unexpectedText(text, offset);
  }

  override absent<T>(name: string, type: XsdType<T>): T {
    if (!this.#isForgivenAbsence(name)) return super.absent(name, type);
    // The caller learns from the list that the property is undefined.
    return undefined as T;
  }

  override absentRecord(name: string, detail?: string, path?: string): never {
    if (!this.#isForgivenAbsence(name)) return super.absentRecord(name, detail, path);
    return undefined as never;
  }

  #isForgivenAbsence(name: string): boolean {
    const ended = pathOfEnded(this);
    const path = `${ended}.${name}`;
    // The element that ended is the value itself where it is a header, a detail or a result.
    const isItself = this.open[this.depth]?.local === name && this.#isReported(ended);
    if (isItself || this.#isReported(path)) return true;
    if (!this.#list.accepts("missing")) return false;
    this.#list.add({ kind: "missing", path });
    return true;
  }

  /** True, once, if the value at that path is known to be absent. */
  #isReported(path: string): boolean {
    const at = this.#valueless.findLastIndex((each) => each.path === path);
    if (at >= 0) this.#valueless.splice(at, 1);
    return at >= 0;
  }

  override keeps(item: unknown): item is never {
    this.#isReported(pathOfEnded(this));
    return Object.is(item, undefined);
  }

  override isRefusedNil(): boolean {
    if (!this.#list.accepts("nil")) return super.isRefusedNil();
    if (!this.isNil()) return false;
    const path = pathOfEnded(this);
    this.#list.add({ kind: "nil", path });
    this.#valueless.push({ depth: this.depth, path });
    return true;
  }

  protected override nilOf(lexical: string): boolean | undefined {
    const value = super.nilOf(lexical);
    const kept = value === undefined ? keptValue(boolean, lexical, this.#list.accepts) : undefined;
    if (kept === undefined) return value;
    for (const each of kept.departures) this.#list.add({ path: this.path(), ...each });
    return kept.value === true;
  }

  protected override leaveNil(): void {
    if (!this.#list.accepts("content")) {
      super.leaveNil();
      return;
    }
    const path = this.path();
    const element = readElement(this);
    if (element.children.length > 0) this.#list.add({ kind: "content", path, element });
  }

  override isRepeated<T>(previous: T | undefined): previous is T {
    // An element of another namespace may be none of the contract: the document is read again without them.
    const isAccepted = !this.isRenamed && this.#list.accepts("repeated");
    if (previous === undefined || !isAccepted) return super.isRepeated(previous);
    const path = this.path();
    this.#list.add({ kind: "repeated", path, element: readElement(this) });
    return true;
  }

  leavesOutPart(named: string, path: string): boolean {
    if (!this.#list.accepts("part")) return false;
    this.#list.add({ kind: "part", path, text: named });
    this.#valueless.push({ depth: this.depth - (path === this.path() ? 1 : 2), path });
    return true;
  }

  override wrongType(name: string): void {
    if (this.#list.accepts("type")) this.#list.add({ kind: "type", path: this.path(), text: name });
    else super.wrongType(name);
  }

  override leavesOut(text: string | undefined): boolean {
    if (!this.#list.accepts("type")) return false;
    const path = this.path();
    const element = readElement(this);
    this.#list.add({ kind: "type", path, text, element });
    this.#valueless.push({ depth: this.depth, path });
    return true;
  }

  protected override parseText<T>(type: XsdType<T>): T {
    const path = this.path();
    const kept = (text: string, read: () => T): T => {
      try {
        return read();
      } catch (error) {
        const found = error instanceof LexicalError ? this.misread(type, { text, path }) : undefined;
        if (found === undefined) throw error;
        return found[0];
      }
    };
    const { received } = type;
    return super.parseText({
      ...type,
      parse: (text) => kept(text, () => type.parse(text)),
      received: received && ((reader, text) => kept(text, () => received(reader, text))),
    });
  }

  override misread<T>(type: XsdType<T>, { text, path }: Misread): [T] | undefined {
    const kept = keptValue(type, text, this.#list.accepts);
    if (kept === undefined) return undefined;
    for (const each of kept.departures) this.#list.add({ path, ...each });
    if (kept.value === undefined)
      this.#valueless.push({ depth: path === this.path() ? this.depth - 1 : this.depth, path });
    // The types of a result do not show which of its values are of other types, or absent.
    return [kept.value as T];
  }

  override readText(): string {
    const text = super.readText();
    this.#hearCharacters();
    return text;
  }

  override forbidden(offset?: number): string {
    if (!this.#list.accepts("character")) return super.forbidden(offset);
    this.#list.add({ kind: "character", path: this.path() });
    return replacement;
  }

  /** Reports the replaced characters up to the current position. */
  #hearCharacters(): void {
    for (let at = this.#replaced.at(-1); at !== undefined && at < this.at; at = this.#replaced.at(-1)) {
      this.#replaced.pop();
      this.#list.add({ kind: "character", path: this.path() });
    }
  }

  protected override skipUnknown(): void {
    const path = this.path();
    if (!this.#list.accepts("unknown") || !/^Envelope\.(?:Body|Header\..*)\./s.test(path))
      super.skipUnknown();
    else {
      this.skipped++;
      this.#list.add({ kind: "unknown", path, element: readElement(this) });
    }
  }
}
