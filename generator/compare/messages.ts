/** Changes of messages and their parts. */
import type { ContractIndex } from "../plan/rules/contract/contract-index.js";
import type { Id, MessageModel, PartModel } from "../model/types.js";
import { unclark } from "../read/names.js";
import { aligned, matched } from "./align.js";
import type { Pair } from "./pairs.js";
import type { TypeComparison } from "./types.js";
import { typeLabel, type Versions } from "./versions.js";

export class MessageComparison {
  readonly #versions: Versions;
  readonly #types: TypeComparison;

  constructor(versions: Versions, types: TypeComparison) {
    this.#versions = versions;
    this.#types = types;
  }

  messages(old: Id, fresh: Id): Pair {
    const { pairs, old: before, new: after } = this.#versions;
    return pairs.of(`message ${old} ${fresh}`, (pair) => {
      this.#parts(before.message(old), after.message(fresh), pair);
    });
  }

  /** Two parts that headers name. */
  headers(old: HeaderPart, fresh: HeaderPart): Pair {
    const { pairs, old: before, new: after } = this.#versions;
    return pairs.of(`part ${old.message} ${old.part} ${fresh.message} ${fresh.part}`, (pair) => {
      const [one, other] = [partOf(before, old), partOf(after, fresh)];
      const message = `message ${unclark(fresh.message).name}`;
      if (one !== undefined && other !== undefined) this.#part(one, other, pair, message);
    });
  }

  #parts(old: MessageModel, fresh: MessageModel, pair: Pair): void {
    const message = `message ${fresh.name}`;
    const isSame = (one: PartModel, other: PartModel): boolean => one.name === other.name;
    const named = matched(old.parts, fresh.parts, isSame);
    if (named.both.length > aligned(old.parts, fresh.parts, isSame).both.length) {
      const names = fresh.parts.map(({ name }) => name).join(", ");
      pair.report("MD2011", { old: old.origin, new: fresh.origin }, { message, new: names });
    }
    for (const [one, other] of named.both) this.#part(one, other, pair, message);
    const { both, removed, added } = matched(named.removed, named.added, this.#hasElement);
    for (const [one, other] of both) {
      const names = { old: one.name, new: other.name };
      pair.report("MD2013", { old: one.origin, new: other.origin }, { message, ...names });
      this.#part(one, other, pair, message);
    }
    for (const part of removed)
      pair.report("MD2010", { old: part.origin, new: fresh.origin }, { message, part: part.name });
    for (const part of added)
      pair.report("MD2009", { old: old.origin, new: part.origin }, { message, part: part.name });
  }

  /** Names of parts that have an element are not in messages. */
  readonly #hasElement = ({ element }: PartModel, other: PartModel): boolean =>
    element !== undefined && other.element === this.#versions.id(element);

  #part(old: PartModel, fresh: PartModel, pair: Pair, message: string): void {
    const places = { old: old.origin, new: fresh.origin };
    if (old.element !== undefined && fresh.element !== undefined && this.#hasElement(old, fresh)) {
      pair.uses.add(this.#types.globalElements(old.element, fresh.element));
    } else if (old.type !== undefined && fresh.type !== undefined) {
      const use = { pair, places, element: `the part ${fresh.name}`, owner: message };
      this.#types.used(old.type, fresh.type, use);
    } else if (contentOf(old) !== contentOf(fresh)) {
      const values = { part: fresh.name, message, old: contentOf(old), new: contentOf(fresh) };
      pair.report("MD2012", places, values);
    }
  }
}

/** A part of a message that is a header. */
export interface HeaderPart {
  readonly message: Id;
  readonly part: string;
}

export function partOf(contract: ContractIndex, { message, part }: HeaderPart): PartModel | undefined {
  return contract.message(message).parts.find(({ name }) => name === part);
}

function contentOf({ element, type }: PartModel): string {
  if (element !== undefined)
    return `the element ${unclark(element).name} of ${unclark(element).namespace || "no namespace"}`;
  return type === undefined ? "nothing" : `the type ${typeLabel(type)}`;
}
