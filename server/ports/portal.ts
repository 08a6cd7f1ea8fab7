import type { Change, PasswordHashes } from "../domain/accounts/accounts.js";
import type {
  Invitation,
  NewPortalSession,
  PortalLogin,
  PortalRole,
  PortalSession,
  PortalUser,
  UserChanger,
} from "../domain/accounts/portal-users.js";
import type { Actor } from "../domain/audit.js";
import type { SessionStore } from "./sessions.js";

/** Users of customers in the portal, and their sessions. Names of users are compared without regard to case. */
export interface PortalStore extends SessionStore<PortalSession> {
  /** All users of a customer, in the order in which they were added. */
  users(customerId: number, at: number): Promise<readonly PortalUser[]>;
  /** An active user of an active customer, who has a role. */
  find(customerId: number, name: string): Promise<PortalLogin | undefined>;
  /**
   * Adds a user without role and password, or takes one that exists and stays as it is until the invitation is accepted; replaces an earlier
   * invitation. `passwordHash`: for a new user, one that no password matches. `lastOwner`: the user would have another role.
   */
  invite(invitation: Invitation, passwordHash: string, at: number): Promise<Change>;
  /** An invitation that has not expired. */
  invitation(tokenHash: string, at: number): Promise<Invitation | undefined>;
  /**
   * Sets the password and the role of an invited user, once, and closes the sessions. False for an unknown or expired invitation, and for one
   * that would leave the customer without an owner. Recorded.
   */
  accept(tokenHash: string, hashes: PasswordHashes, by: Actor, at: number): Promise<boolean>;
  /**
   * Gives another role, also to a pending invitation, or takes both away with null; closes the sessions. A user without a role gets one through an
   * invitation only (`uninvited`). An owner cannot take the role of the last owner (`lastOwner`).
   */
  setRole(
    customerId: number,
    name: string,
    role: PortalRole | null,
    by: UserChanger,
    at: number,
  ): Promise<Change>;
  /** Sets the secret of one-time codes of the user of a session, or removes it with null; the other sessions are closed. */
  setTotp(session: string, secret: string | null): Promise<boolean>;
  /**
   * Opens a session and deletes outdated ones. False if the password or the secret was replaced, or access blocked, meanwhile. A user with a secret also
   * needs a step that is later than the last one. Recorded.
   */
  openSession(session: NewPortalSession, by: Actor, at: number): Promise<boolean>;
}
