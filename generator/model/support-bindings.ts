import type { Diagnostics } from "../diagnostics.js";
import type {
  BindingMessageModel,
  BindingModel,
  BindingOperationModel,
  ComplexTypeModel,
  ContractModel,
  ElementModel,
  Id,
  MessageModel,
  OperationModel,
  Origin,
  PortTypeModel,
  ServiceModel,
} from "./types.js";

export function checkBindingSupport(model: ContractModel, diagnostics: Diagnostics): void {
  const check = new BindingSupport(model, diagnostics);
  for (const portType of model.portTypes) check.portType(portType);
  for (const binding of model.bindings) check.binding(binding);
  for (const service of model.services) check.service(service);
}

/** An operation as one binding offers it. */
interface Bound {
  readonly binding: BindingModel;
  readonly bound: BindingOperationModel;
  readonly operation: OperationModel;
}

class BindingSupport {
  readonly #diagnostics: Diagnostics;
  readonly #portTypes: ReadonlyMap<Id, PortTypeModel>;
  readonly #bindings: ReadonlyMap<Id, BindingModel>;
  readonly #messages: ReadonlyMap<Id, MessageModel>;
  readonly #elements: ReadonlyMap<Id, ElementModel>;
  readonly #complexTypes: ReadonlyMap<Id, ComplexTypeModel>;
  readonly #bases: ReadonlySet<Id | undefined>;

  constructor(model: ContractModel, diagnostics: Diagnostics) {
    this.#diagnostics = diagnostics;
    this.#portTypes = byId(model.portTypes);
    this.#bindings = byId(model.bindings);
    this.#messages = byId(model.messages);
    this.#elements = byId(model.elements);
    this.#complexTypes = byId(model.complexTypes);
    this.#bases = new Set(model.complexTypes.map((type) => type.derivation?.base));
  }

  portType(portType: PortTypeModel): void {
    const names = new Set<string>();
    for (const { name, style, faults, origin } of portType.operations) {
      if (names.has(name)) this.#diagnostics.report("MG2529", origin, { operation: name });
      names.add(name);
      if (style !== "request-response")
        this.#diagnostics.report("MG2525", origin, { style, operation: name });
      if (faults.length > 0) this.#diagnostics.report("MG2524", origin, { operation: name });
    }
  }

  binding(binding: BindingModel): void {
    for (const offer of this.#operations(binding)) {
      if (offer.operation.style !== "request-response") continue;
      if (binding.protocol === "soap11" || binding.protocol === "soap12") this.#soap(offer);
      else this.#http(offer);
    }
  }

  #operations(binding: BindingModel): Bound[] {
    const operations = this.#portTypes.get(binding.portType)?.operations ?? [];
    return binding.operations.flatMap((bound) => {
      const operation = operations.find(({ name }) => name === bound.name);
      return operation === undefined ? [] : [{ binding, bound, operation }];
    });
  }

  #soap({ bound, operation }: Bound): void {
    const { name, origin, input, output } = bound;
    if (bound.style === "rpc") {
      this.#diagnostics.report("MG2521", origin, { operation: name });
      return;
    }
    for (const [message, id] of [[input, operation.input] as const, [output, operation.output] as const]) {
      if (message === undefined) continue;
      if (message.use === "encoded") this.#diagnostics.report("MG2522", origin, { name });
      else if (message.content.kind !== "soapBody") this.#unsupportedContent(message, name, origin);
      else this.#wrapped(message, id, origin);
      if (message.headers.length > 0) this.#diagnostics.report("MG2523", origin, { operation: name });
    }
  }

  /** One part with an element, of a complex type that nothing is derived from or to: its children are the fields. */
  #wrapped({ parts }: BindingMessageModel, id: Id | undefined, origin: Origin): void {
    const message = id === undefined ? undefined : this.#messages.get(id);
    if (message === undefined) return;
    const [part, ...others] = message.parts;
    const element = part?.element === undefined ? undefined : this.#elements.get(part.element);
    const type = element === undefined ? undefined : this.#complexTypes.get(element.type);
    const whole = others.length === 0 && (parts === undefined || parts.length === 1);
    const plain = type !== undefined && type.derivation === undefined && !type.mixed && !type.abstract;
    if (whole && plain && !this.#bases.has(type.id)) return;
    this.#diagnostics.report("MG2526", message.parts.length === 0 ? origin : message.origin, {
      message: message.name,
    });
  }

  #http({ binding, bound, operation }: Bound): void {
    const { name, origin, input, output } = bound;
    const wanted = binding.protocol === "httpGet" ? "urlEncoded" : "form";
    if (input.content.kind !== wanted) this.#unsupportedContent(input, name, origin);
    for (const part of this.#partsOf(operation.input)) {
      if (part.type === undefined || this.#complexTypes.has(part.type)) {
        this.#diagnostics.report("MG2528", part.origin, { part: part.name });
      }
    }
    if (output === undefined || operation.output === undefined) return;
    const parts = this.#partsOf(operation.output);
    if (parts.length > 1) {
      this.#diagnostics.report("MG2527", origin, { content: "an answer of several parts", operation: name });
    }
    const { content } = output;
    const text = content.kind === "mimeContent" && /^(?:text|application)\/xml$/i.test(content.type);
    const nothing = content.kind === "empty" && parts.length === 0;
    if (content.kind !== "mimeXml" && !text && !nothing) this.#unsupportedContent(output, name, origin);
  }

  #partsOf(id: Id | undefined): MessageModel["parts"] {
    return (id === undefined ? undefined : this.#messages.get(id)?.parts) ?? [];
  }

  #unsupportedContent({ content }: BindingMessageModel, operation: string, origin: Origin): void {
    const shown =
      content.kind === "mimeContent" ? `mime:content of the type ${content.type}` : contents[content.kind];
    this.#diagnostics.report("MG2527", origin, { content: shown, operation });
  }

  /** All bindings of a service offer an operation of one name as one method, so they have to agree. */
  service(service: ServiceModel): void {
    const first = new Map<string, Bound>();
    for (const port of service.ports) {
      const binding = this.#bindings.get(port.binding);
      for (const offer of binding === undefined ? [] : this.#operations(binding)) {
        const soap = offer.binding.protocol.startsWith("soap");
        const key = `${soap ? "soap" : offer.binding.protocol} ${offer.operation.name}`;
        const known = first.get(key) ?? offer;
        first.set(key, known);
        if (agree(known, offer)) continue;
        this.#diagnostics.report("MG2530", offer.bound.origin, {
          operation: offer.operation.name,
          first: known.binding.name,
          second: offer.binding.name,
        });
      }
    }
  }
}

function agree(one: Bound, other: Bound): boolean {
  return (
    one.operation.input === other.operation.input &&
    one.operation.output === other.operation.output &&
    one.bound.location === other.bound.location &&
    (one.bound.action ?? "") === (other.bound.action ?? "")
  );
}

const contents: Readonly<Record<Exclude<BindingMessageModel["content"]["kind"], "mimeContent">, string>> = {
  empty: "a message without a layout",
  soapBody: "soap:body in an HTTP binding",
  urlEncoded: "http:urlEncoded here",
  urlReplacement: "http:urlReplacement",
  form: "a form here",
  mimeXml: "mime:mimeXml here",
  multipartRelated: "mime:multipartRelated",
};

function byId<T extends { readonly id: Id }>(declarations: readonly T[]): ReadonlyMap<Id, T> {
  return new Map(declarations.map((declaration) => [declaration.id, declaration]));
}
