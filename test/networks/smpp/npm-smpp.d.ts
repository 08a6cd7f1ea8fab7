/** The parts of the npm package `smpp`, an independent SMPP stack, that tests and benchmarks use. */
declare module "smpp" {
  import type { EventEmitter } from "node:events";
  import type { AddressInfo, Socket } from "node:net";

  export type Fields = Record<string, unknown>;

  export class PDU {
    constructor(command: string, fields?: Fields);
    static fromBuffer(octets: Buffer): PDU & Fields;
    readonly command: string;
    readonly command_status: number;
    readonly sequence_number: number;
    toBuffer(): Buffer;
    isResponse(): boolean;
    response(fields?: Fields): PDU;
  }

  export interface Session extends EventEmitter {
    readonly socket: Socket;
    send(pdu: PDU, answered?: (answer: PDU & Fields) => void): boolean;
    close(): void;
    destroy(): void;
  }

  export interface Server extends EventEmitter {
    listen(port: number, host: string, listening: () => void): void;
    address(): AddressInfo;
    close(closed: () => void): void;
  }

  export interface ServerOptions {
    readonly key?: string;
    readonly cert?: string;
  }

  const smpp: {
    readonly PDU: typeof PDU;
    connect(options: { readonly host: string; readonly port: number }): Session;
    createServer(options: ServerOptions, session: (session: Session) => void): Server;
  };
  export default smpp;
}
