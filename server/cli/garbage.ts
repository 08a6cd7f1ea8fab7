import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";

/**
 * Settings of V8. Garbage is collected once the memory in use has doubled, instead of when it is four times as much. New objects are
 * collected by one thread: few survive, and to divide them between threads takes longer. All objects are allocated in the young generation: if
 * many calls are in flight while it is still small, most objects survive, and V8 would allocate such objects in the old one from then on.
 */
const garbageFlags = [
  "--heap-growing-percent=100",
  "--no-parallel-scavenge",
  "--no-allocation-site-pretenuring",
];

/**
 * Bytes for new objects that are enough. A server has them when it listens. By itself the V8 of Node.js 24 takes eight times as much under load,
 * for the same CPU time; that of Node.js 20 takes twice as much, and ignores the setting.
 */
const enoughForNew = 16_777_216;

/** Milliseconds between two looks at the size: V8 doubles it after it has copied as many bytes, which takes longer. */
const untilNextLook = 250;

/** Memory that V8 manages for this process. */
export interface Heap {
  /** Bytes that it has for new objects, whether they are used or not. */
  readonly sizeForNew: () => number;
  readonly setFlag: (flag: string) => void;
}

const ownHeap: Heap = {
  sizeForNew: () =>
    getHeapSpaceStatistics().find(({ space_name: name }) => name === "new_space")?.space_size ?? 0,
  setFlag: setFlagsFromString,
};

/**
 * Returns a function that lets the space for new objects grow while it is too small, and holds it once it is large enough. V8 returns part of the
 * space while few objects are made: without growth a server that was idle would collect them several times as often until it ends.
 */
export function spaceForNew({ sizeForNew, setFlag }: Heap): () => void {
  let held: boolean | undefined;
  return () => {
    const isEnough = sizeForNew() >= enoughForNew;
    if (isEnough === held) return;
    held = isEnough;
    setFlag(`--semi-space-growth-factor=${isEnough ? 1 : 2}`);
  };
}

/**
 * Sets how V8 collects garbage, until the returned function is called. Not before the server listens: after a change of its flags, V8
 * compiles the modules of Node anew that are loaded later.
 */
export function limitGarbage(heap = ownHeap): () => void {
  for (const flag of garbageFlags) heap.setFlag(flag);
  const look = spaceForNew(heap);
  look();
  const timer = setInterval(look, untilNextLook).unref();
  return () => {
    clearInterval(timer);
  };
}
