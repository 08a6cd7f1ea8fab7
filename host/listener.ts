/** The HTTP listener alone: limits, deadlines and an orderly end, for pages that are no generated service. */
export { defaultLimits, type Limits } from "./http/limits.js";
export { openListener, type ListenerOptions, type TlsContent } from "./http/listener.js";
export { stopListener, type Listener } from "./http/stopping.js";
