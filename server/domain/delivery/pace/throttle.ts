/** State of the adaptive rate after throttling responses; see `allowed`. Times are milliseconds, rates messages a second. */
export interface Throttle {
  /** Responses to messages sent before this time are ignored. */
  readonly slowedAt: number;
  /** Nothing is sent before this time. */
  readonly pausedUntil: number;
  /** Length of the next pause. */
  readonly pause: number;
  /** Whether the network accepted a message that was sent since `slowedAt`. */
  readonly accepting: boolean;
  /** One message a second is sent until one is accepted. */
  readonly probing: boolean;
  /** Rate at `resumedAt`; undefined while there is no limit. */
  readonly base: number | undefined;
  /** Rate that the network accepted when it throttled; infinite while unknown. */
  readonly capacity: number;
  readonly resumedAt: number;
  /** Share of throttled messages among the last ones, about ten. */
  readonly share: number;
}

export const notThrottled: Throttle = {
  slowedAt: -Infinity,
  pausedUntil: -Infinity,
  pause: 0,
  accepting: true,
  probing: false,
  base: undefined,
  capacity: Infinity,
  resumedAt: 0,
  share: 0,
};

/** Length of the first pause and of the longest, each twice as long as the one before. */
const firstPause = 250;
const longestPause = 8_000;

/** Weight of the last response in `share`, and the share from which the network is overloaded. */
const weight = 0.1;
const overload = 0.5;

/** Share of throttled messages that is tolerated without slowing down, and the minimum number of messages to decide. */
const tolerance = 0.05;
const fewest = 5;

/** Factors of the rate that the network accepted: when it throttles, and after it accepted nothing. */
const reduced = 0.9;
const cautious = 0.5;

/** Rate after a first probe, without an earlier rate of the network. */
const unknownBase = 10;

/** A limit that reaches this rate is removed. */
const unlimited = 10_000;

/** Measurement while messages are sent continuously. */
export interface Observed {
  /** Messages accepted and throttled in the last second. */
  readonly accepted: number;
  readonly throttled: number;
  /** Duration in milliseconds. */
  readonly sendingFor: number;
}

/** The network accepted a message. */
export function accepted(state: Throttle, sentAt: number, now: number): Throttle {
  // Nothing changes while no message is throttled.
  if (state.share === 0 && state.accepting && !state.probing) return state;
  const share = state.share * (1 - weight);
  if (sentAt < state.slowedAt) return { ...state, share };
  const { probing, base, capacity } = state;
  const proven = { ...state, share, accepting: true };
  if (!probing) return proven;
  const start = capacity === Infinity ? (base ?? unknownBase) : Math.max(1, capacity * cautious);
  return { ...proven, probing: false, base: start, resumedAt: now };
}

/** Whether the last second had more throttled messages than chance explains at the tolerated share. */
function isTooFast({ accepted, throttled, sendingFor }: Observed): boolean {
  if (sendingFor < 1_000 || throttled < fewest) return false;
  const tolerated = tolerance * (accepted + throttled);
  return throttled > tolerated + 2 * Math.sqrt(tolerated);
}

/** The network throttled a message that it had not throttled before. */
export function throttled(state: Throttle, sentAt: number, now: number, observed: Observed): Throttle {
  // Responses to messages sent before the last reduction are ignored.
  if (sentAt < state.slowedAt) return state;
  const share = state.share + weight * (1 - state.share);
  if (!state.accepting) return paused({ ...state, probing: true }, now, state.pause);
  if (share < overload && !isTooFast(observed)) return { ...state, share };
  const rate = observed.accepted;
  if (rate === 0) return paused({ ...state, probing: true }, now, firstPause);
  return paused({ ...state, base: Math.max(1, rate * reduced), capacity: rate }, now, firstPause);
}

function paused(state: Throttle, now: number, pause: number): Throttle {
  const until = now + pause;
  return {
    ...state,
    slowedAt: until,
    pausedUntil: until,
    resumedAt: until,
    accepting: false,
    share: 0,
    pause: Math.min(2 * pause, longestPause),
  };
}

/**
 * Current limit in messages per second; undefined without a limit. Doubles every second up to what the network accepted
 * before, then grows slowly at first and ever faster: by 9 % after one second, threefold after three and a half,
 * 70-fold after seven.
 */
export function allowed({ probing, base, capacity, resumedAt }: Throttle, now: number): number | undefined {
  if (probing) return 1;
  if (base === undefined) return undefined;
  const seconds = Math.max(0, now - resumedAt) / 1_000;
  const known = Math.max(0, Math.log2(capacity / base));
  const doublings = seconds <= known ? seconds : known + (seconds - known) ** 2 / 8;
  const rate = base * 2 ** doublings;
  return rate < unlimited ? rate : undefined;
}
