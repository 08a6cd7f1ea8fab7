import { subject } from "../../script/subject.js";
import { forgetting } from "../forgetting.js";

/** Receipts that match no message. */
export const unmatched = subject("unmatched", {
  forgetUnmatched: forgetting("unmatched_receipt", "forget receipts"),
});
