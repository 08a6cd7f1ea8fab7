import { createServer, type Server, type Socket } from "node:net";
import type { AddressInfo } from "node:net";
import { Server as TlsServer } from "node:tls";
import { emptyResponse } from "#server/networks/smpp/session/responses.js";
import { decodePdu, encodePdu } from "#server/networks/smpp/codec/codec.js";
import { FrameReader } from "#server/networks/smpp/codec/frame-reader.js";
import type { Body, Command, Pdu } from "#server/networks/smpp/codec/pdu.js";
import { eventually } from "../../eventually.js";

/** One connection of an SMSC. */
export class SmscConnection {
  readonly socket: Socket;
  readonly received: Pdu[] = [];
  readonly #byOctet: boolean;
  #sequence = 0;

  constructor(socket: Socket, byOctet: boolean) {
    this.socket = socket;
    this.#byOctet = byOctet;
  }

  send(body: Body, status: number, sequence: number): void {
    this.write(encodePdu({ ...body, status, sequence }));
  }

  /** Sends a request of its own. */
  request(body: Body): number {
    this.send(body, 0, ++this.#sequence);
    return this.#sequence;
  }

  /** Answers a request without content. */
  refuse(request: Pdu, status: number): void {
    const answer = emptyResponse(request.command);
    if (answer !== undefined) this.send(answer, status, request.sequence);
  }

  /** Resolves when the other side has read everything sent before, because it has responded to the last request. */
  async takenIn(): Promise<void> {
    const question = this.request({ command: "enquire_link" });
    await eventually(() =>
      this.received.some(({ command, sequence }) => command === "enquire_link_resp" && sequence === question),
    );
  }

  /** Octets as they are. */
  write(octets: Uint8Array): void {
    if (this.socket.destroyed) return;
    if (!this.#byOctet) this.socket.write(octets);
    else for (const octet of octets) this.socket.write(Uint8Array.of(octet));
  }
}

export type Habit = (pdu: Pdu, connection: SmscConnection) => void;

/** Accepts binds and messages, responds to enquire_link and unbind. Ids are 1, 2, 3 … */
export function wellBehaved(): Habit {
  let messages = 0;
  return (pdu, connection) => {
    if (pdu.command === "submit_sm")
      connection.send(
        { command: "submit_sm_resp", messageId: String(++messages), tlvs: [] },
        0,
        pdu.sequence,
      );
    else connection.refuse(pdu, 0);
    if (pdu.command === "unbind") connection.socket.end();
  };
}

/** An SMSC on loopback that does as its habit says, made of our own codec. */
export class TestSmsc {
  readonly connections: SmscConnection[] = [];
  readonly #server: Server;

  readonly #byOctet: boolean;

  private constructor(server: Server, byOctet: boolean) {
    this.#server = server;
    this.#byOctet = byOctet;
  }

  /** `byOctet`: everything is sent in pieces of one octet. `server`: in place of plain TCP. */
  static async listen(
    habit: Habit = wellBehaved(),
    {
      byOctet = false,
      server = createServer({ noDelay: true }),
    }: { byOctet?: boolean; server?: Server } = {},
  ): Promise<TestSmsc> {
    const smsc = new TestSmsc(server, byOctet);
    const event = server instanceof TlsServer ? "secureConnection" : "connection";
    server.on(event, (socket: Socket) => {
      smsc.#serve(socket, habit);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return smsc;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** The last connection that came. */
  get last(): SmscConnection {
    const connection = this.connections.at(-1);
    if (connection === undefined) throw new Error("nothing has connected");
    return connection;
  }

  /** PDUs of one command on all connections. */
  received<C extends Command>(command: C): readonly Extract<Pdu, { readonly command: C }>[] {
    const isOfCommand = (pdu: Pdu): pdu is Extract<Pdu, { readonly command: C }> => pdu.command === command;
    return this.connections.flatMap((connection) => connection.received.filter(isOfCommand));
  }

  async close(): Promise<void> {
    for (const { socket } of this.connections) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #serve(socket: Socket, habit: Habit): void {
    const connection = new SmscConnection(socket, this.#byOctet);
    this.connections.push(connection);
    const frames = new FrameReader();
    socket.on("error", () => undefined);
    socket.on("data", (piece) => {
      frames.read(piece, (octets) => {
        const pdu = decodePdu(octets);
        connection.received.push(pdu);
        habit(pdu, connection);
      });
    });
  }
}
