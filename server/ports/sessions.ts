import type { ListedSession } from "../domain/accounts/sessions.js";
import type { Actor } from "../domain/audit.js";

/** Sessions of people who log in with a browser. */
export interface SessionStore<Session extends ListedSession = ListedSession> {
  /** A session that is not closed, of somebody who may still log in; it may have timed out. */
  session(tokenHash: string): Promise<Session | undefined>;
  /** The sessions of the person who has this one, latest use first; some may have timed out. */
  ownSessions(tokenHash: string): Promise<readonly ListedSession[]>;
  /** Stores that a session was used. */
  useSession(tokenHash: string, at: number): Promise<void>;
  closeSession(tokenHash: string): Promise<void>;
  /** Closes another session of the person who has this one, or all others if `only` is undefined; returns their number. Recorded. */
  closeOthers(tokenHash: string, only: string | undefined, by: Actor, at: number): Promise<number>;
}
