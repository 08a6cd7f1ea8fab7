/** Signals between the processes of one database. They may be lost: whoever waits for one looks from time to time as well. */
export interface SignalStore {
  /** Tells other processes that deliver that messages are due. May be called for each message; never fails. */
  due(): void;
  /** Calls back when another process has told so; resolves the returned function when it listens no more. */
  onDue(heard: () => void): () => Promise<void>;
}

/** Signals of a database that one server process uses: there is nobody else. */
export const noSignals: SignalStore = { due: () => undefined, onDue: () => async () => undefined };
