import { createHash, randomBytes } from "node:crypto";
import {
  type Invitation,
  type ProgramPassword,
  invitationTime,
  portalRoles,
  type PortalRole,
  type UserChanger,
} from "../domain/accounts/portal-users.js";
import type { Store } from "../ports/store.js";
import { type Occasion, recorded } from "./occasion.js";
import { expectDone, inField, InvalidInput, Refusal } from "./refusal.js";
import { hashPassword } from "../credentials/hash.js";
import { portalPasswordOf } from "./users.js";
import { customerIdOf, userNameOf } from "./values.js";

type Portal = Pick<Store, "portal" | "recording">;

/** A user of the portal as the commands print it. */
export interface PortalUserRow {
  readonly customer: number;
  readonly name: string;
  readonly state: "active" | "blocked";
  /** Null for a user of the API alone. */
  readonly role: PortalRole | null;
  /** Whether the log-in asks for a one-time code. */
  readonly totp: boolean;
  /** End of a pending invitation: ISO 8601, UTC; null without one. */
  readonly invitedUntil: string | null;
  /** Role that it gives once it is accepted; null without one. */
  readonly invitedRole: PortalRole | null;
  /** Password with which programs of the user call the interfaces. */
  readonly programs: ProgramPassword;
}

/** An invitation; the path with its token is not shown again. */
export interface InvitationRow {
  readonly customer: number;
  readonly name: string;
  readonly role: PortalRole;
  /** ISO 8601, UTC. */
  readonly expires: string;
  /** Below the address of the portal. */
  readonly path: string;
}

export interface PortalRoleInput {
  readonly customer: string;
  readonly name: string;
  readonly role: string;
}

const isoTime = (at: number): string => new Date(at).toISOString();

function roleOf(text: string): PortalRole {
  const role = portalRoles.find((one) => one === text);
  if (role === undefined)
    throw new InvalidInput(`invalid role ${JSON.stringify(text)}: use ${portalRoles.join(", ")}`);
  return role;
}

/** Hash of the token of an invitation, which the store contains. */
function invitationHash(token: string): string {
  return createHash("sha256").update(`invitation ${token}`).digest("base64url");
}

/** Users of a customer with their roles in the portal, and the invitations that have not expired. @throws Refusal */
export async function listPortalUsers(
  { portal }: Pick<Store, "portal">,
  customerText: string,
  now: number,
): Promise<readonly PortalUserRow[]> {
  const customer = customerIdOf(customerText);
  return (await portal.users(customer, now)).map(
    ({ role = null, invitedUntil, invitedRole = null, ...user }) => ({
      customer,
      ...user,
      role,
      invitedUntil: invitedUntil === undefined ? null : isoTime(invitedUntil),
      invitedRole,
    }),
  );
}

/**
 * Invites a user to the portal, who is added if there is none with this name. The person who opens the path sets the password in the portal,
 * and the user has the role from then on; until then, one that exists stays as it is. A new user has no password for programs, one that exists
 * keeps it. An earlier invitation is void. Recorded. @throws Refusal
 */
export async function inviteUser(
  store: Portal,
  input: PortalRoleInput,
  occasion: Occasion,
): Promise<InvitationRow> {
  const customer = customerIdOf(input.customer);
  const name = inField("name", () => userNameOf(input.name));
  const role = inField("role", () => roleOf(input.role));
  const token = randomBytes(32).toString("base64url");
  const expiresAt = occasion.now + invitationTime;
  const subject = { customer, user: name };
  const { portal } = recorded(store, occasion, { action: "portal invite", subject, after: { role } });
  const invitation = { tokenHash: invitationHash(token), customerId: customer, user: name, role, expiresAt };
  const change = await portal.invite(invitation, occasion.now);
  expectDone(change, { customerId: customer, thing: `user ${name}` });
  return { customer, name, role, expires: isoTime(expiresAt), path: `/invitation/${token}` };
}

/** An invitation that has not expired. @throws Refusal */
export async function openInvitation(
  { portal }: Pick<Store, "portal">,
  token: string,
  now: number,
): Promise<Invitation> {
  const found = await portal.invitation(invitationHash(token), now);
  if (found === undefined)
    throw new Refusal("this invitation is not valid any more: it was used, replaced, or has expired");
  return found;
}

/** Sets the password in the portal and the role of an invited user; recorded. @throws Refusal */
export async function acceptInvitation(
  store: Pick<Store, "portal">,
  { token, password }: { readonly token: string; readonly password: string },
  { address, now }: { readonly address: string; readonly now: number },
): Promise<Invitation> {
  const invitation = await openInvitation(store, token, now);
  const { customerId, user, tokenHash } = invitation;
  const hash = await hashPassword(portalPasswordOf(password, user));
  const by = { name: `${customerId}/${user}`, source: `portal, ${address}` };
  if (!(await store.portal.accept(tokenHash, hash, by, now)))
    throw new Refusal("this invitation is not valid any more: it was used, replaced, or has expired");
  return invitation;
}

/** Gives a user another role in the portal, or takes it away with `none`; the user's sessions end. Recorded. @throws Refusal */
export async function setPortalRole(
  store: Portal,
  { customer: customerText, name, role: roleText }: PortalRoleInput,
  by: UserChanger,
  occasion: Occasion,
): Promise<PortalUserRow> {
  const customer = customerIdOf(customerText);
  const role = roleText === "none" ? null : inField("role", () => roleOf(roleText));
  const subject = { customer, user: name };
  const { portal } = recorded(store, occasion, { action: "portal role", subject, after: { role } });
  const change = await portal.setRole(customer, name, role, by, occasion.now);
  expectDone(change, { customerId: customer, thing: `user ${name}` });
  const row = (await listPortalUsers(store, customerText, occasion.now)).find(
    (user) => user.name.toLowerCase() === name.toLowerCase(),
  );
  if (row === undefined) throw new Refusal(`customer ${customer} has no user ${name}`);
  return row;
}
