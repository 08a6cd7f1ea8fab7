import { isFormContent, isXmlContent, Parameters } from "./http-content.js";
import type { Diagnostics } from "../diagnostics.js";
import { isCall, operationOf } from "./bound-operation.js";
import type {
  BindingMessageModel,
  BindingModel,
  BindingOperationModel,
  ContractModel,
  Id,
  MessageModel,
  OperationModel,
  PortTypeModel,
} from "./types.js";
import type { Origin } from "../origin.js";

export function checkBindingSupport(model: ContractModel, diagnostics: Diagnostics): void {
  const check = new BindingSupport(model, diagnostics);
  for (const binding of model.bindings) check.binding(binding);
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
  readonly #messages: ReadonlyMap<Id, MessageModel>;
  readonly #parameters: Parameters;

  constructor(model: ContractModel, diagnostics: Diagnostics) {
    this.#diagnostics = diagnostics;
    this.#portTypes = byId(model.portTypes);
    this.#messages = byId(model.messages);
    this.#parameters = new Parameters(model);
  }

  binding(binding: BindingModel): void {
    for (const offer of this.#operations(binding)) {
      if (!isCall(offer.operation)) continue;
      if (binding.protocol === "soap11" || binding.protocol === "soap12") this.#soap(offer);
      else this.#http(offer);
    }
  }

  #operations(binding: BindingModel): Bound[] {
    const portType = this.#portTypes.get(binding.portType);
    return binding.operations.flatMap((bound) => {
      const operation = portType === undefined ? undefined : operationOf(portType, bound);
      return operation === undefined ? [] : [{ binding, bound, operation }];
    });
  }

  #soap({ bound, operation }: Bound): void {
    const { name, origin, style } = bound;
    for (const side of ["input", "output"] as const) {
      const message = bound[side];
      if (message === undefined) continue;
      if (message.content.kind !== "soapBody") this.#unsupportedContent(message, name, origin);
      else if (style === "document" && message.use === "literal") this.#typedParts(message, operation[side]);
    }
  }

  /** The type of a part in a document would be the content of Body (WSDL 1.1, 3.5; forbidden by WS-I BP 1.1, R2204). */
  #typedParts(message: BindingMessageModel, id: Id | undefined): void {
    const besides = new Set([
      ...message.headers.filter((header) => header.message === id).map(({ part }) => part),
      ...message.attachments.map(({ part }) => part),
    ]);
    for (const { name, element, origin } of this.#partsOf(id)) {
      const isInBody = message.parts?.includes(name) ?? !besides.has(name);
      if (element !== undefined || !isInBody) continue;
      this.#diagnostics.report("MG2042", origin, {
        what: `the part ${name} of a document/literal message, which names a type,`,
        taken: `the element ${name} without a namespace`,
      });
    }
  }

  #http({ binding, bound, operation }: Bound): void {
    const { name, origin, input, output } = bound;
    const asked = this.#partsOf(operation.input);
    if (binding.protocol === "httpPost" && isXmlContent(input.content)) {
      const [part] = asked;
      if (asked.length !== 1 || part?.element === undefined) {
        this.#diagnostics.report("MG2527", origin, {
          content: "a document that is no element",
          operation: name,
        });
      }
    } else if (!isFormContent(binding.protocol, input.content)) this.#unsupportedContent(input, name, origin);
    else {
      for (const part of asked) {
        if (this.#parameters.holds(part, asked.length === 1)) continue;
        this.#diagnostics.about([origin]).report("MG2528", part.origin, { part: part.name });
      }
    }
    if (output === undefined || operation.output === undefined) return;
    const parts = this.#partsOf(operation.output);
    if (parts.length > 1) {
      this.#diagnostics.report("MG2527", origin, { content: "a response of several parts", operation: name });
    }
    const { content } = output;
    const text = content.kind === "mimeContent";
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

export function byId<T extends { readonly id: Id }>(declarations: readonly T[]): ReadonlyMap<Id, T> {
  return new Map(declarations.map((declaration) => [declaration.id, declaration]));
}
