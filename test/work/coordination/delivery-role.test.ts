import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { DeliveryRole, type DeliveryRoleOptions } from "#server/work/coordination/delivery-role.js";
import type { Store } from "#server/ports/store.js";
import { openStore } from "#server/storage/index.js";
import { ManualClock } from "../delivery/manual-clock.js";
import { eventually } from "../../eventually.js";
import { temporaryFolder } from "../../storage/fixtures.js";

let folder: ReturnType<typeof temporaryFolder>;
let stores: readonly Store[];
let roles: DeliveryRole[];
let events: string[];
const clock = new ManualClock();

beforeEach(async () => {
  folder = temporaryFolder();
  const url = `sqlite:${join(folder.path, "messenger.db")}`;
  stores = [await openStore(url), await openStore(url)];
  roles = [];
  events = [];
});

afterEach(async () => {
  for (const role of roles) await role.leave();
  for (const store of stores) await store.close();
  folder.remove();
});

/** Starts the role of a process on its own connection to the store. */
function start(name: string, process: number, change: Partial<DeliveryRoleOptions> = {}): DeliveryRole {
  const log = {
    info: () => undefined,
    warn: () => undefined,
    error: (_fields: object, event: string) => void events.push(`${name}: ${event}`),
  };
  const delivery = stores[process]?.delivery;
  if (delivery === undefined) throw new Error("no store");
  const role = new DeliveryRole({
    ...{ delivery, log, now: () => clock.now(), lease: 5_000, interval: 10, reports: () => [] },
    wanted: () => [],
    onHolding: () => undefined,
    onHeld: () => void events.push(`${name} begins`),
    onLost: async () => void events.push(`${name} ends`),
    ...change,
  });
  roles.push(role);
  return role;
}

test("starts with the first process; the next one takes over when it ends", async () => {
  const first = start("a", 0);
  await eventually(() => first.isHeld);
  const second = start("b", 1);
  clock.advance(1);
  expect(second.isHeld).toBe(false);
  await first.leave();
  expect(first.isHeld).toBe(false);
  await eventually(() => second.isHeld);
  expect(events).toEqual(["a begins", "b begins"]);
});

test("is lost if it is not renewed in time, and held again after a renewal", async () => {
  let renewable = Promise.resolve();
  let go = (): void => undefined;
  const delivery = stores[0]?.delivery;
  if (delivery === undefined) throw new Error("no store");
  const role = start("a", 0, {
    delivery: {
      disown: (owner) => delivery.disown(owner),
      own: async (input) => {
        await renewable;
        return delivery.own(input);
      },
    },
  });
  await eventually(() => role.isHeld);
  renewable = new Promise((resolve) => (go = resolve));
  clock.advance(4_999);
  clock.advance(5_000);
  expect(role.isHeld).toBe(false);
  go();
  await eventually(() => role.isHeld);
  expect(events).toEqual(["a begins", "a begins"]);
});

test("ends when another process has taken over", async () => {
  let silent = false;
  const [one, two] = stores.map(({ delivery }) => delivery);
  if (one === undefined || two === undefined) throw new Error("no store");
  const first = start("a", 0, {
    delivery: {
      disown: (owner) => one.disown(owner),
      own: async (input) => (silent ? Promise.reject(new Error("the disk is gone")) : one.own(input)),
    },
  });
  await eventually(() => first.isHeld);
  silent = true;
  await eventually(() => events.includes("a: the lease of delivery cannot be renewed"));
  clock.advance(6_000);
  const second = start("b", 1);
  await eventually(() => second.isHeld);
  silent = false;
  await eventually(() => events.includes("a ends"));
  expect(first.isHeld).toBe(false);
  expect(events).toContain("a: another process has taken over delivery");
});

test("that cannot be released is logged, and the process ends nevertheless", async () => {
  const delivery = stores[0]?.delivery;
  if (delivery === undefined) throw new Error("no store");
  const role = start("a", 0, {
    delivery: { own: (input) => delivery.own(input), disown: () => Promise.reject(new Error("full")) },
  });
  await eventually(() => role.isHeld);
  await role.leave();
  expect(role.isHeld).toBe(false);
  expect(events).toEqual([
    "a begins",
    "a: ownership of delivery cannot be released; another process takes over when the lease expires",
  ]);
});
