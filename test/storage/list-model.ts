import type {
  ListCriteria,
  ListDefinition,
  ListMember,
  ListRefusal,
  RecipientList,
} from "#server/domain/recipients/lists.js";

/** A list as the model keeps it. */
interface ModelList {
  readonly list: RecipientList;
  readonly members: readonly ListMember[];
}

const same = (left: string, right: string): boolean => left.toLowerCase() === right.toLowerCase();

/** Lists in the simplest form there is: what the real store is compared with. Names are plain ASCII. */
export class ListModel {
  /** In the order of making. */
  lists: readonly ModelList[] = [];
  readonly #users: readonly string[];

  /** Users of customer 42, the only one there is. */
  constructor(users: readonly string[]) {
    this.#users = users;
  }

  refusal({ customerId, name, owner, replace }: ListDefinition): ListRefusal | undefined {
    if (customerId !== 42) return "unknownCustomer";
    if (owner !== undefined && !this.#users.includes(owner)) return "unknownUser";
    return this.#named(name) !== undefined && !replace ? "exists" : undefined;
  }

  /** Members in the order given, each phone once. */
  show(definition: ListDefinition, members: readonly ListMember[]): void {
    const { customerId, name, category, owner, type, columns } = definition;
    const kept = members.filter(
      ({ phone }, index) => members.findIndex((other) => other.phone === phone) === index,
    );
    const before = this.#named(name);
    const id = before?.list.id ?? definition.id;
    const version = (before?.list.version ?? 0) + 1;
    const list = { id, customerId, name, category, owner, type, columns, version, recipients: kept.length };
    const made = { list, members: kept };
    this.lists =
      before === undefined
        ? [...this.lists, made]
        : this.lists.map((each) => (each === before ? made : each));
  }

  remove(name: string): boolean {
    const found = this.#named(name);
    this.lists = this.lists.filter((each) => each !== found);
    return found !== undefined;
  }

  find(user: string, { id, name, category }: ListCriteria): readonly ModelList[] {
    return this.lists
      .filter(({ list }) => list.owner === undefined || list.owner === user)
      .filter(({ list }) => id === undefined || list.id === id)
      .filter(({ list }) => name === undefined || same(list.name, name))
      .filter(({ list }) => category === undefined || same(list.category, category));
  }

  #named(name: string): ModelList | undefined {
    return this.lists.find(({ list }) => same(list.name, name));
  }
}
