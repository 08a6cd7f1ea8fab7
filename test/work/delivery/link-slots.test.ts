import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { LinkSet } from "#server/work/delivery/link-set.js";
import { containedObserver } from "#server/work/delivery/observer.js";
import type { Link } from "#server/domain/delivery/routing/link.js";
import {
  assign,
  type Holding,
  type LinkSlots,
  type OwnedSlot,
  slotsToOpen,
} from "#server/domain/delivery/claiming/link-slots.js";
import type { Gateway } from "#server/ports/delivery.js";
import { runsOf } from "../../in-time.js";

const linkId = 7;
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

const slots = 5;

/** The link; `version` tells its settings apart. */
const linkOf = (version: number): Link => ({
  ...{ id: linkId, name: "a", kind: "smpp", url: "smpp://a@127.0.0.1:1", password: "", network: "a" },
  ...{ settings: { binds: String(slots), systemType: String(version) }, started: true, ofFile: false },
});

/** A gateway whose slots close when the test says so. */
class SlowGateway implements Gateway {
  readonly window = 0;
  open: number;
  closing = 0;
  #wanted: number;
  #whenClosed: (() => void)[] = [];

  constructor(slots: number) {
    this.#wanted = slots;
    this.open = slots;
  }

  get used(): number {
    return this.open + this.closing;
  }

  get up(): boolean {
    return this.open > 0;
  }

  state(): { readonly word: string } {
    return { word: "bound" };
  }

  free(): number {
    return 0;
  }

  prepare(): never {
    throw new Error("nothing is sent here");
  }

