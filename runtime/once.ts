/** Runs work on the first call; further calls get the same promise, even after a failure. */
export function once<T>(run: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => (result ??= run());
}

/** Calls for the same key while work is in flight share its result. */
export function sharedByKey<Given, T>(
  keyOf: (given: Given) => string,
  run: (given: Given) => Promise<T>,
): (given: Given) => Promise<T> {
  const inFlight = new Map<string, Promise<T>>();
  return (given) => {
    const key = keyOf(given);
    const running = inFlight.get(key);
    if (running !== undefined) return running;
    const result = run(given).finally(() => inFlight.delete(key));
    inFlight.set(key, result);
    return result;
  };
}

/** Calls while work is in flight share its result. */
export function shared<T>(run: () => Promise<T>): () => Promise<T> {
  const share = sharedByKey<undefined, T>(() => "", run);
  return () => share(undefined);
}
