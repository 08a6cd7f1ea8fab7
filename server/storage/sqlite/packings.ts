import type { Settlement } from "../../domain/delivery/claiming/claim.js";
import { plainMessage, type Submission } from "../../domain/delivery/submitting/submission.js";
import { packingOf, packingOfList, type Packings } from "./engine/packing.js";
import type { Writes } from "./writes.js";

/** Any submission: its properties pass in this order. */
const submission: Required<Submission> = {
  transactionId: "",
  customerId: 0,
  userName: "",
  operation: "",
  originator: "",
  text: "",
  parts: 1,
  at: 0,
  dueAt: 0,
  clientTransaction: undefined,
  recipients: [],
  refused: [],
  charge: { kind: "SMS", amount: 0 },
  spending: undefined,
  mayLeave: false,
  ...plainMessage,
};

/** Any settlement, as `submission`. */
const settlement: Settlement = {
  owner: "",
  recipientId: 0,
  linkId: 0,
  at: 0,
  accepted: [],
  end: undefined,
};

/** Packings of the writes of each message that is sent. */
export const packings: Packings<Writes> = {
  submit: packingOf<Submission>(submission),
  settle: packingOfList(settlement),
};
