import type { Searches } from "../../actions/saved-search.js";
import type { Customer } from "../../domain/accounts/accounts.js";
import type { CallbackTarget } from "../../domain/callbacks/callbacks.js";
import type { ClientTransaction } from "../../domain/delivery/submitting/submission.js";
import type { Cost, OwnSms } from "../../operations/authenticated-send.js";
import type { SendOutcome } from "../../operations/submit-message.js";
import type { Store } from "../../ports/store.js";

/** Outcome of a test of callbacks. */
export interface CallbackTest {
  /** Why it failed; undefined if the server accepted it. */
  readonly failure: string | undefined;
  readonly milliseconds: number;
}

/** Sources of the pages and actions. */
export interface PortalSources {
  readonly store: Store;
  readonly searches: Searches;
  /** The cost of an SMS; nothing is charged. */
  readonly cost: (customer: Customer, user: string, sms: OwnSms) => Promise<Cost>;
  readonly send: (
    customer: Customer,
    user: string,
    sms: OwnSms,
    transaction: ClientTransaction | undefined,
  ) => Promise<SendOutcome>;
  /** Posts a test to the server of a customer. */
  readonly testCallback: (target: CallbackTarget) => Promise<CallbackTest>;
  /** Roles whose log-ins need a one-time code. */
  readonly requireCode: readonly string[];
  /** Addresses that pages name; undefined where they are not known. */
  readonly addresses: {
    readonly service: () => string | undefined;
    /** Of the JSON interface. */
    readonly json: () => string | undefined;
    readonly portal?: () => string | undefined;
  };
}
