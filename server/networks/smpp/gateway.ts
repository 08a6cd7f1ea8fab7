import type { PartState } from "../../domain/delivery/states/receipt-state.js";
import { CodeCounter } from "../../domain/delivery/outcomes/response-codes.js";
import { isStop } from "../../domain/inbox/opt-outs.js";
import { missingText } from "../../domain/inbox/joining.js";
import {
  type Concern,
  deferred,
  isEvidence,
  retried,
  type Tries,
} from "../../domain/delivery/outcomes/retry.js";
import { fromNational, nationalNumber } from "../../domain/recipients/phone-number.js";
import { hexOf } from "../../domain/text/hex.js";
import { cut } from "../../domain/text/normal-form.js";
import { RecipientState } from "../../domain/recipient-state.js";
import type { Attempt, Gateway, GatewayContext, GatewayState } from "../../ports/delivery.js";
import type { Clock } from "../../ports/service.js";
import type { SmppSettings } from "./settings.js";
import {
  type Address,
  type BindState,
  createLink,
  type Delivery,
  ignoredIn,
  MessageState,
  readIncoming,
  readReceipt,
  type Receipt,
  type SmppLink,
  statusName,
  type SubmitResponse,
  submitsOf,
  type SubmitSm,
} from "./index.js";
import type { OutgoingMessage } from "../../domain/delivery/claiming/attempt.js";
import type { Arrival } from "../../domain/inbox/arrivals.js";
import type { IncomingPart } from "../../domain/inbox/received-part.js";
import type { Outcome } from "../../domain/delivery/outcomes/outcome.js";

const states: Readonly<Record<MessageState, PartState>> = {
  [MessageState.Enroute]: RecipientState.Enroute,
  [MessageState.Accepted]: RecipientState.Accepted,
  [MessageState.Delivered]: RecipientState.Delivered,
  [MessageState.Expired]: RecipientState.Expired,
  [MessageState.Deleted]: RecipientState.Deleted,
  [MessageState.Undeliverable]: RecipientState.Undeliverable,
  [MessageState.Unknown]: RecipientState.Unknown,
  [MessageState.Rejected]: RecipientState.Rejected,
};

/** Outcome of a part, by the response of the SMSC or its absence. */
function outcomeOf(answer: SubmitResponse, tries: Tries): Outcome {
  if (answer.kind === "uncertain") return { kind: "uncertain", code: `no answer: ${answer.reason}` };
  if (answer.kind === "unsent")
    return answer.reason === "invalid" ? { kind: "refused", code: "invalid field" } : { kind: "unsent" };
  const { action, status, acceptsOthers } = answer;
  const code = answer.nack ? `generic_nack 0x${status.toString(16).padStart(2, "0")}` : statusName(status);
  switch (action.kind) {
    case "sent":
      return { kind: "accepted", messageId: answer.messageId };
    case "fail":
      return { kind: "refused", code };
    case "retry":
      return retried(code, action, tries);
    case "nack":
      return acceptsOthers ? retried(code, action, tries) : deferred(code, tries, acceptsOthers);
    case "throttle":
    case "session":
      return deferred(code, tries, acceptsOthers);
  }
}

function errorCode({ error, networkError }: Receipt): string | undefined {
  return networkError === undefined ? error : String(networkError.code);
}

/** State and code of a receipt; one that is not known is guessed: the network has ended the message. Undefined without a state. */
function reportOf(
  receipt: Receipt,
): { readonly state: PartState; readonly code: string | undefined } | undefined {
  const { kind, state, unknownState } = receipt;
  if (kind === "intermediate") return { state: RecipientState.Enroute, code: errorCode(receipt) };
  if (state !== undefined) return { state: states[state], code: errorCode(receipt) };
  return unknownState === undefined ? undefined : { state: RecipientState.Undeliverable, code: unknownState };
}

/** Type of number of a national one (SMPP 3.4, section 5.2.5). */
const national = 2;

const addressIn = ({ address, ton }: Address, country: string): string =>
  country === "" ? address : fromNational(address, country, ton === national);

/** A sender; one in national form whose country is not known has 0 before it, by which it is told from an international number. */
function senderIn(source: Address, country: string): string {
  const digits = country === "" ? nationalNumber(source.address, source.ton === national) : undefined;
  return digits === undefined ? addressIn(source, country) : `0${digits}`;
}

/** An incoming message; octets that are not text become hexadecimal digits. */
function incomingPart(pdu: Delivery, settings: SmppSettings): IncomingPart {
  const { parts, countryCode } = settings;
  const { text, octets, isCut, concatenation } = readIncoming(pdu, parts.latin);
  const [from, to] = [senderIn(pdu.source, countryCode), addressIn(pdu.destination, countryCode)];
  const whole = text ?? hexOf(octets);
  const content = isCut
    ? { from, to, text: cut(whole, whole.length) + missingText, isCut }
    : { from, to, text: whole };
  if (concatenation === undefined) return content;
  const { kind, reference, part, total } = concatenation;
  return { ...content, place: { reference: `${kind}:${reference}`, number: part, total } };
}

export interface SmppGatewayOptions {
  readonly name: string;
  readonly settings: SmppSettings;
  /** Binds; default: all. */
  readonly slots?: number | undefined;
  readonly context: GatewayContext;
  readonly clock: Clock;
}

const ok = 0;

/** Milliseconds in which the response to a message is stored that came before its receipt. */
const responseStoredWithin = 1_000;

class SmppAttempt implements Attempt {
  readonly #link: SmppLink;
  readonly #message: OutgoingMessage;
  readonly #submits: readonly SubmitSm[];
  /** A part was refused because of the link or the session. */
  #isRefused = false;

