import type { ContractModel, Id, MessageModel } from "./types.js";

/** The parts of a message, looked up; none where there is no such message. */
export function messageParts({
  messages,
}: Pick<ContractModel, "messages">): (id: Id | undefined) => MessageModel["parts"] {
  const byId = new Map<Id | undefined, MessageModel>(messages.map((message) => [message.id, message]));
  return (id) => byId.get(id)?.parts ?? [];
}
