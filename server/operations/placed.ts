/** Results whose items can be read from any place. */

/** An item, and its place among the others. */
export interface Placed<Item> {
  readonly item: Item;
  readonly place: number;
}

/** Besides the items of a result. */
export interface ItemsAfter<Item> {
  /** The items behind a place, 0 for all; absent in a result that reports a failure. */
  readonly itemsAfter?: (place: number) => AsyncIterable<Placed<Item>>;
}

/** The items without their places. */
export async function* itemsOnly<Item>(placed: AsyncIterable<Placed<Item>>): AsyncGenerator<Item, void> {
  for await (const { item } of placed) yield item;
}
