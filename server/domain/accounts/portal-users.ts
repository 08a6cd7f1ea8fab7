import type { ListedSession } from "./sessions.js";

/** Roles of a customer's users in the portal. */
export const portalRoles = ["owner", "developer", "finance", "reader"] as const;
export type PortalRole = (typeof portalRoles)[number];

/** Who changes a user: an owner leaves the customer with one. */
export type UserChanger = "operator" | "owner";

/** What a page or an action of the portal requires. */
export type PortalRight = "look" | "messages" | "send" | "develop" | "money" | "manage";

/** Rights by role; `docs/guides/portal.md` has the same table. */
export const portalRights: Readonly<Record<PortalRole, readonly PortalRight[]>> = {
  owner: ["look", "messages", "send", "develop", "money", "manage"],
  developer: ["look", "messages", "send", "develop"],
  finance: ["look", "money"],
  reader: ["look", "messages"],
};

/** Roles whose programs may do less than those of a user without a role. */
export const boundRoles: readonly PortalRole[] = portalRoles.filter(
  (role) => !portalRights[role].includes("send"),
);

/** A user of a customer, as the portal lists it. */
export interface PortalUser {
  readonly name: string;
  readonly state: "active" | "blocked";
  /** Undefined for a user of the API alone. */
  readonly role: PortalRole | undefined;
  /** Whether the log-in asks for a one-time code. */
  readonly totp: boolean;
  /** End of a pending invitation, milliseconds since the epoch. */
  readonly invitedUntil: number | undefined;
  /** Role that a pending invitation gives once it is accepted. */
  readonly invitedRole: PortalRole | undefined;
  readonly programs: ProgramPassword;
}

/** The password with which programs of a user call the interfaces: none, one of its own, or the same as in the portal. */
export type ProgramPassword = "none" | "own" | "same";

/** A user with one password for the portal and for programs. */
export interface SamePassword {
  readonly customerId: number;
  readonly name: string;
  readonly role: PortalRole;
}

/** A user who may log in at the portal. */
export interface PortalLogin {
  readonly customerId: number;
  /** As created. */
  readonly name: string;
  readonly role: PortalRole;
  readonly passwordHash: string;
  /** Of one-time codes, in base32; undefined for a log-in with the password alone. */
  readonly totpSecret: string | undefined;
}

/** A session of a user of a customer. */
export interface PortalSession extends ListedSession {
  readonly customerId: number;
  readonly user: string;
  readonly role: PortalRole;
  /** Whether the log-in asks for a one-time code. */
  readonly totp: boolean;
}

/** A log-in with the right password and code. */
export interface NewPortalSession extends Pick<
  PortalSession,
  "tokenHash" | "customerId" | "user" | "address"
> {
  readonly passwordHash: string;
  readonly totpSecret?: string | undefined;
  readonly totpStep?: number | undefined;
}

/** An invitation. Its token lets the holder set the password of the user, who then has the role. */
export interface Invitation {
  readonly tokenHash: string;
  readonly customerId: number;
  readonly user: string;
  readonly role: PortalRole;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

/** Milliseconds for which an invitation is valid. */
export const invitationTime = 7 * 86_400_000;

/** Minimum length of a password that is chosen in the portal. */
export const shortestPortalPassword = 12;
