import type { XmlElement } from "../xml/content.js";

/** A departure of a response from its contract, or from the rules of its protocols, that was accepted. */
export interface Forgiven {
  /**
   * Found in every response unless the client refuses them: `mediaType`: a SOAP message has another Content-Type. `charset`: the byte order mark
   * contradicts the charset, or the charset is not known. `declaration`: white space is before the XML declaration. `acknowledgement`: something
   * is there where nothing is expected. `body`: Body is empty, and so the result. `status`: a result has another status of success than 200.
   *
   * Found by `lenientReading`: `missing`: a required element is absent, and its property is `undefined`. `nil`: an element is nil and may not be;
   * the same, and an item of a list is `undefined` at its place. `empty`: an element of a number, a boolean, a date or time, or a GUID has no text; as
   * `nil`. `value`: a value is outside of its enumeration, range, pattern or other facets, and is kept. `form`: a value is not written as XML Schema
   * does (`True`, `2017-08-01 12:12:12`). `unreadable`: a text is not a value of its type (`n/a` as a number); treated as `nil`. In an xs:list, items count
   * one by one. `type`: xsi:type names a type that is not known here; the element has the declared one, and where that is abstract, as `nil`. `unknown`:
   * an element is not declared. `namespace`: an element has another namespace than the declared one. `text`: text stands between the elements of a type that is not
   * mixed, or around the envelope, and is skipped. `repeated`: an element is given once more than it may be; the first one counts. `content`: a nil
   * element has content, which is skipped. `part`: a MIME part that the message refers to is not there, or not once; as `nil`. `character`: a character that XML 1.0 does not allow is read as U+FFFD.
   */
  readonly kind: ForgivenKind;
  /** For example `Envelope.Body.GreetResponse.GreetResult.Count`; empty where the departure is not in an element. */
  readonly path: string;
  /** The text that is read otherwise: a value, a name of a type, a Content-Type, a charset, a namespace. It may be secret. */
  readonly text?: string | undefined;
  /** Content of an `unknown` or `repeated` element, of a nil one with `content`, and of one whose `type` is abstract. */
  readonly element?: XmlElement;
}

/** Kinds of departures of the envelope, which every client accepts unless it refuses all. */
export type EnvelopeKind = "mediaType" | "charset" | "declaration" | "acknowledgement" | "body" | "status";

/** Kinds of departures, see `Forgiven`. */
export type ForgivenKind =
  | EnvelopeKind
  | "missing"
  | "nil"
  | "empty"
  | "value"
  | "form"
  | "unreadable"
  | "type"
  | "unknown"
  | "namespace"
  | "text"
  | "repeated"
  | "content"
  | "part"
  | "character";

/** Is told a departure of the envelope; false refuses the response. */
export type Forgive = (forgiven: Forgiven) => boolean;

/** The option `departures` of a client. */
export type Departures = "refuse" | ((forgiven: Forgiven) => void);

/** True, after the departure is reported, unless such departures are refused. */
export type IsForgiven = (kind: EnvelopeKind, text?: string, path?: string) => boolean;
