/** A member of a list. `remove` does nothing more once it is removed. */
export class Linked<T> {
  /** @internal for lists */
  list: LinkedList<T> | undefined;
  /** @internal for lists */
  before: Linked<T> | undefined;
  /** @internal for lists */
  behind: Linked<T> | undefined;
  readonly value: T;

  constructor(value: T) {
    this.value = value;
  }

  /** False if it was not in its list any more. */
  remove(): boolean {
    const { list, before, behind } = this;
    if (list === undefined) return false;
    list.unlink(before, behind);
    this.list = this.before = this.behind = undefined;
    return true;
  }
}

/**
 * Values in the order in which they were added, for lists that exist as long as the process and change with every call.
 *
 * A `Set` or `Map` replaces its table after as many deletions as it has entries, and V8 links the old table to the new one for
 * iterators. Once an old table has become part of the old generation, scavenges keep all later ones, with all values that they had,
 * until the next collection of the old generation. Removed members of this list refer to no other one.
 */
export class LinkedList<T> implements Iterable<T> {
  #first: Linked<T> | undefined;
  #last: Linked<T> | undefined;

  get isEmpty(): boolean {
    return this.#first === undefined;
  }

  get first(): T | undefined {
    return this.#first?.value;
  }

  /** The first value for which `test` is true. */
  find(test: (value: T) => boolean): T | undefined {
    for (let member = this.#first; member !== undefined; member = member.behind)
      if (test(member.value)) return member.value;
    return undefined;
  }

  add(value: T): Linked<T> {
    const member = new Linked(value);
    member.list = this;
    member.before = this.#last;
    if (this.#last === undefined) this.#first = member;
    else this.#last.behind = member;
    this.#last = member;
    return member;
  }

  /** The values that it has now, without those that are removed before their turn. */
  *[Symbol.iterator](): Generator<T, void> {
    const members: Linked<T>[] = [];
    for (let member = this.#first; member !== undefined; member = member.behind) members.push(member);
    for (const member of members) if (member.list === this) yield member.value;
  }

  /** @internal for members */
  unlink(before: Linked<T> | undefined, behind: Linked<T> | undefined): void {
    if (before === undefined) this.#first = behind;
    else before.behind = behind;
    if (behind === undefined) this.#last = before;
    else behind.before = before;
  }
}
