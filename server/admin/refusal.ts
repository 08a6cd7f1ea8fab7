import type { Change } from "../domain/accounts/accounts.js";
import { said, type Said, textOf } from "./sentence.js";

/** Why: there is something of that name already, or there is none. */
type Reason = "exists" | "unknown" | "other";

interface RefusalOptions extends ErrorOptions {
  readonly reason?: Reason;
  readonly field?: string | undefined;
  readonly isPartial?: boolean;
}

/** An administrative command that was not done; the message is one line for the operator. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly reason: Reason;
  /** Name of the value in the input that was refused; undefined for input that is wrong as a whole. */
  readonly field: string | undefined;
  /** Some of what was asked for is done, and recorded. */
  readonly isPartial: boolean;
  /** The message, with its customers as parameters. */
  readonly said: Said;

  constructor(
    message: Said,
    { reason = "other", field, isPartial = false, ...options }: RefusalOptions = {},
  ) {
    super(textOf(message), options);
    this.said = message;
    this.reason = reason;
    this.field = field;
    this.isPartial = isPartial;
  }

  /** The same about another value of the input. */
  about(field: string | undefined): Refusal {
    const { said: message, reason, isPartial } = this;
    return new Refusal(message, { reason, field, isPartial, cause: this });
  }

  /** The same in other words. */
  saying(message: Said): Refusal {
    const { reason, field, isPartial } = this;
    return new Refusal(message, { reason, field, isPartial, cause: this });
  }

  /** The same behind changes that stay. */
  afterChanges(): Refusal {
    const { reason, field } = this;
    return new Refusal(partialText(this), { reason, field, isPartial: true, cause: this });
  }
}

const partialText = ({ said: message }: Refusal): Said => said`${message}; what was done before it stays`;

export const unknownThing = (message: Said): Refusal => new Refusal(message, { reason: "unknown" });
export const existsAlready = (message: Said): Refusal => new Refusal(message, { reason: "exists" });

/** The refusal of a change by the name of its reason: `exists`, or `unknownCustomer` and the like. */
export function refusedChange(reason: string, message: Said): Refusal {
  if (reason.startsWith("unknown")) return unknownThing(message);
  return reason === "exists" ? existsAlready(message) : new Refusal(message);
}

type InputErrorOptions = Pick<RefusalOptions, "cause" | "field" | "isPartial">;

/** Invalid input, independent of the content of the store: wrong usage of the command. */
export class InvalidInput extends Refusal {
  constructor(message: Said, options: InputErrorOptions = {}) {
    super(message, options);
  }

  override about(field: string | undefined): InvalidInput {
    return new InvalidInput(this.said, { field, isPartial: this.isPartial, cause: this });
  }

  override saying(message: Said): InvalidInput {
    return new InvalidInput(message, { field: this.field, isPartial: this.isPartial, cause: this });
  }

  override afterChanges(): InvalidInput {
    return new InvalidInput(partialText(this), { field: this.field, isPartial: true, cause: this });
  }
}

/** Reads a value of an input: a refusal of it names the field. @throws InvalidInput */
export function inField<T>(field: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof InvalidInput) || error.field !== undefined) throw error;
    throw error.about(field);
  }
}

/** Reads a value that may be absent. @throws InvalidInput */
export function fieldOf<T>(
  field: string,
  text: string | undefined,
  read: (text: string) => T,
): T | undefined {
  return text === undefined ? undefined : inField(field, () => read(text));
}

/** Subject of a change, for the text of a refusal. */
export interface Subject {
  readonly customerId: number;
  /** For example `originator Shop`. */
  readonly thing: Said;
}

/** Throws a `Refusal` unless the change was done. */
export function expectDone(change: Change, { customerId: customer, thing }: Subject): void {
  if (change.ok) return;
  const texts: Readonly<Record<typeof change.reason, Said>> = {
    exists: said`${thing} exists already`,
    unknownCustomer: said`there is no ${{ customer }}`,
    unknownUser: said`${{ customer }} has no ${thing}`,
    unknownEntry: said`there is no ${thing}`,
    lastOwner: said`${thing} is the last owner: give another user the role owner first`,
    uninvited: said`${thing} has no role yet: send an invitation, with which the user chooses a password`,
    boundPrograms: said`programs of ${thing} could send without its role: take away their password, keys and SMPP account first, or block the user`,
    insufficient: said`${{ customer }} does not have that much credit`,
  };
  throw refusedChange(change.reason, texts[change.reason]);
}
