import { includesRole, type OperatorRole } from "./operators.js";
import { keyIdsWith, type ProgramKey } from "./program-key.js";

/** A key with which a program of an operator uses the operators' API. */
export interface OperatorKey extends ProgramKey {
  /** Name of the operator, who answers for what is done with it. */
  readonly operator: string;
  readonly role: OperatorRole;
  /** Whether it may use actions that need a recent log-in in the console. */
  readonly trusted: boolean;
}

export type NewOperatorKey = Omit<OperatorKey, "usedAt">;

/** A key with the role that its operator has now. */
export interface StoredOperatorKey extends OperatorKey {
  readonly operatorRole: OperatorRole;
}

/** The role of a call with a key: an operator whose role is reduced reduces that of every key. */
export const keyRole = ({
  role,
  operatorRole,
}: Pick<StoredOperatorKey, "role" | "operatorRole">): OperatorRole =>
  includesRole(role, operatorRole) ? operatorRole : role;

/** The id of a key; undefined for a text that is none. */
export const operatorKeyId = keyIdsWith("mo");
