import type { Change } from "../domain/accounts/accounts.js";
import type {
  Invitation,
  NewPortalSession,
  PortalLogin,
  PortalRole,
  PortalSession,
  PortalUser,
  SamePassword,
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
  /** Active users of active customers with one password for the portal and for programs; at most `limit`. */
  samePasswords(limit: number): Promise<readonly SamePassword[]>;
  /**
   * Adds a user without role and password, or takes one that exists and stays as it is until the invitation is accepted; replaces an earlier
   * invitation. `lastOwner`: the user would have another role.
   */
  invite(invitation: Invitation, at: number): Promise<Change>;
  /** An invitation that has not expired. */
  invitation(tokenHash: string, at: number): Promise<Invitation | undefined>;
  /**
   * Sets the password in the portal and the role of an invited user, once, and closes the sessions; the password of its programs stays. False for an unknown or expired invitation, and for one
   * that would leave the customer without an owner. Recorded.
   */
  accept(tokenHash: string, passwordHash: string, by: Actor, at: number): Promise<boolean>;
  /**
   * Gives another role, also to a pending invitation, or takes both away with null; closes the sessions. A user without a role gets one through an
   * invitation only (`uninvited`). An owner cannot take the role of the last owner (`lastOwner`),
   * and nobody a role without which programs of the user may do more (`boundPrograms`).
   */
  setRole(
    customerId: number,
    name: string,
    role: PortalRole | null,
    by: UserChanger,
    at: number,
  ): Promise<Change>;
  /** Sets the password in the portal of the user of a session, and closes all sessions; the password of programs stays. */
  setPassword(session: string, passwordHash: string): Promise<boolean>;
  /** Sets the secret of one-time codes of the user of a session, or removes it with null; the other sessions are closed. */
  setTotp(session: string, secret: string | null): Promise<boolean>;
  /**
   * Opens a session and deletes outdated ones. False if the password or the secret was replaced, or access blocked, meanwhile. A user with a secret also
   * needs a step that is later than the last one. Recorded.
   */
  openSession(session: NewPortalSession, by: Actor, at: number): Promise<boolean>;
}
