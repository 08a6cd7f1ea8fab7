import { type AddressInfo, createServer } from "node:net";
import { emptyResponse } from "#server/networks/smpp/session/responses.js";
import { systemClock } from "#server/ports/service.js";
import type { DeliverSm, Pdu, Request, SubmitSm } from "#server/networks/smpp/codec/pdu.js";
import { Session } from "#server/networks/smpp/session/session.js";

export interface Smsc {
  readonly port: number;
  /** Messages taken, and receipts that were taken over. */
  readonly counts: { readonly messages: number; readonly confirmed: number };
  close(): Promise<void>;
}

const never = 1e9;

/** Milliseconds after which a receipt that was refused is sent again. */
const retryAfter = 200;

function receiptOf(messageId: string, { source, destination }: SubmitSm): DeliverSm {
  const text = `id:${messageId} sub:001 dlvrd:001 submit date:2611211920 done date:2611211921 stat:DELIVRD err:000 text:`;
  return {
    command: "deliver_sm",
    serviceType: "",
    source: destination,
    destination: source,
    esmClass: 0x04,
    protocolId: 0,
    priority: 0,
    scheduleDeliveryTime: "",
    validityPeriod: "",
    registeredDelivery: 0,
    replaceIfPresent: 0,
    dataCoding: 0,
    defaultMessageId: 0,
    shortMessage: Buffer.from(text),
    tlvs: [],
  };
}

/** An SMSC on loopback that takes everything at once: ids are 1, 2, 3 … With `receipts` each is confirmed at once. */
export async function serveSmpp({ receipts = false } = {}): Promise<Smsc> {
  const sessions = new Set<Session>();
  const counts = { messages: 0, confirmed: 0 };

  const confirm = (session: Session, receipt: DeliverSm): void => {
    void session.request(receipt, never).then((outcome) => {
      if (outcome.kind !== "response") return;
      if (outcome.status === 0) counts.confirmed++;
      else setTimeout(confirm, retryAfter, session, receipt);
    });
  };
  const submitted = (session: Session, pdu: Pdu<SubmitSm>): void => {
    const messageId = String(++counts.messages);
    session.respond({ command: "submit_sm_resp", messageId, tlvs: [] }, 0, pdu.sequence);
    if (!receipts) return;
    confirm(session, receiptOf(messageId, pdu));
  };
  const asked = (session: Session, pdu: Pdu<Request>): void => {
    if (pdu.command === "submit_sm") {
      submitted(session, pdu);
      return;
    }
    const answer = emptyResponse(pdu.command);
    if (answer !== undefined) session.respond(answer, 0, pdu.sequence);
    if (pdu.command.startsWith("bind_")) session.enter("transceiver");
  };
  const server = createServer({ noDelay: true }, (socket) => {
    const session: Session = new Session({
      socket,
      role: "smsc",
      clock: systemClock,
      times: { enquireLink: never, inactivity: never, restOfPdu: 10_000 },
      onRequest: (pdu) => {
        asked(session, pdu);
      },
      onUnbind: () => {
        session.end("the peer unbound");
      },
      onUnwritable: () => undefined,
      onInvalid: () => undefined,
      onClose: () => sessions.delete(session),
    });
    sessions.add(session);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    counts,
    close: async () => {
      for (const session of sessions) session.end("closed");
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
