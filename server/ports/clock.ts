/** Time, so that tests need not wait for it. */
export interface Clock {
  /** Milliseconds since the epoch; never goes back. */
  now(): number;
  /** Calls back once after some milliseconds; returns a function that cancels it. */
  after(milliseconds: number, callback: () => void): () => void;
}

const { timeOrigin } = performance;

export const systemClock: Clock = {
  now: () => timeOrigin + performance.now(),
  after: (milliseconds, callback) => {
    const timer = setTimeout(callback, milliseconds);
    return () => {
      clearTimeout(timer);
    };
  },
};
