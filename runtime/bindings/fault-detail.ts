import { UndeclaredFault } from "../fault.js";
import type { FaultDetailFormat } from "../message-codecs.js";
import { mixedChild, readElement } from "../xml/read-content.js";

/** Reads the detail of faults that no operation declares: the option `faultDetail` of `caller`. Generated clients have it. */
export const faultDetail: FaultDetailFormat = {
  error: UndeclaredFault,
  child: mixedChild,
  element: readElement,
};
