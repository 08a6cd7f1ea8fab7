import type {
  BindingModel,
  BindingOperationModel,
  HeaderBlockModel,
  OperationModel,
  PortTypeModel,
  SignatureModel,
} from "./types.js";

/**
 * The operation of a port type for an operation of a binding. If several have its name, the names of input and output
 * decide (WSDL 1.1, section 2.5); a missing name has the default of section 2.4.5.
 */
export function operationOf(
  portType: PortTypeModel,
  bound: Pick<BindingOperationModel, "name" | "signature">,
): OperationModel | undefined {
  const candidates = operationsNamed(portType, bound.name);
  if (candidates.length < 2) return candidates[0];
  const exact = candidates.find(({ signature }) => sameNames(bound.signature, signature));
  return exact ?? candidates.find((candidate) => sameDefaults(bound, candidate));
}

const byName = new WeakMap<PortTypeModel, ReadonlyMap<string, readonly OperationModel[]>>();

/** The operations of a port type with a name; they may be thousands, each looked for. */
export function operationsNamed(portType: PortTypeModel, name: string): readonly OperationModel[] {
  const known = byName.get(portType) ?? grouped(portType);
  byName.set(portType, known);
  return known.get(name) ?? [];
}

function grouped({ operations }: PortTypeModel): ReadonlyMap<string, readonly OperationModel[]> {
  const groups = new Map<string, OperationModel[]>();
  for (const operation of operations) {
    const group = groups.get(operation.name);
    if (group === undefined) groups.set(operation.name, [operation]);
    else group.push(operation);
  }
  return groups;
}

export function isSoapBinding({ protocol }: Pick<BindingModel, "protocol">): boolean {
  return protocol === "soap11" || protocol === "soap12";
}

/** True for an operation that starts with a message of the client. */
export function isCall({ style }: Pick<OperationModel, "style">): boolean {
  return style === "request-response" || style === "one-way";
}

/** Blocks of Header: those of both messages, and those of the faults about them. */
export function headerBlocks({ input, output }: BindingOperationModel): readonly HeaderBlockModel[] {
  const headers = [...input.headers, ...(output?.headers ?? [])];
  return [...headers, ...headers.flatMap(({ faults }) => faults)];
}

function sameNames(one: SignatureModel, other: SignatureModel): boolean {
  return one.input === other.input && (one.output === undefined || one.output === other.output);
}

function sameDefaults(
  bound: Pick<BindingOperationModel, "name" | "signature">,
  operation: OperationModel,
): boolean {
  const suffix = operation.output === undefined ? "" : "Request";
  const ofBinding = bound.signature.input ?? bound.name + suffix;
  return ofBinding === (operation.signature.input ?? operation.name + suffix);
}
