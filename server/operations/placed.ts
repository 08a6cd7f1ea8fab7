/** Items that can be read from any place. */

/** An item, and its place among the others. */
export interface Placed<Item> {
  readonly item: Item;
  readonly place: number;
}

/** The outcome of a call that lists. */
export interface PlacedItems<Kind extends string, Item> {
  readonly ok: true;
  readonly kind: Kind;
  /** The items behind a place, 0 for all, as they are read. */
  readonly itemsAfter: (place: number) => AsyncIterable<Placed<Item>>;
}
