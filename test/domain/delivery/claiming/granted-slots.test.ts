import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import type { Grant, FreeSlots } from "#server/domain/delivery/claiming/claim.js";
import { KeptSlots, SlotGrant } from "#server/domain/delivery/claiming/granted-slots.js";

const window = 5;
const owner = "w";

type Request =
  | { readonly kind: "claim"; readonly grant: Grant; readonly rooms: readonly FreeSlots[] }
  | { readonly kind: "submit"; readonly mayLeave: boolean };

/** Messages that were taken; `failed` if that is certain, `unknown` if they may have been. */
type Answer = number | "failed" | "unknown";

/** A worker with one link, and a store, which exchange requests and answers in order. Every message has one part. */
class Delivery {
  #kept = new KeptSlots();
  readonly #grant = new SlotGrant();
  #requests: Request[] = [];
  #answers: Answer[] = [];
  #waiting = 0;
  #failed = false;
  inFlight = 0;
  taken = 0;

  submit(): void {
    if (!this.#failed && this.#grant.isStale(this.#rooms())) this.claim();
    this.#requests.push({ kind: "submit", mayLeave: !this.#failed });
  }

  claim(): void {
    const freeSlots = this.#rooms();
    if (!this.#failed)
      this.#requests.push({ kind: "claim", grant: this.#grant.state(freeSlots), rooms: freeSlots });
  }

  /** `lose`: the requests are committed, but their outcomes are lost. */
  commit(how: "commit" | "fail" | "lose"): void {
    const discard = this.#kept.mark();
    const waiting = this.#waiting;
    const answers = this.#requests.map((request) => this.#take(request));
    this.#requests = [];
    if (how === "fail") {
      discard();
      this.#waiting = waiting;
    }
    const lost = how === "fail" ? "failed" : "unknown";
    this.#answers.push(...(how === "commit" ? answers : answers.map((): Answer => lost)));
  }

  /** The store ends while it has requests, and is opened again. */
  crash(): void {
    this.#answers.push(...this.#requests.map((): Answer => "unknown"));
    this.#requests = [];
    this.receive();
    this.#kept = new KeptSlots();
  }

  receive(): void {
    for (const answer of this.#answers) {
      if (answer === "unknown") this.#failed = true;
      else if (answer !== "failed") {
        this.#grant.receive(1, answer);
        this.inFlight += answer;
      }
    }
    this.#answers = [];
    if (!this.#failed || this.#requests.length > 0) return;
    this.#grant.renew();
    this.#failed = false;
  }

  respond(): void {
    this.inFlight = Math.max(0, this.inFlight - 1);
  }

  /** Free slots that the store has when everything has come to rest. */
  rest(): number {
    this.commit("commit");
    this.receive();
    this.#waiting = 0;
    this.claim();
    this.commit("commit");
    this.receive();
    return this.#kept.free(1);
  }

  #rooms(): readonly FreeSlots[] {
    return [{ linkId: 1, up: true, free: window - this.inFlight }];
  }

  #take(request: Request): number {
    if (request.kind === "submit" && !request.mayLeave) this.#waiting += 1;
    if (request.kind === "submit" && !request.mayLeave) return 0;
    const wanted = request.kind === "claim" ? this.#waiting : 1;
    const free =
      request.kind === "claim"
        ? (this.#kept.state(owner, request.grant, request.rooms)[0]?.free ?? 0)
        : this.#kept.free(1);
    const count = Math.min(wanted, free);
    this.#kept.take(1, count);
    this.taken += count;
    this.#waiting += request.kind === "claim" ? -count : 1 - count;
    return count;
  }
}

const steps = fc.array(
  fc.constantFrom(
    "submit",
    "submit",
    "submit",
    "claim",
    "commit",
    "fail",
    "lose",
    "crash",
    "receive",
    "respond",
  ),
  { maxLength: 80 },
);

test("at most a window is in flight, and no slot is lost, whatever is delayed, undone or unknown", () => {
  let taken = 0;
  fc.assert(
    fc.property(steps, (all) => {
      const delivery = new Delivery();
      for (const step of all) {
        if (step === "commit" || step === "fail" || step === "lose") delivery.commit(step);
        else delivery[step]();
        expect(delivery.inFlight).toBeLessThanOrEqual(window);
      }
      expect(delivery.rest()).toBe(window - delivery.inFlight);
      taken += delivery.taken;
    }),
    { numRuns: 3_000 },
  );
  expect(taken).toBeGreaterThan(2_000);
});

const link = (linkId: number, room: number, up = true): FreeSlots => ({ linkId, up, free: room });

describe("the store gets a new statement", () => {
  test.each<{ title: string; now: readonly FreeSlots[]; received?: number; want: boolean }>([
    { title: "not while nothing has changed", now: [link(1, 8), link(2, 0)], want: false },
    {
      title: "not when it has used some of the slots",
      now: [link(1, 5), link(2, 0)],
      received: 3,
      want: false,
    },
    { title: "when more slots are free than it has", now: [link(1, 6), link(2, 0)], received: 3, want: true },
    { title: "when slots are no longer free", now: [link(1, 7), link(2, 0)], want: true },
    { title: "when a full link has slots again", now: [link(1, 8), link(2, 1)], want: true },
    { title: "when a link is down", now: [link(1, 8), link(2, 0, false)], want: true },
    { title: "when a link was closed", now: [link(1, 8)], want: true },
    { title: "when a link was replaced by another one", now: [link(1, 8), link(3, 0)], want: true },
  ])("$title", ({ now, received = 0, want }) => {
    const grant = new SlotGrant();
    grant.receive(1, 20);
    grant.state([link(1, 8), link(2, 0)]);
    grant.receive(1, received);
    expect(grant.isStale(now)).toBe(want);
  });
});

test("slots are given back once, and not under a later grant", () => {
  const kept = new KeptSlots();
  kept.state("w", { id: 1, received: [] }, [link(1, 3)]);
  const [undoFirst, undoSecond] = [kept.take(1, 1), kept.take(1, 1)];
  undoFirst();
  undoFirst();
  expect(kept.free(1)).toBe(2);
  kept.state("w", { id: 2, received: [] }, [link(1, 3)]);
  kept.take(1, 2);
  undoSecond();
  expect(kept.free(1)).toBe(1);
});

test("the slots of another lease are dropped", () => {
  const kept = new KeptSlots();
  kept.state("w", { id: 1, received: [] }, [link(1, 3)]);
  kept.take(1, 2);
  expect(kept.free(1)).toBe(1);
  expect(kept.state("next", { id: 1, received: [] }, [link(1, 3)])).toEqual([link(1, 3)]);
  expect(kept.owner).toBe("next");
});
