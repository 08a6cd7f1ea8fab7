import type { Move } from "../states/counts.js";
import {
  isGuess,
  messageState,
  type PartState,
  receiptEffect,
  type ReceiptEffect,
  worstState,
} from "../states/receipt-state.js";
import { isFinal, RecipientState } from "../../recipient-state.js";
import type { TrackedRow, Transition } from "../states/transitions.js";

/** Where the receipts of a part are looked up: space of message ids, and the id as `idKey` has it; "" without an id. */
export interface PartPlace {
  readonly network: number;
  readonly key: string;
}

/** A part of a message that a network has. */
export interface PartRow extends PartPlace {
  readonly recipient: number;
  readonly part: number;
  readonly state: PartState;
  readonly at: number;
  /** The network's error code; null for none. */
  readonly error: string | null;
  /** Whether it is the only part of its message and stored without a state: state, time and error are those of the message. */
  readonly follows: boolean;
}

/** Report of a network on a part. */
export interface PartReport {
  readonly state: PartState;
  readonly at: number;
  readonly code?: string | null | undefined;
}

/** A report that does not count because another final state is known. */
export interface Contradiction {
  readonly recipient: number;
  readonly part: number;
  readonly state: PartState;
  readonly at: number;
  readonly code: string | null;
}

/** A part as one batch of changes leaves it. */
interface TrackedPart {
  readonly number: number;
  state: PartState;
  at: number;
  error: string | null;
  place: PartPlace;
  /** Whether the network accepted it in this batch. */
  isAccepted: boolean;
  isReported: boolean;
  follows: boolean;
  /** Whether it did before the batch. */
  readonly followed: boolean;
}

/** Whether parts have the same id of a network; those without an id share none. */
function isSamePlace(one: PartPlace, other: PartPlace): boolean {
  return one.key !== "" && one.key === other.key && one.network === other.network;
}

/** A message while one batch of changes is applied to it, each to the result of those before. */
export class TrackedMessage<Row extends TrackedRow = TrackedRow> {
  readonly row: Row;
  /** New state of the message after the batch; undefined if unchanged. */
  transition: Transition | undefined;
  /** Guessed states of parts that other ones have replaced: their messages may have been refunded meanwhile. */
  readonly replaced: Contradiction[] = [];
  readonly #parts: TrackedPart[];

