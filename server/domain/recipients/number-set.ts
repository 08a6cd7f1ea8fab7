/** A set of positive numbers in one buffer with 8 bytes per slot. */
export interface NumberSet {
  /** False when it is in the set already. */
  add(value: number): boolean;
}

const golden = 0x9e3779b1;

/**
 * A set for at most `most` numbers, all whole, above 0 and below 2^53. `seed`, any whole number, decides their slots:
 * with a secret seed, no caller can choose numbers that make it slow.
 */
export function numberSet(most: number, seed: number): NumberSet {
  const bits = Math.max(4, Math.ceil(Math.log2(most * 2)));
  const places = new Float64Array(2 ** bits);
  const mask = places.length - 1;
  const multiplier = (seed << 1) | 1;
  return {
    add: (value) => {
      const high = Math.imul(value / 0x1_0000_0000, multiplier);
      let place = Math.imul((value ^ high) + seed, golden) >>> (32 - bits);
      for (let held = places[place]; held !== 0; held = places[place]) {
        if (held === value) return false;
        place = (place + 1) & mask;
      }
      places[place] = value;
      return true;
    },
  };
}
