import { includesRole, type OperatorRole } from "./operators.js";

/** A key with which a program of an operator uses the operators' API. */
export interface OperatorKey {
  /** Part of the key that is not secret: 16 hexadecimal digits. */
  readonly id: string;
  /** Name of the operator, who answers for what is done with it. */
  readonly operator: string;
  /** Unique among the keys of the operator. */
  readonly name: string;
  /** SHA-256 of the whole key, base64. */
  readonly hash: string;
  readonly role: OperatorRole;
  /** Whether it may use actions that need a recent log-in in the console. */
  readonly trusted: boolean;
  /** Addresses and CIDR ranges from which it is accepted; empty for any. */
  readonly fromAddresses: readonly string[];
  /** Milliseconds since the epoch; undefined without an end. */
  readonly expiresAt: number | undefined;
  readonly createdAt: number;
  /** The last use, exact to a minute; undefined before the first. */
  readonly usedAt: number | undefined;
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

/** `mo_`, the id, and 256 random bits. */
const form = /^mo_(?<id>[0-9a-f]{16})_[A-Za-z0-9_-]{43}$/u;

/** The id of a key; undefined for a text that is none. */
export const operatorKeyId = (text: string): string | undefined => form.exec(text)?.groups?.["id"];
