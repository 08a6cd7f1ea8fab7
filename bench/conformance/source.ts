/** A whole number from 0 to `limit` - 1; 0 is always the smaller or earlier. */
export type Source = (limit: number) => number;

export const least: Source = () => 0;
export const most: Source = (limit) => limit - 1;

/** The same numbers for the same seed (xorshift32). */
export function seeded(seed: number): Source {
  let state = (seed * 2654435761 + 1) >>> 0 || 1;
  return (limit) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % limit;
  };
}
