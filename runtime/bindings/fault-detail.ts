import { UndeclaredFault } from "../errors/fault.js";
import type { FaultDetailFormat } from "../contract/message-codecs.js";
import { withPrefixes, type XmlContent } from "../xml/content.js";
import { mixedChild, readElement } from "../xml/read-content.js";

/** Reads the detail of faults that no operation declares: the option `faultDetail` of `caller`. Generated clients have it. */
export const faultDetail: FaultDetailFormat = {
  error: UndeclaredFault,
  child(reader, content) {
    const { namespaces = [] } = content as XmlContent;
    const found = [...namespaces];
    const isChild = mixedChild(reader, content, found);
    withPrefixes(content, found);
    return isChild;
  },
  element: readElement,
};
