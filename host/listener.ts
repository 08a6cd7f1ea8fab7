/** The HTTP listener by itself: limits, deadlines and a clean stop, for pages other than generated services. */
export { sendFixed } from "./http/answer.js";
export { defaultLimits, type Limits } from "./http/limits.js";
export {
  openListener,
  readTls,
  type ListenerOptions,
  type TlsContent,
  type TlsFiles,
} from "./http/listener.js";
export { stopListener, type Listener } from "./http/stopping.js";
