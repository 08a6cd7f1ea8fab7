import type { Input, WriteName } from "../../script/calls.js";

/**
 * How an input passes to the other thread: as an array. To send an object takes three times as long, most of it for the names of its
 * properties.
 */
export interface Packing<T> {
  readonly pack: (input: T) => unknown;
  /** @param packed a copy of what `pack` has returned */
  readonly unpack: (packed: unknown) => T;
}

export function packing<T, P>(pack: (input: T) => P, unpack: (packed: P) => T): Packing<T> {
  // Both threads run the same program: what arrives was packed by the function beside.
  return { pack, unpack: unpack as (packed: unknown) => T };
}

/** Of the inputs of frequent writes; the others pass as they are. */
export type Packings<W> = { readonly [K in WriteName<W>]?: Packing<Input<W, K>> };
