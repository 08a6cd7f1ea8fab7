import { Messenger, SendSms2 } from "../../generated/operations.js";
import type { ServiceDescriptor } from "../../runtime/operation.js";
import { base64Binary } from "../../runtime/xsd/primitives.js";

/** A file that is not base64 is one without a number: the operation says so, once it knows who asks. */
const readInput: typeof SendSms2.input.read = (reader) => {
  reader.substitute(base64Binary, new Uint8Array());
  return SendSms2.input.read(reader);
};

/** The contract as the server reads it. */
export const served: ServiceDescriptor = {
  ...Messenger,
  operations: Messenger.operations.map((operation) =>
    operation.name === SendSms2.name
      ? { ...SendSms2, input: { ...SendSms2.input, read: readInput } }
      : operation,
  ),
};
