import type { Diagnostics } from "../diagnostics.js";
import { isCall, isSoapBinding, operationOf } from "./bound-operation.js";
import type {
  BindingMessageModel,
  BindingModel,
  BindingOperationModel,
  BindingProtocol,
  ContractModel,
  Id,
  PortTypeModel,
  RequirementsModel,
  ServiceModel,
  MessageModel,
  OperationModel,
} from "./types.js";

/**
 * Derives services for operations without a port: one for each port type of `bindingsWithoutPort`, whose ports are these
 * bindings; in a contract without bindings one for each port type, over both versions of SOAP.
 *
 * @param foreign whether the contract has bindings of other protocols, so that none are derived
 */
export function completeServices(
  model: ContractModel,
  foreign: boolean,
  diagnostics: Diagnostics,
): ContractModel {
  const offered = new Map(model.bindings.map((binding) => [binding.id, binding]));
  const ports = model.services.flatMap((service) => service.ports);
  const hasPorts = ports.some((port) => offered.get(port.binding)?.operations.length);
  const bound = foreign || model.bindings.some(({ operations }) => operations.length > 0);
  const parts = messageParts(model);
  const bindings = bound
    ? model.bindings
    : model.portTypes.flatMap((portType) => assumedBindings(portType, parts));
  const declared = hasPorts ? model.services : [];
  const withoutPort = bindingsWithoutPort({ ...model, bindings, services: declared });
  const derived = model.portTypes.flatMap((portType) => assumedService(portType, withoutPort));
  for (const { name, origin } of derived) {
    diagnostics.report(bound ? "MG2025" : "MG2026", origin, { portType: name });
  }
  return { ...model, bindings, services: [...declared, ...derived] };
}

/** Bindings without a port that contain an operation for clients which no binding with a port contains. */
export function bindingsWithoutPort({
  services,
  bindings,
  portTypes,
}: Pick<ContractModel, "services" | "bindings" | "portTypes">): readonly BindingModel[] {
  const byId = new Map(portTypes.map((portType) => [portType.id, portType]));
  const operationsOf = ({ portType, operations }: BindingModel): readonly OperationModel[] => {
    const declared = byId.get(portType);
    return declared === undefined ? [] : operations.flatMap((bound) => operationOf(declared, bound) ?? []);
  };
  const withPort = new Set(services.flatMap(({ ports }) => ports.map(({ binding }) => binding)));
  const offered = new Set(bindings.filter(({ id }) => withPort.has(id)).flatMap(operationsOf));
  return bindings.filter(
    (binding) =>
      !withPort.has(binding.id) &&
      operationsOf(binding).some((operation) => isCall(operation) && !offered.has(operation)),
  );
}

/**
 * A SOAP binding may omit the layout of a message; like other tools, this assumes a literal body with all parts, with a
 * warning each.
 */
export function completeBodies(model: ContractModel, diagnostics: Diagnostics): ContractModel {
  const portTypes = new Map(model.portTypes.map((portType) => [portType.id, portType]));
  const bindings = model.bindings.map((binding): BindingModel => {
    const portType = portTypes.get(binding.portType);
    if (portType === undefined || !isSoapBinding(binding)) return binding;
    const complete = (
      message: BindingMessageModel | undefined,
      id: Id | undefined,
      { name, origin }: BindingOperationModel,
    ): BindingMessageModel | undefined => {
      if (id === undefined || (message !== undefined && message.content.kind !== "empty")) return message;
      diagnostics.report("MG2040", origin, { operation: name, binding: binding.name });
      return { ...assumedMessage(portType), ...message, content: { kind: "soapBody" } };
    };
    const operations = binding.operations.map((bound): BindingOperationModel => {
      const abstract = operationOf(portType, bound);
      const input = complete(bound.input, abstract?.input, bound) ?? bound.input;
      return { ...bound, input, output: complete(bound.output, abstract?.output, bound) };
    });
    return { ...binding, operations };
  });
  return { ...model, bindings };
}

const nothing: RequirementsModel = { mtom: false, addressing: false, assertions: [] };

function assumedService(portType: PortTypeModel, bindings: readonly BindingModel[]): readonly ServiceModel[] {
  const own = bindings.filter((binding) => binding.portType === portType.id);
  const ports = own.map(({ id, name, doc, origin }) => ({
    name,
    binding: id,
    address: undefined,
    requires: nothing,
    doc,
    origin,
  }));
  return ports.length === 0 ? [] : [{ ...portType, ports }];
}

function assumedBindings(
  portType: PortTypeModel,
  parts: ReturnType<typeof messageParts>,
): readonly BindingModel[] {
  const operations = portType.operations.map(({ name, signature, input, output, faults, origin }) => {
    const typed = [...parts(input), ...parts(output)].some((part) => part.element === undefined);
    return {
      name,
      signature,
      style: typed ? ("rpc" as const) : ("document" as const),
      action: undefined,
      location: undefined,
      input: assumedMessage(portType),
      output: output === undefined ? undefined : assumedMessage(portType),
      faults: faults.map((fault) => ({ name: fault.name, use: "literal" as const })),
      origin,
    };
  });
  return (["soap11", "soap12"] as const).map((protocol: BindingProtocol) => ({
    ...portType,
    id: `${portType.id}/${protocol}`,
    protocol,
    portType: portType.id,
    transport: undefined,
    requires: nothing,
    operations,
  }));
}

function assumedMessage({ namespace }: PortTypeModel): BindingMessageModel {
  return {
    use: "literal",
    parts: undefined,
    namespace,
    headers: [],
    attachments: [],
    content: { kind: "soapBody" },
  };
}

/** The parts of a message; none if the message does not exist. */
export function messageParts({
  messages,
}: Pick<ContractModel, "messages">): (id: Id | undefined) => MessageModel["parts"] {
  const byId = new Map<Id | undefined, MessageModel>(messages.map((message) => [message.id, message]));
  return (id) => byId.get(id)?.parts ?? [];
}
