/** Who uses an administrative function, and from where. */
export interface Actor {
  /** Name of the operator. */
  readonly name: string;
  /** For example `command line`, or `command line, 192.0.2.7` for a session over SSH. */
  readonly source: string;
  /** Random id of the form of the console that asks for the change: a form makes one change. */
  readonly form?: string | undefined;
}

/** The actor of an action of several steps: its form is in the first entry alone, because a form makes one change. */
export class Acting {
  #actor: Actor;
  #hasRecorded = false;

  constructor(actor: Actor) {
    this.#actor = actor;
  }

  /** Carries out a step, one at a time; `hasRecorded`: whether it has written an entry. */
  async step<T>(run: (actor: Actor) => Promise<T>, hasRecorded: (done: T) => boolean): Promise<T> {
    const done = await run(this.#actor);
    if (hasRecorded(done)) {
      this.#actor = { name: this.#actor.name, source: this.#actor.source };
      this.#hasRecorded = true;
    }
    return done;
  }

  get hasRecorded(): boolean {
    return this.#hasRecorded;
  }
}

/** Source of what a client does over SMPP: the name is its system_id. */
export const smppSource = "SMPP";

/** Administrative functions that are recorded: look-ups of numbers and texts, and changes. */
export const auditActions = [
  "message find",
  "message show",
  "message cancel",
  "message resend",
  "message refund",
  "bulk start",
  "bulk stop",
  "number erase",
  "customer remove",
  "customer change",
  "credit add",
  "credit deduct",
  "database backup",
  "database copy",
  "operator add",
  "operator change",
  "operator remove",
  "operator key add",
  "operator key revoke",
  "operator log-in",
  "operator log-in refused",
  "portal log-in",
  "portal log-in refused",
  "portal invite",
  "portal accept",
  "portal role",
  "portal codes",
  "portal view",
  "session end",
  "message send",
  "callback test",
  "configuration apply",
  "link add",
  "link change",
  "link start",
  "link stop",
  "link remove",
  "buy price set",
  "buy price remove",
  "route add",
  "route change",
  "route remove",
  "callback retry",
  "customer add",
  "customer block",
  "customer unblock",
  "customer hold",
  "customer release",
  "user add",
  "user block",
  "user unblock",
  "user password",
  "user change",
  "tube change",
  "smpp add",
  "smpp change",
  "smpp password",
  "smpp remove",
  "smpp kick",
  "originator add",
  "originator remove",
  "note set",
  "note remove",
  "search save",
  "search rename",
  "search remove",
  "price set",
  "price remove",
  "blacklist add",
  "blacklist remove",
  "opt-out set",
  "opt-out remove",
  "uncertain resend",
  "uncertain fail",
  "campaign stop",
  "key add",
  "key revoke",
  "list import",
  "list change",
  "list remove",
  "location add",
  "location import",
  "location change",
  "location close",
  "location open",
  "inbox add",
  "inbox read",
  "inbox number add",
  "inbox number remove",
  "inbox forward set",
  "inbox forward remove",
] as const;
export type AuditAction = (typeof auditActions)[number];

/** JSON objects: what was looked up or changed, and its values before and after a change. */
export interface AuditFacts {
  readonly subject: Readonly<Record<string, unknown>>;
  readonly before?: Readonly<Record<string, unknown>> | undefined;
  readonly after?: Readonly<Record<string, unknown>> | undefined;
}

export interface NewAuditEntry extends AuditFacts {
  readonly at: number;
  readonly actor: Actor;
  readonly action: AuditAction;
}

/** What the entries of several changes have. */
export interface RecordedAs extends Omit<NewAuditEntry, "actor"> {
  readonly actor: Actor | Acting;
}

/** Conditions of entries; an undefined one fits all. */
export interface AuditFilter {
  readonly action?: AuditAction | undefined;
  /** Name of the operator, as recorded. */
  readonly who?: string | undefined;
  /** That the entry is about. */
  readonly customer?: number | undefined;
  /** Name of a link that the entry is about, that of a route before or after the change too. */
  readonly link?: string | undefined;
  /** Name of an operator that the entry is about. */
  readonly operator?: string | undefined;
}

export interface AuditEntry extends NewAuditEntry {
  /** Grows from one entry to the next. */
  readonly id: number;
}
