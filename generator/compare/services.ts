/** Changes of services, ports and bindings. */
import { operationOf } from "../model/bound-operation.js";
import type {
  BindingMessageModel,
  BindingModel,
  BindingOperationModel,
  HeaderModel,
  Id,
  PortModel,
  AppliedRequirement,
  ServiceModel,
} from "../model/types.js";
import { matched } from "./align.js";
import type { Changes, Direction } from "./changes.js";
import { partOf, type MessageComparison } from "./messages.js";
import type { OperationComparison } from "./operations.js";
import type { Versions } from "./versions.js";

/** Compares what the services of two contracts offer. */
export class ServiceComparison {
  readonly #versions: Versions;
  readonly #operations: OperationComparison;
  readonly #messages: MessageComparison;
  readonly #changes: Changes;
  readonly #known = new Set<string>();

  constructor(
    versions: Versions,
    operations: OperationComparison,
    messages: MessageComparison,
    changes: Changes,
  ) {
    this.#versions = versions;
    this.#operations = operations;
    this.#messages = messages;
    this.#changes = changes;
  }

  services(): void {
    const { old, new: fresh } = this.#versions;
    const { both, removed, added } = paired(old.model.services, fresh.model.services);
    for (const [one, other] of both) this.#service(one, other);
    for (const { name: service, origin } of removed)
      this.#changes.report("MD1003", { old: origin }, { service });
    for (const { name: service, origin } of added)
      this.#changes.report("MD1004", { new: origin }, { service });
    this.#bindingsWithoutPort();
    this.#portTypesWithoutBinding();
  }

