import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** Bytes of the heap in use, without garbage. */
export const heap = (): number => {
  collectGarbage();
  return process.memoryUsage().heapUsed;
};
