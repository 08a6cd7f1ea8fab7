import { routeTable } from "#server/domain/delivery/routing/route-table.js";
import type { LinkReceipt, Settlement } from "#server/domain/delivery/claiming/claim.js";
import { type Move, netChanges } from "#server/domain/delivery/states/counts.js";
import type { PartState } from "#server/domain/delivery/states/receipt-state.js";
import { applied, matched } from "#server/domain/delivery/receipts/receipt.js";
import { RecipientState } from "#server/domain/recipient-state.js";
import { remains, takenBack } from "#server/domain/delivery/claiming/remains.js";
import { acceptedKeys, settle } from "#server/domain/delivery/settling/settle.js";
import type { Contradiction, PartRow } from "#server/domain/delivery/receipts/tracked-message.js";
import { ended, type sweeps, type Transitions } from "#server/domain/delivery/states/transitions.js";

export interface MemoryRow {
  readonly id: number;
  readonly txn: number;
  readonly phone: string;
  state: RecipientState;
  worker: string | null;
  at: number;
  error: string | null;
  nextAt: number;
  link: number;
  attempts: number;
  deferrals: number;
  uncertain: number;
}

/** The network of every link. */
const network = 1;
const networkOf = (): number => network;

const routes = routeTable(
  [{ id: 1, kind: "smpp", network }],
  (["hold", "resend", "fail"] as const).map((uncertain, index) => ({
    ...{ id: index, prefix: `1202555010${index}`, customerId: undefined, originator: undefined },
    ...{ kind: undefined, linkId: 1, rank: 1, weight: 1, uncertain },
  })),
);

/** The smallest driver of the rules: it reads rows and writes changes, and decides nothing. */
export class MemoryOutbox {
  readonly rows: MemoryRow[];
  readonly waiting = new Map<number, LinkReceipt>();
  readonly contradictions: Contradiction[] = [];
  readonly counts = new Map<string, number>();
  /** Ids of receipts that were applied later than they arrived. */
  readonly used: number[] = [];
  /** How many of them settlements have reported. */
  early = 0;
  readonly #stored = new Map<string, PartRow>();
  #receipts = 0;

  constructor(count: number) {
    this.rows = Array.from({ length: count }, (_, id): MemoryRow => ({
      ...{ id, txn: id % 2, phone: `1202555010${id}`, state: RecipientState.Queued, worker: null, at: 0 },
      ...{ error: null, nextAt: 0, link: 0, attempts: 0, deferrals: 0, uncertain: 0 },
    }));
    this.#count(this.rows.map(({ txn, state: to }) => ({ txn, from: undefined, to, n: 1 })));
  }

