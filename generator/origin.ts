/** A place in a document of the contract. */
export interface Origin {
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
  /** Counted from 1, in UTF-16 code units. */
  readonly column: number;
}

/** True for a WSDL that is named by a URL instead of a path, which may start with a drive letter. */
export function isWebUrl(wsdl: string): boolean {
  return /^https?:\/\//i.test(wsdl);
}

/** An address as messages show it: without user name and password. */
export function shownAddress(address: string): string {
  return address.replace(/^([a-z]+:\/\/)[^/?#]*@/i, "$1");
}