  #service(old: ServiceModel, fresh: ServiceModel): void {
    const places = { old: old.origin, new: fresh.origin };
    const service = fresh.name;
    if (old.name !== fresh.name) this.#changes.report("MD1005", places, { old: old.name, new: fresh.name });
    const named = matched(old.ports, fresh.ports, (one, other) => one.name === other.name);
    const { both, removed, added } = matched(
      named.removed,
      named.added,
      (one, other) => this.#protocolOf("old", one) === this.#protocolOf("new", other),
    );
    for (const [one, other] of both) {
      const where = { old: one.origin, new: other.origin };
      this.#changes.report("MD1008", where, { old: one.name, new: other.name });
    }
    for (const [one, other] of [...named.both, ...both]) this.#port(one, other);
    for (const { name: port, origin } of removed)
      this.#changes.report("MD1006", { old: origin, new: fresh.origin }, { port, service });
    for (const { name: port, origin } of added)
      this.#changes.report("MD1007", { old: old.origin, new: origin }, { port, service });
  }

  #protocolOf(version: "old" | "new", { binding }: PortModel): string {
    return this.#versions[version].binding(binding).protocol;
  }

  #port(old: PortModel, fresh: PortModel): void {
    const places = { old: old.origin, new: fresh.origin };
    const { name: port } = fresh;
    if (old.address !== fresh.address) {
      const addresses = { old: old.address ?? "none", new: fresh.address ?? "none" };
      this.#changes.report("MD1009", places, { port, ...addresses });
    }
    const [one, other] = [this.#versions.old.binding(old.binding), this.#versions.new.binding(fresh.binding)];
    if (one.protocol !== other.protocol)
      this.#changes.report("MD1010", places, { port, old: one.protocol, new: other.protocol });
    if (one.transport !== other.transport) {
      const transports = { old: one.transport ?? "none", new: other.transport ?? "none" };
      this.#changes.report("MD1011", places, { port, ...transports });
    }
    this.#requirements([old, one], [fresh, other]);
    this.#bindings(one.id, other.id);
  }

  #requirements(old: Endpoint, fresh: Endpoint): void {
    const [{ name: port, origin }] = fresh;
    const places = { old: old[0].origin, new: origin };
    const [before, after] = [requirementsOf(old), requirementsOf(fresh)];
    for (const requirement of after.filter((each) => !before.includes(each)))
      this.#changes.report("MD1012", places, { port, requirement });
    for (const requirement of before.filter((each) => !after.includes(each)))
      this.#changes.report("MD1013", places, { port, requirement });
    for (const changed of changedAssertions(assertionsOf(old), assertionsOf(fresh)))
      this.#changes.report("MD1024", places, { port, ...changed });
  }

  #bindings(oldId: Id, freshId: Id): void {
    const key = `${oldId} ${freshId}`;
    if (this.#known.has(key)) return;
    this.#known.add(key);
    const [old, fresh] = [this.#versions.old.binding(oldId), this.#versions.new.binding(freshId)];
    const binding = fresh.name;
    for (const [one, other] of this.#operations.portTypes(old.portType, fresh.portType)) {
      const [before, after] = [
        boundOf(this.#versions.old, old, one),
        boundOf(this.#versions.new, fresh, other),
      ];
      const operation = other.name;
      if (before === undefined && after !== undefined) {
        const places = { old: old.origin, new: after.origin };
        this.#changes.report("MD1015", places, { binding, operation }, other);
      } else if (before !== undefined && after === undefined) {
        const places = { old: before.origin, new: fresh.origin };
        this.#changes.report("MD1014", places, { binding, operation }, other);
      } else if (before !== undefined && after !== undefined) this.#bound(before, after, binding);
    }
  }

  #bound(old: BindingOperationModel, fresh: BindingOperationModel, binding: string): void {
    const operation = fresh.name;
    const places = { old: old.origin, new: fresh.origin };
    const about = { operation, binding };
    if (old.style !== fresh.style)
      this.#changes.report("MD1016", places, { ...about, old: old.style, new: fresh.style }, fresh);
    if (old.action !== fresh.action) {
      const actions = { old: old.action ?? "", new: fresh.action ?? "" };
      this.#changes.report("MD1017", places, { ...about, ...actions }, fresh);
    }
    if (old.location !== fresh.location) {
      const locations = { old: old.location ?? "none", new: fresh.location ?? "none" };
      this.#changes.report("MD1018", places, { ...about, ...locations }, fresh);
    }
    const faults = (bound: BindingOperationModel): string =>
      bound.faults
        .filter(({ use }) => use === "encoded")
        .map(({ name }) => name)
        .join(", ") || "literal";
    if (faults(old) !== faults(fresh)) {
      const values = { ...about, message: "layout of faults", old: faults(old), new: faults(fresh) };
      this.#changes.report("MD1019", places, values, fresh);
    }
    this.#message(old, fresh, "input", binding);
    this.#message(old, fresh, "output", binding);
  }

  #message(
    old: BindingOperationModel,
    fresh: BindingOperationModel,
    message: "input" | "output",
    binding: string,
  ): void {
    const [one, other] = [old[message], fresh[message]];
    if (one === undefined || other === undefined) return;
    const places = { old: old.origin, new: fresh.origin };
    const about = { operation: fresh.name, binding };
    const isRpc = old.style === "rpc" || fresh.style === "rpc";
    const [before, after] = [
      layoutOf(one, isRpc, this.#versions.namespace),
      layoutOf(other, isRpc, (namespace) => namespace),
    ];
    for (const [name, text] of Object.entries(after)) {
      const former = before[name] ?? "";
      const values = { ...about, message: `${name} of the ${message}`, old: former, new: text };
      if (former !== text) this.#changes.report("MD1019", places, values, fresh);
    }
    this.#headers(old, fresh, message, binding);
  }

  #headers(
    old: BindingOperationModel,
    fresh: BindingOperationModel,
    message: "input" | "output",
    binding: string,
  ): void {
    const direction: Direction = message === "input" ? "request" : "response";
    const [before, after] = [this.#versions.old, this.#versions.new];
    const isSame = (one: HeaderModel, other: HeaderModel): boolean => {
      const [part, counterpart] = [partOf(before, one), partOf(after, other)];
      if (part?.element === undefined || counterpart?.element === undefined) return one.part === other.part;
      return this.#versions.id(part.element) === counterpart.element;
    };
    const headers = ({ headers: own }: BindingMessageModel): readonly HeaderModel[] => own;
    const [olds, news] = [old[message], fresh[message]].map((each) =>
      each === undefined ? [] : headers(each),
    );
    const { both, removed, added } = matched(olds ?? [], news ?? [], isSame);
    const about = { message, operation: fresh.name, binding };
    for (const [one, other] of both)
      this.#changes.message(fresh.name, direction, this.#messages.headers(one, other));
    for (const { part: header, origin } of added)
      this.#changes.report(
        "MD1020",
        { old: old.origin, new: origin },
        { ...about, header },
        fresh,
        direction,
      );
    for (const { part: header, origin } of removed)
      this.#changes.report(
        "MD1021",
        { old: origin, new: fresh.origin },
        { ...about, header },
        fresh,
        direction,
      );
  }

  /** Bindings that no port has, by their names. */
  #bindingsWithoutPort(): void {
    const { old, new: fresh, id } = this.#versions;
    const [before, after] = [withoutPort(old.model), withoutPort(fresh.model)];
    const { both, removed, added } = matched(before, after, (one, other) => id(one.id) === other.id);
    for (const [one, other] of both) this.#bindings(one.id, other.id);
    for (const { name: binding, origin } of removed)
      this.#changes.report("MD1022", { old: origin }, { binding });
    for (const { name: binding, origin } of added)
      this.#changes.report("MD1023", { new: origin }, { binding });
  }

  /** Port types that no binding which was compared has, by their names. */
  #portTypesWithoutBinding(): void {
    const { old, new: fresh, id } = this.#versions;
    for (const { id: portType } of old.model.portTypes)
      if (fresh.model.portTypes.some((each) => each.id === id(portType)))
        this.#operations.portTypes(portType, id(portType));
  }
}

