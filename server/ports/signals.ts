/** Signals between the processes of one database. They may be lost: a process that waits for one also polls. */
export interface SignalStore {
  /** Signals to other delivering processes that messages are due. May be called for each message; never fails. */
  due(): void;
  /** Calls back when another process signals; the returned function stops listening. */
  onDue(heard: () => void): () => Promise<void>;
}

/** Signals of a database that only one server process uses: nothing is sent. */
export const noSignals: SignalStore = { due: () => undefined, onDue: () => async () => undefined };
