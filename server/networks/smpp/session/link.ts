import { Arrivals } from "../../../domain/inbox/arrivals.js";
import { Bind, type BindOptions } from "./bind.js";
import { systemClock } from "../../../ports/service.js";
import type {
  BindMode,
  LinkState,
  SmppLink,
  SmppLinkOptions,
  SmppTimers,
  SubmitResponse,
  UnsentReason,
} from "./link-types.js";
import { Pace } from "../../../domain/delivery/pace/pace.js";
import type { Concern } from "../../../domain/delivery/outcomes/retry.js";
import { slotsToOpen } from "../../../domain/delivery/claiming/link-slots.js";
import type { BindRequest, SubmitSm } from "../codec/pdu.js";
import { statusTable } from "./status-table.js";

/** Milliseconds. */
export const defaultTimers: SmppTimers = {
  connect: 10_000,
  bind: 30_000,
  response: 60_000,
  enquireLink: 30_000,
  inactivity: 300_000,
  restOfPdu: 10_000,
  drain: 10_000,
};

/** SMPP 3.4. */
const interfaceVersion = 0x34;

const defaultWindow = 10;

function bindRequest(options: SmppLinkOptions, mode: BindMode): BindRequest {
  return {
    command: `bind_${mode}`,
    systemId: options.systemId,
    password: options.password,
    systemType: options.systemType ?? "",
    interfaceVersion: options.interfaceVersion ?? interfaceVersion,
    addressTon: options.addressTon ?? 0,
    addressNpi: options.addressNpi ?? 0,
    addressRange: options.addressRange ?? "",
  };
}

/** Modes and names of the binds of a slot, counted from 0. */
function bindNames(
  { name, mode = "transceiver" }: SmppLinkOptions,
  slot: number,
): readonly [BindMode, string][] {
  const bind = `${name}/${slot + 1}`;
  if (mode !== "transmitter+receiver") return [[mode, bind]];
  return [
    ["transmitter", `${bind} transmitter`],
    ["receiver", `${bind} receiver`],
  ];
}

/** Creates a link; it connects after `start`. */
export function createLink(options: SmppLinkOptions): SmppLink {
  return new Link(options);
}

