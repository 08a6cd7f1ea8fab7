/** Changes of port types and their operations. */
import type { Id, OperationModel, PortTypeModel } from "../model/types.js";
import type { Origin } from "../origin.js";
import { unclark } from "../read/names.js";
import { matched } from "./align.js";
import type { Changes, Direction } from "./changes.js";
import type { MessageComparison } from "./messages.js";
import type { Versions } from "./versions.js";

type Pairing = readonly (readonly [old: OperationModel, fresh: OperationModel])[];

export class OperationComparison {
  readonly #versions: Versions;
  readonly #messages: MessageComparison;
  readonly #changes: Changes;
  readonly #known = new Map<string, Pairing>();

  constructor(versions: Versions, messages: MessageComparison, changes: Changes) {
    this.#versions = versions;
    this.#messages = messages;
    this.#changes = changes;
  }

  /** The operations of two port types that stand for each other; the first call for them reports their changes. */
  portTypes(oldId: Id, freshId: Id): Pairing {
    const key = `${oldId} ${freshId}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const [old, fresh] = [this.#versions.old.portType(oldId), this.#versions.new.portType(freshId)];
    if (old.name !== fresh.name)
      this.#changes.report(
        "MD2007",
        { old: old.origin, new: fresh.origin },
        { old: old.name, new: fresh.name },
      );
    const pairing = this.#operations(old, fresh);
    this.#known.set(key, pairing);
    return pairing;
  }

  #operations(old: PortTypeModel, fresh: PortTypeModel): Pairing {
    const exact = matched(
      old.operations,
      fresh.operations,
      (one, other) => one.name === other.name && sameSignature(one, other),
    );
    const named = matched(exact.removed, exact.added, (one, other) => one.name === other.name);
    for (const operation of named.removed) {
      const places = { old: operation.origin, new: fresh.origin };
      this.#changes.report("MD2001", places, { operation: operation.name }, operation);
    }
    for (const operation of named.added) {
      const places = { old: old.origin, new: operation.origin };
      this.#changes.report("MD2002", places, { operation: operation.name }, operation);
    }
    const pairing = [...exact.both, ...named.both];
    for (const [one, other] of pairing) this.#operation(one, other);
    return pairing;
  }

  #operation(old: OperationModel, fresh: OperationModel): void {
    const { name: operation } = fresh;
    const places = { old: old.origin, new: fresh.origin };
    if (old.style !== fresh.style)
      this.#changes.report("MD2003", places, { operation, old: old.style, new: fresh.style }, fresh);
    if (old.action !== fresh.action) {
      const actions = { old: old.action ?? "", new: fresh.action ?? "" };
      this.#changes.report("MD2006", places, { operation, ...actions }, fresh);
    }
    this.#signature(old, fresh, "input");
    this.#signature(old, fresh, "output");
    this.#message(fresh, "request", old.input, fresh.input);
    this.#message(fresh, "response", old.output, fresh.output);
    this.#faults(old, fresh);
  }

  #signature(old: OperationModel, fresh: OperationModel, message: "input" | "output"): void {
    const [one, other] = [old.signature[message], fresh.signature[message]];
    if (one === other) return;
    const values = { message, operation: fresh.name, old: one ?? "nothing", new: other ?? "nothing" };
    this.#changes.report("MD2008", { old: old.origin, new: fresh.origin }, values, fresh);
  }

  #message(
    operation: OperationModel,
    direction: Direction,
    old: Id | undefined,
    fresh: Id | undefined,
  ): void {
    if (old === undefined || fresh === undefined) return;
    this.#changes.message(operation.name, direction, this.#messages.messages(old, fresh));
  }

  #faults(old: OperationModel, fresh: OperationModel): void {
    const detail = ({ message }: Fault): string => unclark(message).name;
    const same = matched<Fault>(old.faults, fresh.faults, (one, other) => one.name === other.name);
    const { both, removed, added } = matched<Fault>(
      same.removed,
      same.added,
      (one, other) => detail(one) === detail(other),
    );
    for (const [one, other] of [...same.both, ...both])
      this.#message(fresh, "response", one.message, other.message);
    for (const { name: fault, origin } of added) {
      const places = { old: old.origin, new: origin };
      this.#changes.report("MD2004", places, { operation: fresh.name, fault }, fresh);
    }
    for (const { name: fault, origin } of removed) {
      const places = { old: origin, new: fresh.origin };
      this.#changes.report("MD2005", places, { operation: fresh.name, fault }, fresh);
    }
  }
}

interface Fault {
  readonly name: string;
  readonly message: Id;
  readonly origin: Origin;
}

function sameSignature({ signature }: OperationModel, other: OperationModel): boolean {
  return signature.input === other.signature.input && signature.output === other.signature.output;
}
