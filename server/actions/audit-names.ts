import type { AuditAction } from "../domain/audit.js";

/** Actions that the audit log has under another name than their command: stored entries keep it. */
const auditNames = {
  "customer open": "customer add",
  "list create": "list import",
  "list number add": "list change",
  "list number import": "list change",
  "list number remove": "list change",
  "bulk prepare": "bulk start",
  "route end": "route remove",
  "price import": "price set",
  "blacklist import": "blacklist add",
  "user invite": "portal invite",
  "user role": "portal role",
  "buy-price set": "buy price set",
  "buy-price remove": "buy price remove",
  "operator password": "operator change",
  "operator totp": "operator change",
  "tube set": "tube change",
  "queue uncertain resend": "uncertain resend",
  "queue uncertain fail": "uncertain fail",
} as const satisfies Readonly<Record<string, AuditAction>>;

type OtherName = keyof typeof auditNames;

/** Of an action: the words of its command. */
export type ActionName = AuditAction | OtherName;

const hasOther = (name: ActionName): name is OtherName => name in auditNames;

/** The name of an action in the audit log. */
export const auditNameOf = (name: ActionName): AuditAction => (hasOther(name) ? auditNames[name] : name);