  async resize(slots: number): Promise<void> {
    this.#wanted = slots;
    const released = Math.max(0, this.open - slots);
    this.open -= released;
    this.closing += released;
    this.open += slotsToOpen(slots, this);
    while (this.closing > 0) await new Promise<void>((resolve) => this.#whenClosed.push(resolve));
  }

  close(): Promise<void> {
    return this.resize(0);
  }

  /** Closes one of the closing slots. */
  closeOne(): void {
    if (this.closing === 0) return;
    this.closing -= 1;
    this.open += slotsToOpen(this.#wanted, this);
    for (const resolve of this.#whenClosed.splice(0)) resolve();
  }
}

/** A process of several. */
class Process {
  readonly gateways: SlowGateway[] = [];
  readonly links = new LinkSet({
    open: (_link, _context, slots) => {
      const gateway = new SlowGateway(slots);
      this.gateways.push(gateway);
      return gateway;
    },
    contextOf: () => ({}) as never,
    ...{
      now: () => 0,
      log,
      observer: containedObserver(undefined, log),
      grace: 0,
      mayLeave: () => true,
      onStep: () => undefined,
    },
  });
  /** Whether it had a lease: it opens no links before. */
  isHeld = false;
  /** A request for a lease without a response. */
  request: readonly LinkSlots[] | undefined;
  /** Its response, once the store has carried it out. */
  response: Holding | undefined;

  get used(): number {
    return this.gateways.reduce((sum, { used }) => sum + used, 0);
  }
}

/** Processes and the store that assigns them the slots of the link. */
class Model {
  #owned: readonly OwnedSlot[] = [];
  readonly processes = new Map<string, Process>();
  #started = true;
  #version = 1;

  get used(): number {
    return [...this.processes.values()].reduce((sum, { used }) => sum + used, 0);
  }

  get wanted(): number {
    return this.#started ? slots : 0;
  }

  change(kind: "stop" | "settings"): void {
    if (kind === "stop") this.#started = !this.#started;
    else this.#version += 1;
  }

  step(name: string, kind: Step): void {
    const process = this.processes.get(name) ?? new Process();
    this.processes.set(name, process);
    if (kind === "renew")
      for (const part of ["request", "assign", "response"] as const) this.step(name, part);
    else if (kind === "request") process.request ??= process.links.request();
    else if (kind === "assign") this.#assign(name, process);
    else if (kind === "follow" && process.isHeld)
      process.links.reconcile(this.#started ? [linkOf(this.#version)] : [], []);
    else if (kind === "close") for (const gateway of process.gateways) gateway.closeOne();
    else if (kind === "end") this.#end(name);
    else if (kind === "response" || kind === "lost") {
      if (kind === "response" && process.response !== undefined) {
        process.links.take(process.response);
        process.isHeld = true;
      }
      if (kind === "lost" || process.response !== undefined)
        [process.request, process.response] = [undefined, undefined];
    }
  }

  /** Slots that a process uses, and those that the store has assigned to it. */
  check(): void {
    for (const [name, { used }] of this.processes)
      expect(used).toBeLessThanOrEqual(this.#owned.filter(({ owner }) => owner === name).length);
    expect(this.used).toBeLessThanOrEqual(slots);
  }

  #assign(owner: string, { request: wanted, response }: Process): void {
    if (wanted === undefined || response !== undefined) return;
    const live = [...this.processes.keys()];
    const { released, taken, shares } = assign({ owner, live, wanted, owned: this.#owned });
    this.#owned = [...this.#owned.filter((slot) => !released.includes(slot)), ...taken];
    const process = this.processes.get(owner);
    if (process !== undefined) process.response = { kind: "shares", shares, elsewhere: [] };
  }

  #end(name: string): void {
    this.processes.delete(name);
    this.#owned = this.#owned.filter(({ owner }) => owner !== name);
  }
}

/** What a process does; `renew` is a request, its assignment and its response at once. */
const steps = ["request", "assign", "response", "renew", "renew", "follow", "close", "lost", "end"] as const;
type Step = (typeof steps)[number];

/** What a process does between two requests of its lease. */
const whole = ["follow", "request", "assign", "response", "close"] as const;

const ofA = (...kinds: readonly Step[]): ["a", Step][] => kinds.map((kind) => ["a", kind]);

/** A link is stopped and started while the request that returns its slots is in flight. */
const stoppedAndStarted = [
  ...ofA("renew", "renew", "follow", "renew"),
  "stop" as const,
  ...ofA("follow", ...Array<"close">(slots).fill("close"), "request", "assign"),
  "stop" as const,
  ...ofA("follow", "response"),
];

/** Lets promises that are resolved take effect. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve();
}

test("whatever order requests, responses, closing binds and changes of the link have, its slots are never used twice, and in the end all are", async () => {
  const event = fc.oneof(
    { weight: 12, arbitrary: fc.tuple(fc.constantFrom("a", "b", "c"), fc.constantFrom(...steps)) },
    { weight: 1, arbitrary: fc.constantFrom("stop" as const, "settings" as const) },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(event, { maxLength: 80, size: "max" }), async (events) => {
      const model = new Model();
      for (const each of events) {
        if (typeof each === "string") model.change(each);
        else model.step(...each);
        await settled();
        model.check();
      }
      for (const name of model.processes.keys()) model.step(name, "lost");
      for (let round = 0; round < 8; round++)
        for (const kind of whole)
          for (const name of model.processes.keys()) {
            model.step(name, kind);
            await settled();
            model.check();
          }
      if (model.processes.size > 0) expect(model.used).toBe(model.wanted);
    }),
    { numRuns: runsOf(150), examples: [[stoppedAndStarted]] },
  );
});

test("a link that waits for its binds to close is up without free slots, so that its messages stay with it, and reports that it is closing", async () => {
  const process = new Process();
  process.links.reconcile([linkOf(1)], []);
  process.links.reconcile([linkOf(2)], []);
  expect(process.links.rooms()).toEqual([{ linkId, up: true, free: 0 }]);
  expect(process.links.reports(0)).toMatchObject([{ linkId, up: false }]);
  for (let slot = 0; slot < slots; slot++) process.gateways[0]?.closeOne();
  await settled();
  expect(process.gateways.map(({ used }) => used)).toEqual([0, slots]);
});
