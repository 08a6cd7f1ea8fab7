import type { BindKind } from "../smpp/accounts.js";
import type { KeyScope } from "./api-keys.js";
import type { PortalRole } from "./portal-users.js";

/** What a call requires, whatever interface it comes by: SOAP, forms, JSON, SMPP. `credit`: balances and sender names alone. */
export type InterfaceRight = KeyScope | "credit";

const everything: readonly InterfaceRight[] = ["send", "read", "inbox", "credit"];

/** Rights by role, of passwords and API keys alike; `docs/guides/portal.md` has the same table. */
export const interfaceRights: Readonly<Record<PortalRole, readonly InterfaceRight[]>> = {
  owner: everything,
  developer: everything,
  finance: ["credit"],
  reader: ["read", "inbox", "credit"],
};

/** Rights of a user; one without a role is of programs alone and has all. */
export function rightsOf(role: PortalRole | undefined): readonly InterfaceRight[] {
  return role === undefined ? everything : interfaceRights[role];
}

/** Rights of an API key of a user: those of its scopes that the user has. */
export function keyRights(
  role: PortalRole | undefined,
  scopes: readonly KeyScope[],
): readonly InterfaceRight[] {
  return rightsOf(role).filter((right) => scopes.includes(right === "credit" ? "read" : right));
}

/** What a bind of an SMPP account requires of its user: receivers get receipts and incoming messages. */
const bindRights: Readonly<Record<BindKind, readonly InterfaceRight[]>> = {
  receiver: ["inbox"],
  transmitter: ["send"],
  transceiver: ["send", "inbox"],
};

/** Whether a user with these rights may have a bind of a kind. */
export function mayBind(rights: readonly InterfaceRight[], kind: BindKind): boolean {
  return bindRights[kind].every((right) => rights.includes(right));
}