  constructor(link: SmppLink, message: OutgoingMessage, submits: readonly SubmitSm[]) {
    this.#link = link;
    this.#message = message;
    this.#submits = submits;
  }

  get parts(): number {
    return this.#submits.length;
  }

  async submit(part: number): Promise<Outcome> {
    const submit = this.#submits[part - 1];
    if (submit === undefined) return { kind: "refused", code: "no such part" };
    const answer = await this.#link.submit(submit, (concern) => this.#isEvidence(concern));
    return outcomeOf(answer, this.#message);
  }

  /** An attempt counts once as evidence, however many parts it has. */
  #isEvidence(concern: Concern): boolean {
    if (this.#isRefused) return false;
    this.#isRefused = true;
    return isEvidence(concern, this.#message);
  }
}

/** When the first of the binds connects again. */
function earliest(binds: readonly Pick<BindState, "nextAt">[]): number | undefined {
  const times = binds.flatMap(({ nextAt }) => nextAt ?? []);
  return times.length === 0 ? undefined : Math.min(...times);
}

/** Submits messages to an SMSC, one submit_sm per part. */
export class SmppGateway implements Gateway {
  readonly #link: SmppLink;
  readonly #settings: SmppSettings;
  readonly #context: GatewayContext;
  readonly #clock: Clock;
  readonly #ignored = new CodeCounter("other ignored");

  constructor({ name, settings, slots, context, clock }: SmppGatewayOptions) {
    this.#settings = settings;
    this.#context = context;
    this.#clock = clock;
    this.#link = createLink({
      ...settings.link,
      name,
      slots,
      clock,
      log: context.log,
      onFree: () => {
        context.changed();
      },
      arrivals: context.arrivals,
      onDeliver: (pdu, _bind, arrival) => this.#receive(pdu, arrival),
    });
    this.#link.start();
  }

  get window(): number {
    return (this.#settings.link.window ?? 0) * this.#link.slots;
  }

  resize(slots: number): Promise<void> {
    return this.#link.resize(slots);
  }

  get up(): boolean {
    return this.#link.up;
  }

  state(): GatewayState {
    const { alarm, binds } = this.#link.state();
    const submitting = binds.filter(({ mode }) => mode !== "receiver");
    const bound = submitting.find(({ phase }) => phase === "bound");
    const [first] = submitting;
    const problem = alarm ?? lastError(binds.filter(({ phase }) => phase !== "bound"));
    return {
      word: (bound ?? first)?.phase ?? "stopped",
      ...(problem === undefined ? {} : { problem }),
      binds: {
        bound: submitting.filter(({ phase }) => phase === "bound").length,
        all: submitting.length,
      },
      nextAt: bound === undefined ? earliest(submitting) : undefined,
      ignored: this.#ignored.counts(),
    };
  }

  free(): number {
    return this.#link.free;
  }

  prepare(message: OutgoingMessage): Attempt {
    return new SmppAttempt(this.#link, message, this.#submitsOf(message));
  }

  close(): Promise<void> {
    return this.#link.stop();
  }

  /** The same for every attempt: a part that is sent again replaces the first one on the handset. */
  #submitsOf(message: OutgoingMessage): readonly SubmitSm[] {
    const { phone, originator, text, dataCoding, body, validUntil, id } = message;
    const outgoing = {
      phone,
      originator,
      text,
      dataCoding,
      body: body?.kind === "binary" ? body : undefined,
      validUntil: this.#settings.validity ? validUntil : undefined,
    };
    return submitsOf(outgoing, this.#settings.parts, id & 0xffff);
  }

  async #receive(pdu: Delivery, arrival: Arrival): Promise<number> {
    for (const name of ignoredIn(pdu)) this.#context.ignored(this.#ignored.add(name));
    const receipt = readReceipt(pdu);
    if (receipt !== undefined && (receipt.isCertain || (await this.#isReceipt(receipt, pdu))))
      await this.#report(receipt, pdu.source.address);
    else await this.#incoming(incomingPart(pdu, this.#settings), arrival);
    return ok;
  }

  /** A request to stop from a number without its country stands for that number in every country: the log names it. */
  async #incoming(part: IncomingPart, arrival: Arrival): Promise<void> {
    if (nationalNumber(part.from) !== undefined && isStop(part.text))
      this.#context.log.warn(
        { link: this.#link.name },
        "a request to stop came from a number in national form: set countryCode of the link",
      );
    await this.#context.incoming({ ...part, arrival });
  }

  /** Whether a text that is nothing but a receipt is one. It may come while the response to its message is being stored. */
  async #isReceipt({ messageId }: Receipt, { source, destination }: Delivery): Promise<boolean> {
    if (messageId === undefined || !this.#settings.textReceipts) return false;
    const text = { messageId, from: source.address, to: destination.address };
    if (await this.#context.isReceipt(text)) return true;
    await new Promise<void>((resolve) => this.#clock.after(responseStoredWithin, resolve));
    return this.#context.isReceipt(text);
  }

  async #report(receipt: Receipt, phone: string): Promise<void> {
    const { messageId } = receipt;
    const reported = reportOf(receipt);
    if (messageId === undefined || reported === undefined)
      this.#context.log.warn({ link: this.#link.name }, "receipt without id or state");
    else await this.#context.receipt({ messageId, phone, at: this.#context.now(), ...reported });
  }
}

function lastError(binds: readonly BindState[]): string | undefined {
  return binds.map((bind) => bind.lastError).find((text) => text !== undefined);
}