  /** Parts that the network has. */
  get parts(): ReadonlyMap<string, Omit<PartRow, "follows">> {
    return new Map(
      this.#parts().map((part) => {
        const { recipient, part: number, state, at, error, network: of, key } = part;
        return [`${recipient} ${number}`, { recipient, part: number, state, at, error, network: of, key }];
      }),
    );
  }

  /** Parts that a claim leaves out: the network has them. */
  acceptedOf(id: number): readonly number[] {
    return [...this.parts.values()].filter(({ recipient }) => recipient === id).map(({ part }) => part);
  }

  claim(id: number, worker: string, at: number): void {
    const row = this.#row(id);
    if (row.state !== RecipientState.Queued) return;
    Object.assign(row, { state: RecipientState.Submitting, worker, at, link: 1, attempts: row.attempts + 1 });
    this.#count([{ txn: row.txn, from: RecipientState.Queued, to: RecipientState.Submitting, n: 1 }]);
  }

  settle(settlements: readonly Settlement[]): void {
    const keys = acceptedKeys(settlements, networkOf);
    const changes = settle({
      ...{ settlements, networkOf, parts: this.#parts() },
      attempts: this.rows.map((row) => ({ ...row, changedAt: row.at })),
      unmatched: [...this.waiting].flatMap(([id, { keys: own, phone = null, state, at, code = null }]) =>
        [...new Set(keys.map(({ key }) => key))]
          .filter((key) => own.includes(key))
          .map((key) => {
            const likeliest = Number(key === own[0]);
            return { id, network, key, state, at, code, phone, likeliest };
          }),
      ),
    });
    for (const id of changes.usedReceipts) this.waiting.delete(id);
    this.used.push(...changes.usedReceipts);
    for (const part of changes.parts) this.#stored.set(`${part.recipient} ${part.part}`, part);
    this.#report(changes.reported);
    this.contradictions.push(...changes.contradictions);
    for (const { id, at, nextAt, linkId, attempts, deferrals, uncertain, error = null } of changes.requeued) {
      const row = this.#row(id);
      Object.assign(row, {
        state: RecipientState.Queued,
        worker: null,
        at,
        nextAt,
        link: linkId,
        error,
      });
      Object.assign(row, { uncertain: Number(uncertain), attempts: row.attempts + attempts });
      row.deferrals += deferrals;
    }
    this.#write(changes);
    this.early += changes.early.reduce((sum, { count }) => sum + count, 0);
  }

  receipts(receipts: readonly LinkReceipt[]): readonly string[] {
    const parts = [...this.#parts()].sort((a, b) => b.recipient - a.recipient);
    const matches = matched(
      receipts.map((receipt) => {
        const candidates = receipt.keys.map((key) =>
          parts
            .filter((part) => part.key === key && key !== "")
            .map(({ recipient, part }) => {
              const found = this.#row(recipient);
              return { ...found, part, changedAt: found.at };
            }),
        );
        return { network, receipt, candidates };
      }),
    );
    const changes = applied(matches, parts);
    this.#report(changes.parts);
    this.contradictions.push(...changes.contradictions);
    for (const { receipt } of changes.kept) this.waiting.set((this.#receipts += 1), receipt);
    this.#write(changes);
    return changes.effects;
  }

  sweep(name: keyof typeof sweeps, at: number): void {
    const held = ({ state, worker }: MemoryRow): boolean =>
      state !== RecipientState.Submitting || worker === null;
    this.#write(ended(this.rows.filter(held), name, at));
  }

  /** Another worker takes over delivery. */
  takeOver(owner: string, now: number): void {
    const text = {
      dueAt: 0,
      transactionId: "t",
      customerId: 1,
      userName: "Ann",
      originator: "Shop",
      text: "",
      dataCoding: 0,
    };
    const left = this.rows.flatMap((row) =>
      row.state === RecipientState.Submitting && row.worker !== null && row.worker !== owner
        ? { ...row, worker: row.worker, ...text, counted: true, parts: 1, kind: "text" as const }
        : [],
    );
    this.settle(remains(left, routes, now));
  }

  takeBack(owner: string, known: ReadonlySet<number>): void {
    const claimed = this.rows.flatMap((row) =>
      row.state === RecipientState.Submitting && row.worker === owner ? { ...row, worker: row.worker } : [],
    );
    this.settle(takenBack(claimed, known));
  }

  /** Those that follow their messages have the states of these. */
  #parts(): readonly PartRow[] {
    return [...this.#stored.values()].map((part) => {
      const { state, at, error } = this.#row(part.recipient);
      return part.follows ? { ...part, state: state as PartState, at, error } : part;
    });
  }

  #report(parts: readonly PartRow[]): void {
    for (const changed of parts) {
      const place = `${changed.recipient} ${changed.part}`;
      const known = this.#stored.get(place);
      if (known !== undefined) this.#stored.set(place, { ...known, ...changed });
    }
  }

  #row(id: number): MemoryRow {
    const row = this.rows[id];
    if (row === undefined) throw new Error(`no recipient ${id}`);
    return row;
  }

  #write({ transitions, moves }: Transitions): void {
    for (const { id, from, to, at, error = null, since } of transitions) {
      const row = this.#row(id);
      if (row.state !== from) throw new Error(`recipient ${id} is ${row.state}, not ${from}`);
      Object.assign(row, { state: to, at, error, worker: null, nextAt: since ?? row.nextAt });
    }
    this.#count(moves);
  }

  #count(moves: readonly Move[]): void {
    for (const { txn, state, n } of netChanges(moves)) {
      const place = `${txn} ${state}`;
      this.counts.set(place, (this.counts.get(place) ?? 0) + n);
    }
  }
}
