import { callbacks } from "./callbacks.js";
import { cancelling } from "./cancelling.js";
import { consent } from "./consent.js";
import { failedClaims } from "./claiming.js";
import { connections } from "./connections.js";
import { framing } from "./framing.js";
import { handingOver } from "./handing-over.js";
import { incoming } from "./incoming.js";
import { multimedia } from "./multimedia.js";
import type { MutatedRow } from "./mutation.js";
import { receipts } from "./receipts.js";
import { restarts } from "./restarts.js";
import { sending } from "./sending.js";
import { sharing } from "./sharing.js";
import { text } from "./text.js";
import { turns } from "./turns.js";

/** Every row of test/mutations/README.md with the behaviours its test holds. */
export const mutatedRows: readonly MutatedRow[] = [
  ...sending,
  ...cancelling,
  ...consent,
  ...turns,
  ...handingOver,
  ...connections,
  ...receipts,
  ...restarts,
  ...failedClaims,
  ...sharing,
  ...framing,
  ...text,
  ...incoming,
  ...callbacks,
  ...multimedia,
];
