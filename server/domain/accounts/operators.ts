import type { ListedSession } from "./sessions.js";

/** Roles of operators in the console; each role includes the ones before it. */
export const operatorRoles = ["viewer", "support", "admin"] as const;
export type OperatorRole = (typeof operatorRoles)[number];

/** Returns whether a role includes another one. */
export function includesRole(role: OperatorRole, needed: OperatorRole): boolean {
  return operatorRoles.indexOf(role) >= operatorRoles.indexOf(needed);
}

/** A person who logs in at the console. */
export interface Operator {
  /** 1-32 of a-z, 0-9, `.`, `_`, `-`. */
  readonly name: string;
  readonly role: OperatorRole;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
}

/** An operator with a password hash, a PHC-style string. */
export interface OperatorLogin extends Operator {
  readonly passwordHash: string;
  /** Of one-time codes, in base32; undefined for an operator who logs in with the password alone. */
  readonly totpSecret?: string | undefined;
}

/** An operator in a list. */
export interface ListedOperator extends Operator {
  /** 1 if the log-in asks for a one-time code. */
  readonly totp: 0 | 1;
}

/** Changes of an operator; absent fields stay as they are. */
export type OperatorChange = Partial<Pick<OperatorLogin, "role" | "passwordHash">> & {
  /** Null: log-ins need no code. */
  readonly totpSecret?: string | null;
};

/** A session of an operator who has logged in. */
export interface OperatorSession extends ListedSession {
  readonly operator: string;
  readonly role: OperatorRole;
}

/** A log-in with the right password and code; it is refused if the password or the secret of codes was replaced meanwhile. */
export type NewSession = Pick<OperatorSession, "tokenHash" | "operator" | "address"> &
  Pick<OperatorLogin, "passwordHash" | "totpSecret"> & {
    /** Of the one-time code; a step is accepted once, and after it no earlier one. */
    readonly totpStep?: number | undefined;
  };
