import type { Change } from "../../../domain/accounts/accounts.js";
import type { CreditKind } from "../../../domain/credit/balance.js";
import { creditsText } from "../../../domain/credit/credit.js";
import { book } from "../primitives.js";
import type { Steps } from "../../script/steps.js";
import { changeOf } from "./known.js";

/** Bookings by operators. */
export const creditScripts = {
  *addCredit(
    customerId: number,
    kind: CreditKind,
    delta: number,
    at: number,
    reference?: string,
  ): Steps<Change> {
    const entry = { customerId, kind, delta, at, reference, transactionId: undefined };
    const [balance] = yield* book([{ ...entry, reason: "refill" }]);
    if (balance === undefined) return yield* changeOf(false, customerId, "insufficient");
    return { ok: true, after: { balance: creditsText(balance) } };
  },
};
