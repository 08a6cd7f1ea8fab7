/** Addresses and interim responses of the network, for programs that run on Node. */
export { networkOf } from "./transport/caller-network.js";
export { decompressed } from "./transport/decompress.js";
export { limitInterim } from "./transport/interim-responses.js";
export { PrivateAddressError, publicOnly } from "./transport/public-address.js";
export { HttpProxyAgent, proxyFromEnvironment, TunnelAgent } from "./transport/proxy.js";
