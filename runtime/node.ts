/** Exports for Node.js only. */
export { nodeTransport, type NodeTransport, type NodeTransportOptions } from "./transport/node.js";
export { proxyFromEnvironment, type Environment } from "./transport/proxy.js";
