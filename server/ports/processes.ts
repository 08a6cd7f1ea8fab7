/** A server process at work. */
export interface ServerProcess {
  /** Of this run of the process. */
  readonly id: string;
  readonly host: string;
  readonly pid: number;
  /** Separated by spaces. */
  readonly roles: string;
  /** Of the program. */
  readonly version: string;
  /** When it started, milliseconds since the epoch. */
  readonly since: number;
  /** Milliseconds by which the clock of its machine is ahead of the time of the service. */
  readonly clockAhead: number;
}

/** A process with its last heartbeat. */
export interface ListedProcess extends ServerProcess {
  /** Milliseconds since the epoch. */
  readonly heartbeat: number;
  /** Milliseconds since then, by the time of the store. */
  readonly silentFor: number;
}

/** Milliseconds without a heartbeat after which a process does not count as running. */
export const silentAfter = 15_000;

/** Milliseconds without a heartbeat after which a process is removed. */
export const forgottenAfter = 3_600_000;

/** Milliseconds by which a clock may differ from the time of the service before it is a problem. */
export const mostClockDifference = 2_000;

/** Server processes that use the database. */
export interface ProcessStore {
  /** Stores a heartbeat of a process, and removes processes that are silent for longer than `forgottenAfter`. */
  beat(process: ServerProcess, now: number): Promise<void>;
  /** Removes a process that stops. */
  leave(id: string): Promise<void>;
  /** Time of the database, milliseconds since the epoch: that of this machine if the database is a file. */
  time(): Promise<number>;
  /** In the order in which they started. */
  list(now: number): Promise<readonly ListedProcess[]>;
}
