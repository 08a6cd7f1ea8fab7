import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { emptyResponse } from "#server/networks/smpp/session/responses.js";
import { decodePdu, encodePdu } from "#server/networks/smpp/codec/codec.js";
import { FrameReader } from "#server/networks/smpp/codec/frame-reader.js";
import type { BindRequest, Command, Pdu, Request, SubmitSm } from "#server/networks/smpp/codec/pdu.js";
import { readReceipt } from "#server/networks/smpp/message/receipt.js";
import type { Receipt } from "#server/networks/smpp/message/receipt-types.js";

/** PDUs of one command. */
type Of<C extends Command> = Extract<Pdu, { readonly command: C }>;

/** A client made of our own codec, which may also send what no codec would. */
export class TestClient {
  readonly socket: Socket;
  readonly received: Pdu[] = [];
  /** command_status of the responses to deliver_sm; undefined for no response. */
  deliverStatus: number | undefined = 0;
  /** Whether it responds to enquire_link. */
  answersEnquiries = true;
  /** Whether it responds to unbind. */
  answersUnbind = true;
  /** Called with each PDU. */
  onPdu: ((pdu: Pdu) => void) | undefined;
  closed = false;
  /** Responses by their sequence number. */
  readonly #responses = new Map<number, Pdu>();
  readonly #waiting = new Map<number, (pdu: Pdu | undefined) => void>();
  #sequence = 0;

  constructor(socket: Socket) {
    this.socket = socket;
    const frames = new FrameReader();
    socket.on("error", () => undefined);
    socket.on("close", () => {
      this.closed = true;
      for (const settle of this.#waiting.values()) settle(undefined);
    });
    socket.on("data", (piece) => {
      frames.read(piece, (octets) => {
        this.#take(decodePdu(Buffer.from(octets)));
      });
    });
  }

  /** @param from address of loopback from which it connects */
  static async connect(port: number, from = "127.0.0.1"): Promise<TestClient> {
    const socket = connect({ port, host: "127.0.0.1", localAddress: from, noDelay: true });
    await once(socket, "connect");
    return new TestClient(socket);
  }

  /**
   * Connects and binds; the status of the response is the result's. `onPdu` gets what follows the response too: a server may deliver in the
   * same packet.
   */
  static async bind(
    port: number,
    fields: Partial<BindRequest> = {},
    onPdu?: TestClient["onPdu"],
  ): Promise<{ client: TestClient; status: number }> {
    const client = await TestClient.connect(port);
    client.onPdu = onPdu;
    return { client, status: (await client.request(bindRequest(fields))).status };
  }

  of<C extends Command>(command: C): readonly Of<C>[] {
    return this.received.filter((pdu): pdu is Of<C> => pdu.command === command);
  }

  /** Writes a request, and returns its sequence number. */
  send(body: Request): number {
    this.#sequence++;
    this.socket.write(encodePdu({ ...body, status: 0, sequence: this.#sequence }));
    return this.#sequence;
  }

  /** Sends a request and waits for the response with its number. */
  async request(body: Request): Promise<Pdu> {
    return this.response(this.send(body));
  }

  /** Rejects if the connection ends before. */
  async response(sequence: number): Promise<Pdu> {
    const before = this.#responses.get(sequence);
    if (before !== undefined) return before;
    const pdu = this.closed
      ? undefined
      : await new Promise<Pdu | undefined>((settle) => this.#waiting.set(sequence, settle));
    if (pdu === undefined) throw new Error(`closed without a response to ${sequence}`);
    return pdu;
  }

  close(): void {
    this.socket.destroy();
  }

  #take(pdu: Pdu): void {
    this.received.push(pdu);
    this.onPdu?.(pdu);
    if (!isRequest(pdu)) {
      this.#responses.set(pdu.sequence, pdu);
      this.#waiting.get(pdu.sequence)?.(pdu);
      this.#waiting.delete(pdu.sequence);
      return;
    }
    if (pdu.command === "deliver_sm" && this.deliverStatus === undefined) return;
    if (pdu.command === "enquire_link" && !this.answersEnquiries) return;
    if (pdu.command === "unbind" && !this.answersUnbind) return;
    const answer = emptyResponse(pdu.command);
    const status = pdu.command === "deliver_sm" ? (this.deliverStatus ?? 0) : 0;
    if (answer !== undefined) this.socket.write(encodePdu({ ...answer, status, sequence: pdu.sequence }));
  }
}

function isRequest({ command }: Pdu): boolean {
  return command !== "generic_nack" && !command.endsWith("_resp");
}

/** Account of the tests. */
export const account = { systemId: "shop01", password: "secret01" };

export function bindRequest(fields: Partial<BindRequest> = {}): BindRequest {
  return {
    command: "bind_transceiver",
    ...account,
    systemType: "",
    interfaceVersion: 0x34,
    addressTon: 0,
    addressNpi: 0,
    addressRange: "",
    ...fields,
  };
}

export function submitSm(fields: Partial<SubmitSm> = {}): SubmitSm {
  return {
    command: "submit_sm",
    serviceType: "",
    source: { ton: 5, npi: 0, address: "Shop" },
    destination: { ton: 1, npi: 1, address: "12025550101" },
    esmClass: 0,
    protocolId: 0,
    priority: 0,
    scheduleDeliveryTime: "",
    validityPeriod: "",
    registeredDelivery: 1,
    replaceIfPresent: 0,
    dataCoding: 0,
    defaultMessageId: 0,
    shortMessage: Buffer.from("Hello"),
    tlvs: [],
    ...fields,
  };
}

/** The id of an accepted message. */
export function idOf(pdu: Pdu): string {
  if (pdu.status !== 0) throw new Error(`refused with ${pdu.status}`);
  return "messageId" in pdu ? pdu.messageId : "";
}

/** The receipt of a message among those that came to a client. */
export function receiptOf(bound: TestClient, messageId: string): Receipt | undefined {
  return bound
    .of("deliver_sm")
    .map((pdu) => readReceipt(pdu))
    .find((receipt) => receipt?.messageId === messageId);
}
