import { headerBlocks, operationOf } from "../model/bound-operation.js";
import type { ModelAttempt } from "../model/build.js";
import type { OperationModel, PortTypeModel } from "../model/types.js";
import { keyAt } from "../model/declaration.js";
import type { SubjectKey } from "./subjects.js";

/** True for declarations that contain operations or ports: one of these does not use what another one uses. */
export function isContainer(key: SubjectKey): boolean {
  return /^(?:port type|binding|service) /.test(key);
}

/** By subject, those that cannot do without it. */
export type Users = ReadonlyMap<SubjectKey, readonly SubjectKey[]>;

export function usersOf({ declared, arrows }: Pick<ModelAttempt, "declared" | "arrows">): Users {
  const users = new Map<SubjectKey, SubjectKey[]>();
  const add = (user: SubjectKey, used: SubjectKey): void => {
    const known = users.get(used);
    if (known === undefined) users.set(used, [user]);
    else known.push(user);
  };
  for (const [user, all] of arrows) if (!isContainer(user)) for (const used of all) add(user, used);
  for (const { id, operations } of declared.portTypes)
    for (const { origin } of operations) add(keyAt(origin), `port type ${id}`);
  const portTypes = new Map(declared.portTypes.map((portType) => [portType.id, portType]));
  for (const binding of declared.bindings) {
    add(`binding ${binding.id}`, `port type ${binding.portType}`);
    for (const bound of binding.operations) {
      const user = keyAt(bound.origin);
      add(user, `binding ${binding.id}`);
      for (const { message } of headerBlocks(bound)) add(user, `message ${message}`);
      const operation = abstractOf(portTypes.get(binding.portType), bound);
      if (operation !== undefined) add(user, keyAt(operation.origin));
    }
  }
  for (const { ports } of declared.services)
    for (const { binding, origin } of ports) add(keyAt(origin), `binding ${binding}`);
  return users;
}

export function abstractOf(
  portType: PortTypeModel | undefined,
  bound: Parameters<typeof operationOf>[1],
): OperationModel | undefined {
  return portType === undefined ? undefined : operationOf(portType, bound);
}
