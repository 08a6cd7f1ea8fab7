/** Kinds of binds (SMPP 3.4, section 2.1). */
export const bindKinds = ["receiver", "transmitter", "transceiver"] as const;
export type BindKind = (typeof bindKinds)[number];

/** How receipts choose a bind: any receiver of the account, or first the one over which the message came. */
export const receiptBinds = ["any", "same-bind"] as const;

/** How receipts write the id of a message: as the response, or the response in hexadecimal and receipts in decimal digits. */
export const receiptIds = ["same", "hex-decimal"] as const;

/** Alphabets of data_coding 0. */
export const defaultAlphabets = ["gsm", "latin1"] as const;

/** Settings of an account of the SMPP server. */
export interface SmppSettings {
  /** Messages without a response on one bind, in each direction. 1 to 1000. */
  readonly window: number;
  /** Addresses and CIDR ranges from which the account may bind; empty for any. */
  readonly fromAddresses: readonly string[];
  readonly receipts: (typeof receiptBinds)[number];
  readonly receiptId: (typeof receiptIds)[number];
  /** Whether messages that request them get intermediate notifications. */
  readonly interim: boolean;
  /** Whether messages to the numbers of the customer are delivered to the account. */
  readonly incoming: boolean;
  readonly alphabet: (typeof defaultAlphabets)[number];
  /** command_status of a message for which the credit does not suffice. */
  readonly creditStatus: number;
}

export const defaultSmppSettings: SmppSettings = {
  window: 10,
  fromAddresses: [],
  receipts: "any",
  receiptId: "same",
  interim: false,
  incoming: true,
  alphabet: "gsm",
  creditStatus: 0x45,
};

/** An account: a user of a customer who may bind. */
export interface SmppAccount extends SmppSettings {
  /** Number of the user in the store. */
  readonly userId: number;
  /** 1 to 15 characters, unique; upper and lower case differ. */
  readonly systemId: string;
  readonly customerId: number;
  readonly userName: string;
  readonly passwordHash: string;
}

export type NewSmppAccount = Omit<SmppAccount, "userId">;

export type SmppAccountChange = Partial<SmppSettings> & { readonly passwordHash?: string };

/** Longest system_id, in characters: Kannel as a client cuts longer ones. */
export const maxSystemId = 15;

/** Longest password of a bind that is accepted, in octets; SMPP 3.4 has 8. */
export const maxBindPassword = 64;

/** A session of a client that has bound. */
export interface SmppBind {
  /** Unique among all binds of all processes. */
  readonly id: string;
  readonly userId: number;
  /** Of the process that serves it. */
  readonly process: string;
  readonly kind: BindKind;
  readonly address: string;
  /** When it was bound, milliseconds since the epoch. */
  readonly since: number;
}

/** A bind whose password was right. */
export interface NewSmppBind extends SmppBind {
  /** Of the account when the password was checked: one that was replaced meanwhile opens nothing. */
  readonly passwordHash: string;
}

/**
 * Whether a bind is listed from now on. The account may have as many binds of this kind as it may: `asked` while their processes ask
 * them for a sign of life, `full` once all that are left have given one.
 */
export type OpenedBind = "open" | "asked" | "full" | "replaced";

/** What a process reports about a bind. Counters begin with the bind. */
export interface BindReport {
  readonly id: string;
  /** Messages accepted. */
  readonly submitted: number;
  /** Messages refused, those over the rate included. */
  readonly refused: number;
  /** Messages refused because of the rate. */
  readonly throttled: number;
  /** Receipts and messages that the client accepted. */
  readonly delivered: number;
}

/** Binds of a process after a confirmation; those in neither list were kicked, or their account has gone. */
export interface ConfirmedBinds {
  /** Those that go on. */
  readonly alive: readonly string[];
  /** Those whose user may not bind any more. */
  readonly barred: readonly string[];
}

/** A bind as operators see it. */
export interface ListedBind extends SmppBind, BindReport {
  readonly systemId: string;
  readonly customerId: number;
  readonly userName: string;
}
