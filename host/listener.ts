/** The HTTP listener by itself: limits, deadlines, fair turns and a clean stop, for pages other than generated services. */
export { sendFixed } from "./http/fixed-response.js";
export { FairSlots } from "./http/fair-slots.js";
export { defaultLimits, type Limits } from "./http/limits.js";
export {
  openListener,
  readTls,
  type ListenerOptions,
  type TlsContent,
  type TlsFiles,
} from "./http/listener.js";
export { stopListener, type Listener } from "./http/stopping.js";
