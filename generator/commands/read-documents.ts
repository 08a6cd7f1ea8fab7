/** The documents of a contract as they were read: files, and what a network, a map or a catalog has in place of them. */
import type { DescriptionDocuments } from "messenger-gen-host";
import { locationIn, type ContractDocuments, type ContractFile } from "../read/contract.js";
import { isAddress } from "../read/names.js";

/** For a host that serves them. A document from an address is named by its number and its last word: the address may hold a secret. */
export function readDocuments({ files, targets }: ContractDocuments): DescriptionDocuments {
  const byPath = new Map(files.map((each) => [each.path, each]));
  const found = (path: string): ContractFile => {
    const file = byPath.get(path);
    if (file === undefined) throw new Error(`${path} is not among the documents of the contract`);
    return file;
  };
  return {
    target(location, from) {
      // Relative to a document, one that was not read is not there; an address stays as it is.
      const read = targets.get(locationIn(found(from).file, location));
      return read ?? (isAddress(location) ? undefined : location);
    },
    has: (path) => byPath.has(path),
    read: (path) => found(path).bytes,
    nameOf: (path) =>
      isAddress(path) ? `${files.indexOf(found(path))}-${lastWordOf(path)}` : found(path).file,
  };
}

function lastWordOf(address: string): string {
  return /([^/?#]*)\/?(?:[?#].*)?$/s.exec(address)?.[1] ?? "";
}
