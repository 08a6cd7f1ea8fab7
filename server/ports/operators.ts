import type {
  ListedOperator,
  NewSession,
  OperatorChange,
  OperatorLogin,
  OperatorSession,
} from "../domain/accounts/operators.js";
import type { Actor } from "../domain/audit.js";

/** Operators of the console and their sessions. Each change is written together with its entry of the audit log. */
export interface OperatorStore {
  /** In the order of their names. */
  list(): Promise<readonly ListedOperator[]>;
  find(name: string): Promise<OperatorLogin | undefined>;
  /** False if there is an operator with this name. */
  add(operator: OperatorLogin, by: Actor): Promise<boolean>;
  /** Closes the sessions of the operator; false if there is none. */
  change(name: string, change: OperatorChange, by: Actor, at: number): Promise<boolean>;
  /** Removes an operator with all sessions; false if there is none. */
  remove(name: string, by: Actor, at: number): Promise<boolean>;
  /** A session that is not closed; it may have timed out. */
  session(tokenHash: string): Promise<OperatorSession | undefined>;
  /**
   * Opens a session and deletes outdated ones. False if there is no operator with this password hash and secret of codes. An
   * operator with a secret also needs a step that is later than the last one.
   */
  openSession(session: NewSession, by: Actor, at: number): Promise<boolean>;
  /** Stores that a session was used. */
  useSession(tokenHash: string, at: number): Promise<void>;
  closeSession(tokenHash: string): Promise<void>;
}
