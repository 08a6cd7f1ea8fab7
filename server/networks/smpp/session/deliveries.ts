import type { CallLog } from "messenger-gen-runtime";
import { contain } from "messenger-gen-host/tasks";
import type { Arrival, SessionArrivals } from "../../../domain/inbox/arrivals.js";
import type { DataSm, DeliverSm, Pdu, Request } from "../codec/pdu.js";
import type { Session } from "./session.js";

export interface DeliveriesOptions {
  /** Resolves with the status of the response once the message is on disk. */
  readonly onDeliver: (pdu: DeliverSm | DataSm, arrival: Arrival) => Promise<number>;
  readonly arrivals: SessionArrivals;
  /** The last response has been sent. */
  readonly onIdle: () => void;
  readonly log: CallLog;
  readonly bind: string;
}

/** Maximum messages without a response; further ones are refused with ESME_RTHROTTLED, and the SMSC repeats them. */
const most = 500;

const systemError = 0x08;
const throttled = 0x58;

/** Handles requests of an SMSC: passes messages on and responds after they are stored. */
export class Deliveries {
  readonly #session: Session;
  readonly #options: DeliveriesOptions;
  #open = 0;

  constructor(session: Session, options: DeliveriesOptions) {
    this.#session = session;
    this.#options = options;
  }

  /** True while a message waits for its response. */
  get busy(): boolean {
    return this.#open > 0;
  }

  take(request: Pdu<Request>): void {
    if (request.command !== "deliver_sm" && request.command !== "data_sm") return;
    if (this.#open >= most) {
      this.#session.refuse(request, throttled);
      return;
    }
    this.#open++;
    const { log, arrivals } = this.#options;
    const arrival = arrivals.arrive();
    contain(log, "deliver_sm_resp could not be sent", async () => {
      const status = await this.#status(request, arrival);
      this.#open--;
      this.#session.refuse(request, status, () => {
        arrivals.answered(arrival);
      });
      if (this.#open === 0) this.#options.onIdle();
    });
  }

  async #status(request: DeliverSm | DataSm, arrival: Arrival): Promise<number> {
    const { onDeliver, log, bind } = this.#options;
    try {
      return await onDeliver(request, arrival);
    } catch (error) {
      log.error({ err: error, bind }, "incoming message could not be stored");
      return systemError;
    }
  }
}
