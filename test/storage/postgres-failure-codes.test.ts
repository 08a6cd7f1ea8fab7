import { expect, test } from "@jest/globals";
import { asStoreError, isConflict, isRefused } from "#server/storage/postgres/engine/failure.js";

/** Codes of the server and of the system, as the driver passes them on. `refused`: a commit that ends so was not carried out. */
test.each([
  { given: "25006", want: { code: "standby", refused: true } },
  { given: "25P03", want: { code: "connectionLost", refused: true } },
  { given: "40P01", want: { code: "busy", refused: true, conflict: true } },
  { given: "23505", want: { code: "failed", refused: true, conflict: true } },
  { given: "53100", want: { code: "full", refused: true } },
  { given: "53200", want: { code: "busy", refused: true } },
  { given: "57014", want: { code: "busy", refused: true } },
  { given: "57P01", want: { code: "connectionLost", refused: false } },
  { given: "08P01", want: { code: "connectionLost", refused: false } },
  { given: "XX001", want: { code: "damaged", refused: true } },
  { given: "ECONNRESET", want: { code: "connectionLost", refused: false } },
  // Of a connection that was open, too: the packets of a commit may have arrived.
  { given: "ETIMEDOUT", want: { code: "unreachable", refused: false } },
  { given: "EHOSTUNREACH", want: { code: "unreachable", refused: false } },
  { given: "", message: "Query read timeout", want: { code: "connectionLost", refused: false } },
  { given: "", message: "something else", want: { code: "failed", refused: false } },
])("a failure with $given", ({ given, message = "m", want: { conflict = false, ...want } }) => {
  const error = asStoreError(Object.assign(new Error(message), { code: given }));
  expect({ code: error.code, refused: isRefused(error), conflict: isConflict(error) }).toEqual({
    ...want,
    conflict,
  });
});
