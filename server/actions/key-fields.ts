import { isoTime } from "../admin/period.js";
import { expiryOf } from "../admin/values.js";
import type { ProgramKey } from "../domain/accounts/program-key.js";
import { fromAddresses } from "./account-fields.js";
import { optional, time } from "./fields.js";

/** What the actions of keys of customers and of operators have in common. */

/** How long a new key is accepted, and from where. */
export const keyLimits = {
  expires: optional(
    time("Expires", "end: 2030-01-15, 2030-01-15T12:00:00Z, or 90d from now (default: none)", {
      hint: "as this day begins; empty: never",
    }),
    expiryOf,
  ),
  fromAddresses: fromAddresses(
    "accept it from this address or CIDR range only; may be repeated (default: any)",
    "address or range of the program, one a line, for example 192.0.2.0/24; empty: any",
  ),
};

/** The last members of the row of a key. */
export const keyRow = ({
  fromAddresses: ranges,
  expiresAt,
  usedAt,
  createdAt,
}: Omit<ProgramKey, "hash">) => ({
  fromAddresses: ranges,
  /** ISO 8601, UTC; null without an end. */
  expires: isoTime(expiresAt),
  /** Exact to a minute; null if it was never used. */
  used: isoTime(usedAt),
  created: isoTime(createdAt),
});

export const keyRowColumns = ["fromAddresses", "expires", "used", "created"] as const;

/** What is said of the removal of a key. */
export const revoking = {
  button: "Revoke",
  done: "The key was revoked.",
  danger: {
    button: "Revoke the key",
    text: "Programs that use it are refused at once. A revoked key cannot be used again.",
  },
};
