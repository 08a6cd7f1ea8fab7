/** What the runtime offers on Node only. */
export { nodeTransport, type NodeTransport, type NodeTransportOptions } from "./transport/node.js";
