/** A service that is served under another target namespace than the one of its contract. */
export interface NamespaceAlias {
  /** The namespace in messages. */
  readonly wire: string;
  /** The namespace in the contract, which codecs use. */
  readonly contract: string;
}

/**
 * Maps a namespace of a message to the one codecs know, and back: the two change places, so that the namespace of the
 * contract, when a message uses it, is an unknown one.
 */
export function swapNamespace(alias: NamespaceAlias, uri: string): string {
  if (uri === alias.wire) return alias.contract;
  return uri === alias.contract ? alias.wire : uri;
}
