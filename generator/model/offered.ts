import { headerBlocks, operationOf } from "./bound-operation.js";
import { keyAt, type Owner } from "./declaration.js";
import type {
  BindingMessageModel,
  BindingModel,
  ContractModel,
  Id,
  OperationModel,
  PartModel,
} from "./types.js";

/** The operations of port types and the parts of messages that a binding offers: what a message of it can contain. */
export function offeredBy(
  { portTypes, messages }: Pick<ContractModel, "portTypes" | "messages">,
  binding: BindingModel,
): readonly Owner[] {
  const portType = portTypes.find(({ id }) => id === binding.portType);
  const byId = new Map(messages.map(({ id, parts }) => [id, parts]));
  const partsOf = (message: Id | undefined): readonly PartModel[] => byId.get(message ?? "") ?? [];
  return binding.operations.flatMap((bound) => {
    const operation = portType === undefined ? undefined : operationOf(portType, bound);
    if (operation === undefined) return [];
    const { input, output, faults, origin } = operation;
    const parts = [
      ...partsOf(input).filter(isIn(bound.input)),
      ...partsOf(output).filter(isIn(bound.output)),
      ...faults.flatMap(({ message }) => partsOf(message)),
      ...headerBlocks(bound).flatMap(({ message, part }) =>
        partsOf(message).filter(({ name }) => name === part),
      ),
    ];
    return [origin, ...parts.map((part) => part.origin)].map(keyAt);
  });
}

/** Whether the body or an attachment of a message has a part; all of them, if the binding does not select parts. */
function isIn(message: BindingMessageModel | undefined): (part: PartModel) => boolean {
  if (message?.parts === undefined) return () => true;
  const names = new Set([...message.parts, ...message.attachments.map(({ part }) => part)]);
  return ({ name }) => names.has(name);
}

/** The members of a contract of which no port decides what is offered. */
export function allMembers({ portTypes, messages }: ContractModel): readonly Owner[] {
  const operations = portTypes.flatMap((portType) => portType.operations);
  const used = new Set(operations.flatMap(messagesOf));
  const parts = messages.flatMap((message) => (used.has(message.id) ? message.parts : []));
  return [...operations, ...parts].map(({ origin }) => keyAt(origin));
}

/** The messages of an operation, its faults included. */
export function messagesOf({ input, output, faults }: OperationModel): readonly Id[] {
  return [input, output, ...faults.map(({ message }) => message)].filter((id) => id !== undefined);
}
