import type { Diagnostics } from "../diagnostics.js";
import { headerBlocks, isCall, operationOf } from "./bound-operation.js";
import type {
  BindingModel,
  BindingMessageModel,
  BindingOperationModel,
  ContractModel,
  HeaderBlockModel,
  Id,
  MessageModel,
  OperationModel,
  PortTypeModel,
} from "./types.js";
import type { Origin } from "../origin.js";

/**
 * Rules over the whole model, in which every reference leads somewhere. `omitted`: operations that were removed from
 * bindings, as `omittedKey`.
 */
export function checkModel(
  model: ContractModel,
  omitted: ReadonlySet<string>,
  diagnostics: Diagnostics,
): void {
  const check = new ModelCheck(model, omitted, diagnostics);
  for (const binding of model.bindings) check.binding(binding);
  check.unused();
  if (!check.offersCalls() && !diagnostics.hasErrors)
    diagnostics.report("MG2020", { file: model.file, line: 1, column: 1 }, {});
}

/** Identifies the operations of a name in a binding. */
export function omittedKey(binding: Id, operation: string): string {
  return `${binding} ${operation}`;
}

class ModelCheck {
  readonly #model: ContractModel;
  readonly #omitted: ReadonlySet<string>;
  readonly #diagnostics: Diagnostics;
  readonly #messages: ReadonlyMap<Id, MessageModel>;
  readonly #portTypes: ReadonlyMap<Id, PortTypeModel>;

  constructor(model: ContractModel, omitted: ReadonlySet<string>, diagnostics: Diagnostics) {
    this.#model = model;
    this.#omitted = omitted;
    this.#diagnostics = diagnostics;
    this.#messages = new Map(model.messages.map((message) => [message.id, message]));
    this.#portTypes = new Map(model.portTypes.map((portType) => [portType.id, portType]));
  }

  binding(binding: BindingModel): void {
    const portType = this.#portTypes.get(binding.portType);
    if (portType === undefined) return;
    const offered = new Set<OperationModel>();
    for (const operation of binding.operations) {
      const abstract = operationOf(portType, operation);
      const values = { portType: portType.name, operation: operation.name };
      if (abstract === undefined) this.#diagnostics.report("MG2017", operation.origin, values);
      else {
        offered.add(abstract);
        this.#operation(operation, abstract);
      }
    }
    for (const operation of portType.operations) {
      if (offered.has(operation) || this.#omitted.has(omittedKey(binding.id, operation.name))) continue;
      this.#diagnostics.report("MG2018", binding.origin, {
        binding: binding.name,
        operation: operation.name,
      });
    }
  }

  #operation(bound: BindingOperationModel, abstract: OperationModel): void {
    this.#message(bound.input, abstract.input, bound.origin);
    if (bound.output !== undefined) this.#message(bound.output, abstract.output, bound.origin);
    const declared = new Set(abstract.faults.map((fault) => fault.name));
    for (const { name } of bound.faults) {
      if (declared.has(name)) continue;
      this.#diagnostics.report("MG2041", bound.origin, {
        what: `the fault ${name}`,
        reason: `the operation ${bound.name} of the port type has no fault of that name`,
      });
    }
  }

  #message(bound: BindingMessageModel, message: Id | undefined, origin: Origin): void {
    for (const part of bound.parts ?? []) this.#part(message, part, origin);
    const { content } = bound;
    if ("part" in content && content.part !== undefined) this.#contentPart(message, content.part, origin);
    for (const attachment of bound.attachments) this.#part(message, attachment.part, attachment.origin);
    for (const header of bound.headers) {
      this.#part(header.message, header.part, header.origin);
      for (const fault of header.faults) this.#headerFault(fault);
    }
  }

  #headerFault({ message, part, origin }: HeaderBlockModel): void {
    const found = this.#messages.get(message);
    if (found === undefined || found.parts.some(({ name }) => name === part)) return;
    const reason = `the message ${found.name} has no part ${part}`;
    this.#diagnostics.report("MG2041", origin, { what: "soap:headerfault", reason });
  }

  /** Some tools name the operation here; in a message with at most one part the meaning is clear. */
  #contentPart(id: Id | undefined, part: string, origin: Origin): void {
    const message = id === undefined ? undefined : this.#messages.get(id);
    const [only, ...others] = message?.parts ?? [];
    if (message === undefined || others.length > 0 || only?.name === part) this.#part(id, part, origin);
    else this.#diagnostics.report("MG2034", origin, { message: message.name, part });
  }

  #part(id: Id | undefined, part: string, origin: Origin): void {
    const message = id === undefined ? undefined : this.#messages.get(id);
    if (message?.parts.some(({ name }) => name === part)) return;
    this.#diagnostics.report("MG2004", origin, { message: message?.name ?? "without a name", part });
  }

  /** True when some operation can be called; reports those that cannot (WSDL 1.1, section 2.4). */
  offersCalls(): boolean {
    const ports = this.#model.services.flatMap((service) => service.ports);
    const offered = new Set(ports.map((port) => port.binding));
    let found = false;
    for (const binding of this.#model.bindings.filter(({ id }) => offered.has(id))) {
      const portType = this.#portTypes.get(binding.portType);
      for (const bound of portType === undefined ? [] : binding.operations) {
        const operation = portType === undefined ? undefined : operationOf(portType, bound);
        if (operation === undefined) continue;
        const { name, style, origin } = operation;
        if (isCall(operation)) found = true;
        else this.#diagnostics.report("MG2027", origin, { style, operation: name });
      }
    }
    return found;
  }

  unused(): void {
    const operations = this.#model.portTypes.flatMap((portType) => portType.operations);
    const headers = this.#model.bindings.flatMap(({ operations }) => operations.flatMap(headerBlocks));
    const messages = new Set<Id | undefined>([
      ...operations.flatMap(({ input, output, faults }) => [
        input,
        output,
        ...faults.map((fault) => fault.message),
      ]),
      ...headers.map((header) => header.message),
    ]);
    const portTypes = new Set(this.#model.bindings.map((binding) => binding.portType));
    const ports = this.#model.services.flatMap((service) => service.ports);
    const bindings = new Set(ports.map((port) => port.binding));
    const unused: Readonly<Record<string, readonly Named[]>> = {
      message: this.#model.messages.filter(({ id }) => !messages.has(id)),
      "port type": this.#model.portTypes.filter(({ id }) => !portTypes.has(id)),
      binding: ports.length > 0 ? this.#model.bindings.filter(({ id }) => !bindings.has(id)) : [],
    };
    const [first] = Object.values(unused).flat();
    const declarations = Object.entries(unused).flatMap(([kind, found]) => counted(kind, found));
    if (first !== undefined)
      this.#diagnostics.report("MG2021", first.origin, { declarations: declarations.join(", ") });
  }
}

interface Named {
  readonly name: string;
  readonly origin: Origin;
}

/** `the message A`, or `1,156 messages (A, B, C, ...)`; nothing for none. */
function counted(kind: string, found: readonly Named[]): readonly string[] {
  const names = found.slice(0, 3).map(({ name }) => name);
  if (found.length <= 1) return names.map((name) => `the ${kind} ${name}`);
  const more = found.length > names.length ? ["..."] : [];
  return [`${found.length.toLocaleString("en-US")} ${kind}s (${[...names, ...more].join(", ")})`];
}
