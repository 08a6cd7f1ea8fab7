/** Serves any generated service over SOAP 1.1, SOAP 1.2, HTTP GET and HTTP POST, with its WSDL and help pages. */
export { serve, type HandlerOptions, type RunningServer, type ServeOptions } from "./serve.js";
export { serviceHandler, type ServiceHandler, type ServiceHandlerOptions } from "./handler.js";
export type { DescriptionDocuments } from "./documents/locations.js";
export { readServedWsdl, servedDocuments, type ServedWsdl } from "./documents/served-wsdl.js";
export { usernameTokens, type UsernameToken, type UsernameTokenOptions } from "./username-token.js";
export { withoutBody, type FixedResponse } from "./http/fixed-response.js";
export type { CallObserver, EndedCall } from "./http/call-observer.js";
export { proxyTrust, type ProxyTrust } from "./http/caller-address.js";
export type { Load } from "./http/request-resources.js";
export { defaultLimits, type Limits } from "./http/limits.js";
export type { TlsFiles } from "./http/listener.js";
export { isLocalHost, isLoopback, servedHosts } from "./http/local-host.js";
export { staticFiles, type StaticFiles } from "./http/static-files.js";
export type { Compatibility, Mount } from "./http/mount.js";
export type { PathHandler, PathRequest, ServedPath } from "./http/mount.js";
export type { SoapServerHook } from "./soap/soap-server.js";
