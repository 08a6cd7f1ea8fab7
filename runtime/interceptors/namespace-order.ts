interface Declaration {
  readonly prefix: string;
}

type Algorithm = new () => object;

/** By code point, as Canonical XML 1.0, section 2.2, orders namespace declarations. */
function byCodePoint({ prefix: a }: Declaration, { prefix: b }: Declaration): number {
  const [left, right] = [Array.from(a, codeOf), Array.from(b, codeOf)];
  const at = left.findIndex((code, index) => code !== right[index]);
  return at === -1 ? left.length - right.length : (left[at] ?? 0) - (right[at] ?? -1);
}

function codeOf(character: string): number {
  return character.codePointAt(0) ?? 0;
}

/**
 * Corrects a `SignedXml` of xml-crypto 6: its algorithms order namespace declarations by `localeCompare`, which puts the prefix `ds` before
 * `S` and `SOAP-ENV`. Valid signatures over such prefixes were refused, and those it made were not valid. Other objects stay as they are.
 */
export function orderNamespaces(signed: object): void {
  if (!("CanonicalizationAlgorithms" in signed)) return;
  const algorithms = signed.CanonicalizationAlgorithms as Readonly<Record<string, Algorithm>>;
  signed.CanonicalizationAlgorithms = Object.fromEntries(
    Object.entries(algorithms).map(([uri, algorithm]) => [uri, ordered(algorithm)]),
  );
}

/** Corrected algorithms, by those of the package and by themselves. */
const corrected = new WeakMap<Algorithm, Algorithm>();

function ordered(algorithm: Algorithm): Algorithm {
  const known = corrected.get(algorithm);
  if (known !== undefined) return known;
  if (!("nsCompare" in algorithm.prototype)) return algorithm;
  class Ordered extends algorithm {
    nsCompare = byCodePoint;
  }
  corrected.set(algorithm, Ordered).set(Ordered, Ordered);
  return Ordered;
}
