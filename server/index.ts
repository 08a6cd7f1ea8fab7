/** The Messenger service: its interface to implement, and the service itself to run. */
export { type MessengerService, UnimplementedMessengerService } from "messenger-client/server";
export type { InboxResponse, InboxItem } from "./faces/contract/inbox-content.js";
export { createServer, type MessengerServer, type ServerOptions } from "./server.js";
