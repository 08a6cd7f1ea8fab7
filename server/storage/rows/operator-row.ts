import type { OperatorLogin } from "../../domain/accounts/operators.js";

/** Columns of `Operator`. */
export const operatorColumns = 'name, role, created_at AS "createdAt"';

/** Reads every `ListedOperator`. */
export const listText = `SELECT ${operatorColumns}, CASE WHEN totp_secret IS NULL THEN 0 ELSE 1 END AS totp
FROM operator ORDER BY name`;

/** A row that `loginText` reads. */
export interface LoginRow extends Omit<OperatorLogin, "totpSecret"> {
  readonly totpSecret: string | null;
}

export const loginText = `SELECT ${operatorColumns}, password_hash AS "passwordHash", totp_secret AS "totpSecret" FROM operator`;

export function loginOf(row: LoginRow | undefined): OperatorLogin | undefined {
  return row && { ...row, totpSecret: row.totpSecret ?? undefined };
}