class Link implements SmppLink {
  readonly name: string;
  readonly #options: SmppLinkOptions;
  readonly #clock;
  readonly #pace: Pace;
  /** Number of slots that it is to have. */
  #wanted = 0;
  /** Binds of each open slot. */
  #slots: readonly (readonly Bind[])[] = [];
  #binds: readonly Bind[] = [];
  readonly #arrivals = new Arrivals({
    owner: () => this.name,
    lease: 0,
    now: Date.now,
    onEnd: () => undefined,
  });
  /** Released slots whose binds are closing. */
  readonly #leaving = new Set<Promise<void>>();
  #running = false;
  /** True while a caller waits for a free slot, until `onFree` is called. */
  #waited = true;
  #scheduled = false;
  #wakeAt = Number.POSITIVE_INFINITY;
  #cancelWake: () => void = () => undefined;

  constructor(options: SmppLinkOptions) {
    this.name = options.name;
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#pace = new Pace(undefined);
    void this.resize(options.slots ?? options.binds ?? 1);
  }

  get slots(): number {
    return this.#slots.length;
  }

  async resize(wanted: number): Promise<void> {
    const { binds = 1, linkRate } = this.#options;
    this.#wanted = Math.min(wanted, binds);
    this.#pace.configure(linkRate === undefined ? undefined : (linkRate * this.#wanted) / binds);
    const removed = this.#slots.slice(this.#wanted);
    this.#slots = this.#slots.slice(0, this.#wanted);
    for (const slot of removed) this.#release(slot);
    this.#fill();
    while (this.#leaving.size > 0) await Promise.all(this.#leaving);
  }

  /** Closes the binds of a slot; once they are closed, another one may be opened. */
  #release(slot: readonly Bind[]): void {
    const left = Promise.all(slot.map((bind) => bind.stop())).then(() => {
      this.#leaving.delete(left);
      this.#fill();
    });
    this.#leaving.add(left);
  }

  /** Opens the slots that are missing, beside those whose binds are still closing. */
  #fill(): void {
    const use = { open: this.slots, closing: this.#leaving.size };
    const added = Array.from({ length: slotsToOpen(this.#wanted, use) }, (_, index) =>
      bindNames(this.#options, this.slots + index).map(([mode, name]) => this.#bind(mode, name)),
    );
    this.#slots = [...this.#slots, ...added];
    this.#binds = this.#slots.flat();
    if (this.#running) for (const bind of added.flat()) bind.start();
  }

  get up(): boolean {
    return this.#binds.some((bind) => bind.up);
  }

  get free(): number {
    if (!this.#running) return 0;
    const now = this.#clock.now();
    let places = 0;
    for (const bind of this.#binds) places += bind.free(now);
    return Math.max(0, Math.min(places, this.#pace.free(now)));
  }

  submit(message: SubmitSm, isEvidence: (concern: Concern) => boolean = () => true): Promise<SubmitResponse> {
    const now = this.#clock.now();
    const bind = this.#running ? this.#freest(now) : undefined;
    if (bind === undefined) return Promise.resolve({ kind: "unsent", reason: this.#inTheWay() });
    this.#pace.take(now);
    const answer = bind.submit(message, isEvidence);
    if (this.free === 0) this.#waitUntilFree();
    return answer;
  }

  start(): void {
    this.#running = true;
    for (const bind of this.#binds) bind.start();
  }

  async stop(): Promise<void> {
    this.#running = false;
    this.#cancelWake();
    this.#wakeAt = Number.POSITIVE_INFINITY;
    await Promise.all([...this.#binds.map((bind) => bind.stop()), ...this.#leaving]);
  }

  state(): LinkState {
    const binds = this.#binds.map((bind) => bind.state());
    const refused = binds.find(({ phase }) => phase === "refused");
    return { name: this.name, alarm: refused?.lastError, binds };
  }

  #inTheWay(): UnsentReason {
    if (!this.#running) return "stopped";
    return this.#binds.some((bind) => bind.bound) ? "full" : "unbound";
  }

  #bind(mode: BindMode, name: string): Bind {
    const {
      host,
      port,
      tls,
      window = defaultWindow,
      bindRate,
      timers,
      statuses,
      onDeliver,
      arrivals = this.#arrivals,
      log,
    } = this.#options;
    const options: BindOptions = {
      name,
      mode,
      endpoint: { host, port, tls },
      request: bindRequest(this.#options, mode),
      window: mode === "receiver" ? 0 : window,
      rate: bindRate,
      timers: { ...defaultTimers, ...timers },
      statuses: statusTable(statuses),
      arrivals,
      onDeliver,
      onChange: () => {
        this.#changed();
      },
      log,
      clock: this.#clock,
      random: this.#options.random ?? Math.random,
    };
    return new Bind(options);
  }

  /** The bind with the most free slots; undefined if none has one, or the link may not send. */
  #freest(now: number): Bind | undefined {
    if (this.#pace.free(now) <= 0) return undefined;
    let most = 0;
    let found: Bind | undefined;
    for (const bind of this.#binds) {
      const free = bind.free(now);
      if (free > most) [most, found] = [free, bind];
    }
    return found;
  }

  /** Slots may have been taken or become free; waiting callers are notified once per turn of the event loop. */
  #changed(): void {
    if (this.free === 0) this.#waitUntilFree();
    else if (this.#waited && !this.#scheduled) {
      this.#scheduled = true;
      setImmediate(() => {
        this.#scheduled = false;
        if (this.free === 0) return;
        this.#waited = false;
        this.#options.onFree();
      });
    }
  }

  /** Looks again when the rate allows more. */
  #waitUntilFree(): void {
    this.#waited = true;
    if (!this.#running) return;
    const now = this.#clock.now();
    const binds = Math.min(...this.#binds.map((bind) => bind.nextFree(now)));
    const at = Math.max(binds, this.#pace.nextFree(now));
    if (at >= this.#wakeAt || at === Number.POSITIVE_INFINITY) return;
    this.#cancelWake();
    this.#wakeAt = at;
    this.#cancelWake = this.#clock.after(at - now, () => {
      this.#wakeAt = Number.POSITIVE_INFINITY;
      this.#changed();
    });
  }
}
