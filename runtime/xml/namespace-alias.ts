/** A service that is served under another target namespace than the one of its contract. */
export interface NamespaceAlias {
  /** The namespace in messages. */
  readonly wire: string;
  /** The namespace in the contract, which codecs use. */
  readonly contract: string;
}

/**
 * Maps the namespace of messages to that of the codecs, and back: the two are swapped, so that the namespace of the
 * contract is unknown if a message uses it.
 */
export function swapNamespace(alias: NamespaceAlias, uri: string): string {
  if (uri === alias.wire) return alias.contract;
  return uri === alias.contract ? alias.wire : uri;
}