const applied: Readonly<Record<AppliedRequirement, string>> = {
  mtom: "MTOM",
  addressing: "WS-Addressing",
};

/** A port and its binding. */
type Endpoint = readonly [port: PortModel, binding: BindingModel];

/** What a port and its binding require, by name. */
function requirementsOf(endpoint: Endpoint): readonly string[] {
  const keys = Object.keys(applied) as AppliedRequirement[];
  const known = keys
    .filter((key) => endpoint.some(({ requires }) => requires[key]))
    .map((key) => applied[key]);
  const named = endpoint.flatMap(({ requires }) => requires.assertions.map(({ name }) => name));
  return [...known, ...[...new Set(named)].toSorted()];
}

/** Contents of the assertions of a port and its binding, by name and place. */
function assertionsOf(endpoint: Endpoint): ReadonlyMap<string, readonly string[]> {
  const contents = new Map<string, readonly string[]>();
  for (const { name, place, content } of endpoint.flatMap(({ requires }) => requires.assertions)) {
    const key = place === "" ? name : `${name} (${place})`;
    contents.set(key, [...new Set([...(contents.get(key) ?? []), ...content])]);
  }
  return contents;
}

/** Assertions of the same name and place with other contents, and the parts that only one of them has. */
function changedAssertions(
  old: ReturnType<typeof assertionsOf>,
  fresh: ReturnType<typeof assertionsOf>,
): readonly { readonly requirement: string; readonly old: string; readonly new: string }[] {
  return [...fresh].flatMap(([requirement, after]) => {
    const before = old.get(requirement) ?? after;
    const missing = (from: readonly string[], paths: readonly string[]): string =>
      paths.filter((path) => !from.includes(path)).join(", ") || "nothing";
    const parts = { old: missing(after, before), new: missing(before, after) };
    return parts.old === parts.new ? [] : [{ requirement, ...parts }];
  });
}

interface Paired<T> {
  readonly both: readonly (readonly [T, T])[];
  readonly removed: readonly T[];
  readonly added: readonly T[];
}

/** By name; the only one that is left of each by itself. */
function paired<T extends { readonly name: string }>(old: readonly T[], fresh: readonly T[]): Paired<T> {
  const named = matched(old, fresh, (one, other) => one.name === other.name);
  const [one, another] = named.removed;
  const [other, further] = named.added;
  const isOnly = another === undefined && further === undefined;
  if (one === undefined || other === undefined || !isOnly) return named;
  return { both: [...named.both, [one, other]], removed: [], added: [] };
}

function boundOf(
  contract: Versions["old"],
  binding: BindingModel,
  operation: Parameters<typeof sameOperation>[1],
): BindingOperationModel | undefined {
  const portType = contract.portType(binding.portType);
  return binding.operations.find((bound) => sameOperation(operationOf(portType, bound), operation));
}

function sameOperation(one: object | undefined, other: object): boolean {
  return one === other;
}

function withoutPort({ services, bindings }: Versions["old"]["model"]): readonly BindingModel[] {
  const used = new Set(services.flatMap(({ ports }) => ports.map(({ binding }) => binding)));
  return bindings.filter(({ id }) => !used.has(id));
}

/** The layout of a message in its binding: texts by what they describe. */
function layoutOf(
  { use, parts, namespace, attachments, content }: BindingMessageModel,
  isRpc: boolean,
  named: (namespace: string) => string,
): Readonly<Record<string, string>> {
  const { kind, ...details } = content;
  const attached = attachments.map(({ part, type }) => `${part} (${type})`).toSorted();
  return {
    use,
    "parts of the body": parts === undefined ? "all" : parts.join(", "),
    ...(isRpc ? { "namespace of the body": named(namespace ?? "") || "none" } : {}),
    attachments: attached.join(", ") || "none",
    layout: [kind, ...Object.values(details)].join(" "),
  };
}
