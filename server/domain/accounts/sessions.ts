/** A session of somebody who has logged in with a browser. */
export interface SessionTimes {
  /** Hash of the token that the browser has. */
  readonly tokenHash: string;
  /** Milliseconds since the epoch. */
  readonly openedAt: number;
  /** Of the last page that its visitor requested. */
  readonly usedAt: number;
}

/** A session as its owner sees it. */
export interface ListedSession extends SessionTimes {
  /** Of the browser. */
  readonly address: string;
}

/** Milliseconds after which a session ends: since the last requested page, and since the log-in. */
export const sessionTimes = { idle: 30 * 60_000, absolute: 12 * 3_600_000 };

/** Maximum sessions of a person; the oldest one is closed first. */
export const maxSessions = 10;

/** Returns whether a session is still valid. */
export function isOpen(
  { openedAt, usedAt }: Pick<SessionTimes, "openedAt" | "usedAt">,
  now: number,
): boolean {
  return now - usedAt < sessionTimes.idle && now - openedAt < sessionTimes.absolute;
}

/** Milliseconds after which the use of a session is stored again. */
const useInterval = 60_000;

/** Returns whether the use of a session is to be stored. */
export function isUseDue({ usedAt }: Pick<SessionTimes, "usedAt">, now: number): boolean {
  return now - usedAt >= useInterval;
}
