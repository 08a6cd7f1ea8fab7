import type { ReceivedParts } from "../xsd/parts.js";
import type { XmlLimits } from "./limits.js";
import type { NamespaceAlias } from "./namespace-alias.js";
import type { NamespaceScope } from "./namespace-scope.js";

/** Options of a reader. */
export interface ReaderOptions {
  /** Default: `serverLimits`. */
  readonly limits?: XmlLimits | undefined;
  /**
   * An absent value becomes the initial one of its type, a nil value an absent one; types are parsed by `parseLenient`.
   */
  readonly lenient?: boolean | undefined;
  /** The service is served under another namespace than that of its contract. */
  readonly alias?: NamespaceAlias | undefined;
  /** Messages are SOAP-encoded: `xsi:type` of a record may name Array or Struct of the encoding. */
  readonly encoded?: boolean | undefined;
  /** Reads namespace declarations in another way, for example as `OnlyNamespace`; `alias` is ignored then. */
  readonly scope?: NamespaceScope | undefined;
  /** Parts of an XOP package, to which `xop:Include` refers. Without them it is an ordinary element. */
  readonly parts?: ReceivedParts | undefined;
  /** The class of the reader of a text whose references have been replaced: it decides on characters that XML 1.0 does not allow. */
  readonly Reader?: object | undefined;
  /** Namespaces that elements of the message have, for readers that look for misnamed ones. */
  readonly namespaces?: readonly string[] | undefined;
}

/** A text that is not a value of its type. */
export interface Misread {
  readonly text: string;
  /** Of the element or attribute. */
  readonly path: string;
}