  constructor(row: Row, parts: readonly PartRow[]) {
    this.row = row;
    this.#parts = parts.map(({ part: number, state, at, error, network, key, follows }) => ({
      number,
      state,
      at,
      error,
      place: { network, key },
      isAccepted: false,
      isReported: false,
      follows,
      followed: follows,
    }));
  }

  get state(): RecipientState {
    return this.transition?.to ?? this.row.state;
  }

  /**
   * Records that the network has accepted a part. One that was accepted before keeps its state; a new one whose id is that of another part
   * has what the receipts of that id have said.
   */
  accept(number: number, place: PartPlace, at: number): void {
    const known = this.#part(number);
    if (known !== undefined) {
      known.place = place;
      known.isAccepted = true;
      return;
    }
    const reported = this.#parts.find(
      (part) => part.state !== RecipientState.Submitted && isSamePlace(part.place, place),
    );
    this.#parts.push({
      number,
      state: reported?.state ?? RecipientState.Submitted,
      at: reported?.at ?? at,
      error: reported?.error ?? null,
      place,
      isAccepted: true,
      isReported: reported !== undefined,
      follows: true,
      followed: false,
    });
  }

  /**
   * Applies a report on a part, and on the others that the network has given the same id; the message follows once the network has all of
   * it.
   */
  report(number: number, report: PartReport): ReceiptEffect {
    const part = this.#part(number);
    if (part === undefined) return "repeats";
    let effect = this.#reportOn(part, report);
    for (const other of this.#parts) {
      const isMeant = other !== part && isSamePlace(other.place, part.place);
      if (isMeant && this.#reportOn(other, report) === "changes") effect = "changes";
    }
    if (effect === "changes") this.#follow(report);
    return effect;
  }

  /** The network has all parts: the message has the state of the worst one. */
  submitted(at: number): void {
    const to = worstState(this.#partStates());
    const worst = this.#parts.filter(({ state }) => state === to).sort((a, b) => a.number - b.number)[0];
    this.#end(to, at, worst?.error ?? undefined, at);
  }

  end(to: RecipientState, at: number, error: string | undefined): void {
    this.#end(to, at, error, this.transition?.since);
  }

  /** The transition of the message in this batch. */
  moves(): readonly Move[] {
    if (this.transition === undefined) return [];
    const { from, to } = this.transition;
    return [{ txn: this.row.txn, from, to, n: 1 }];
  }

  /** Parts that the network has accepted in this batch. */
  acceptedParts(): readonly PartRow[] {
    return this.#rowsOf(({ isAccepted }) => isAccepted);
  }

  /** Other parts whose rows this batch changes. */
  reportedParts(): readonly PartRow[] {
    return this.#rowsOf((part) => !part.isAccepted && (part.followed ? !part.follows : part.isReported));
  }

  /**
   * Ends a step, which would be written alone if it were not part of a batch: a part whose state is not that of its message then has one of
   * its own, and keeps it.
   */
  endStep(): void {
    for (const part of this.#parts) part.follows &&= this.#isFollowing(part);
  }

  #reportOn(part: TrackedPart, { state, at, code }: PartReport): ReceiptEffect {
    const replacesGuess = isGuess(part.error) && !isGuess(code);
    const effect = receiptEffect(part.state, state, replacesGuess);
    if (effect !== "changes") return effect;
    if (replacesGuess && state !== part.state) this.replaced.push(this.#reportOf(part));
    part.state = state;
    part.at = at;
    part.error = code ?? null;
    part.isReported = true;
    return effect;
  }

  #follow({ at, code }: PartReport): void {
    const known = this.state;
    if (known <= RecipientState.Submitting) return;
    const isGuessed = isGuess(this.transition === undefined ? this.row.error : this.transition.error);
    const now = messageState(known as PartState, this.#partStates(), isGuessed);
    if (now !== known) this.end(now, at, code ?? undefined);
  }

  #reportOf({ number: part, state, at, error: code }: TrackedPart): Contradiction {
    return { recipient: this.row.id, part, state, at, code };
  }

  #rowsOf(isChanged: (part: TrackedPart) => boolean): readonly PartRow[] {
    const rows: PartRow[] = [];
    for (const part of this.#parts) {
      const { number, state, at, error, place, follows } = part;
      const { network, key } = place;
      if (isChanged(part))
        rows.push({ recipient: this.row.id, part: number, network, key, state, at, error, follows });
    }
    return rows;
  }

  #isFollowing({ isReported, isAccepted, state, at, error }: TrackedPart): boolean {
    if (this.#parts.length > 1) return false;
    const { transition, row } = this;
    if (transition === undefined && !isReported && !isAccepted) return true;
    const message = transition ?? { to: row.state, at: row.changedAt, error: row.error };
    return message.to === state && message.at === at && (message.error ?? null) === error;
  }

  #end(to: RecipientState, at: number, error: string | undefined, since: number | undefined): void {
    const { id, state: from, changedAt, error: known = null } = this.row;
    const before = isFinal(from) && changedAt !== undefined ? { at: changedAt, error: known } : undefined;
    this.transition = { id, from, to, at, error, since, before };
  }

  #part(number: number): TrackedPart | undefined {
    return this.#parts.find((part) => part.number === number);
  }

  #partStates(): readonly PartState[] {
    return this.#parts.map(({ state }) => state);
  }
}

/** The parts of each message. */
export function partsByMessage(parts: readonly PartRow[]): ReadonlyMap<number, readonly PartRow[]> {
  const byMessage = new Map<number, PartRow[]>();
  for (const part of parts) {
    const known = byMessage.get(part.recipient);
    if (known === undefined) byMessage.set(part.recipient, [part]);
    else known.push(part);
  }
  return byMessage;
}
