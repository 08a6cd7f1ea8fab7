/** Milliseconds that a store has to answer before the server counts as not ready. */
const storeTime = 2_000;

/** Why the store does not answer in time; undefined when it does. The reason itself may name files. */
export async function storeProblem(store: { check(): Promise<void> }): Promise<string | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(resolve, storeTime, "the store takes too long to answer");
  });
  const answers = store.check().then(
    () => undefined,
    () => "the store does not answer",
  );
  try {
    return await Promise.race([answers, late]);
  } finally {
    clearTimeout(timer);
  }
}
