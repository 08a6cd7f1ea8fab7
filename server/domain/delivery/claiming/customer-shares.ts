/** A queue with messages that can be sent now. */
export interface ReadyQueue {
  readonly queue: number;
  readonly customerId: number;
  /** Higher ones leave first. */
  readonly priority: number;
  /** Share of the customer among those of the same priority, from 1. */
  readonly weight: number;
}

/** While lower priorities have messages, they get one part in so many. */
const reserve = 10;

/** Rounds after which every deficit is paid: the most parts of a message, at a weight of 1. */
const longestDebt = 255;

/** A customer with ready queues of one priority. */
interface Flow {
  readonly customerId: number;
  weight: number;
  /** In ascending order. */
  queues: number[];
  /** The queue that sent the last message. */
  last: number;
  /** Parts that it may still send in its turn; negative when its last message was longer than that. */
  credit: number;
}

/** Deficit of a customer when its queues ran empty. */
interface Debt {
  readonly credit: number;
  readonly round: number;
}

/** Deficit round robin by weight among the customers of one priority; the queues of a customer take turns. */
class Level {
  readonly priority: number;
  /** Parts that other levels have sent since this one was served. */
  passed = 0;
  /** The customer of the current turn. */
  #current: Flow | undefined;
  /** The others, in the order of their turns. */
  #waiting: Flow[] = [];
  readonly #flows = new Map<number, Flow>();
  readonly #debts = new Map<number, Debt>();
  /** Turns that have begun, in rounds of all customers. */
  #round = 0;

  constructor(priority: number) {
    this.priority = priority;
  }

  get isEmpty(): boolean {
    return this.#flows.size === 0;
  }

  /** Replaces the queues. Customers that remain keep their position; others are added at the end. */
  update(ready: readonly ReadyQueue[]): void {
    for (const flow of this.#flows.values()) flow.queues = [];
    for (const queue of ready) this.add(queue);
    for (const flow of [...this.#flows.values()]) if (flow.queues.length === 0) this.#leave(flow);
  }

  add({ queue, customerId, weight }: ReadyQueue): void {
    const flow = this.#flows.get(customerId) ?? this.#join(customerId, weight);
    flow.weight = weight;
    if (flow.queues.includes(queue)) return;
    flow.queues.push(queue);
    flow.queues.sort((a, b) => a - b);
  }

  /** The queue whose message leaves next; undefined when none is ready. */
  next(): number | undefined {
    while ((this.#current?.credit ?? 0) <= 0 && !this.isEmpty) this.#nextTurn();
    const { queues = [], last = -1 } = this.#current ?? {};
    return queues.find((queue) => queue > last) ?? queues[0];
  }

  /** The queue that `next` returned has sent a message. */
  sent(queue: number, parts: number): void {
    if (this.#current === undefined) return;
    this.#current.credit -= parts;
    this.#current.last = queue;
  }

  /** The queue that `next` returned is empty. */
  remove(queue: number): void {
    const flow = this.#current;
    if (flow === undefined) return;
    flow.queues = flow.queues.filter((one) => one !== queue);
    if (flow.queues.length === 0) this.#leave(flow);
  }

  #nextTurn(): void {
    if (this.#current !== undefined) this.#waiting.push(this.#current);
    this.#current = this.#waiting.shift();
    if (this.#current !== undefined) this.#current.credit += this.#current.weight;
    this.#round += 1 / this.#flows.size;
  }

  #join(customerId: number, weight: number): Flow {
    const debt = this.#debts.get(customerId);
    this.#debts.delete(customerId);
    const owed = debt === undefined ? 0 : debt.credit + weight * (this.#round - debt.round);
    const flow: Flow = { customerId, weight, queues: [], last: -1, credit: Math.min(0, owed) };
    this.#flows.set(customerId, flow);
    this.#waiting.push(flow);
    return flow;
  }

  /** Deficits are dropped when no queue is ready, or after enough rounds. */
  #leave(flow: Flow): void {
    const { customerId, credit } = flow;
    this.#flows.delete(customerId);
    if (flow === this.#current) this.#current = undefined;
    else this.#waiting = this.#waiting.filter((one) => one !== flow);
    if (credit < 0) this.#debts.set(customerId, { credit, round: this.#round });
    if (this.isEmpty) this.#debts.clear();
    for (const [debtor, { round }] of this.#debts) {
      if (this.#round - round < longestDebt) break;
      this.#debts.delete(debtor);
    }
  }
}

/**
 * Chooses whose message is sent next over a link. The highest priority with ready messages goes first, except for one part in ten, which the
 * priorities below it share. Among the customers of a priority, parts are shared by weight (deficit round robin): a
 * customer with a million messages delays another by one turn. Kept from one claim to the next.
 */
export class FairShare {
  /** Highest priority first. */
  #levels: Level[] = [];

  /** Takes these queues in place of those before. */
  update(ready: readonly ReadyQueue[]): void {
    const byPriority = new Map<number, ReadyQueue[]>(this.#levels.map(({ priority }) => [priority, []]));
    for (const queue of ready) {
      const group = byPriority.get(queue.priority);
      if (group === undefined) byPriority.set(queue.priority, [queue]);
      else group.push(queue);
    }
    for (const [priority, queues] of byPriority) this.#level(priority).update(queues);
    this.#levels = this.#levels.filter((level) => !level.isEmpty);
  }

  /** Adds a queue, unless it is there. */
  add(queue: ReadyQueue): void {
    this.#level(queue.priority).add(queue);
  }

  /** The queue whose message leaves next; undefined when none is ready. */
  next(): number | undefined {
    return this.#choice()?.next();
  }

  /** The queue that `next` returned has sent a message. */
  sent(queue: number, parts: number): void {
    const choice = this.#choice();
    for (const [index, level] of this.#levels.entries()) {
      if (level !== choice) level.passed += parts;
      else level.passed = index === 0 ? 0 : level.passed - parts * this.#due();
    }
    choice?.sent(queue, parts);
  }

  /** The queue that `next` returned has no message to send for now. */
  remove(queue: number): void {
    const choice = this.#choice();
    choice?.remove(queue);
    if (choice?.isEmpty === true) this.#levels = this.#levels.filter((level) => level !== choice);
  }

  /** Parts after which a lower priority gets one. */
  #due(): number {
    return (reserve - 1) * (this.#levels.length - 1);
  }

  #choice(): Level | undefined {
    const due = this.#due();
    return this.#levels.find(({ passed }, index) => index > 0 && passed >= due) ?? this.#levels[0];
  }

  #level(priority: number): Level {
    const known = this.#levels.find((level) => level.priority === priority);
    if (known !== undefined) return known;
    const level = new Level(priority);
    this.#levels = [...this.#levels, level].sort((a, b) => b.priority - a.priority);
    return level;
  }
}
