import { maxParts } from "../text/sms-parts.js";
import { concatenationElement, concatenationLength, type ReferenceSize } from "../text/user-data-header.js";

/** A short message of octets, with the SMPP fields that describe them (SMPP 3.4, section 5.2). */
export interface BinaryMessage {
  /** User data after the header. */
  readonly body: Uint8Array;
  /** User data header with its length octet (3GPP TS 23.040, section 9.2.3.24); empty for none. */
  readonly header: Uint8Array;
  /** Bit 6 indicates a user data header. */
  readonly esmClass: number;
  readonly protocolId: number;
  readonly dataCoding: number;
}

/** esm_class bit 6: the user data starts with a header. */
export const headerIndicator = 0x40;

/** Octets of user data in one short message, header included. */
export const maxOctets = 140;

/** No body with more octets fits into 255 parts. */
export const maxBodyLength = maxParts * (maxOctets - 1 - concatenationLength[8]);

/** Octets of the body in each of several parts. */
function partCapacity({ header }: Pick<BinaryMessage, "header">, size: ReferenceSize): number {
  return maxOctets - Math.max(header.length, 1) - concatenationLength[size];
}

/**
 * Number of parts a message is sent in, 255 or fewer; undefined when it needs more. With a reference of 16 bits it may be
 * one more.
 */
export function countBinaryParts(
  message: Pick<BinaryMessage, "header" | "body">,
  size: ReferenceSize = 8,
): number | undefined {
  const { header, body } = message;
  if (header.length + body.length <= maxOctets) return 1;
  const parts = Math.ceil(body.length / partCapacity(message, size));
  return parts > maxParts ? undefined : parts;
}

/**
 * User data of each part, header included: the message as it is, or parts with a concatenation element added to their
 * header. `reference` (0 to 255, or 65535 where it has 16 bits) is the same in all parts of a message and differs between
 * messages to one number.
 */
export function splitBinary(
  message: Pick<BinaryMessage, "header" | "body">,
  reference: number,
  size: ReferenceSize = 8,
): readonly Uint8Array[] {
  const { header, body } = message;
  const total = countBinaryParts(message, size) ?? 0;
  if (total === 1) return [Uint8Array.of(...header, ...body)];
  const capacity = partCapacity(message, size);
  const elements = header.subarray(1);
  return Array.from({ length: total }, (_, index) => {
    const chunk = body.subarray(index * capacity, (index + 1) * capacity);
    const concatenation = concatenationElement(size, reference, total, index + 1);
    return Uint8Array.of(elements.length + concatenation.length, ...elements, ...concatenation, ...chunk);
  });
}

/**
 * Parts user data that starts with a header. Undefined when the length octet leads beyond the data, or an information
 * element beyond the header.
 */
export function splitHeader(data: Uint8Array): Pick<BinaryMessage, "header" | "body"> | undefined {
  const end = 1 + (data[0] ?? data.length);
  if (end > data.length) return undefined;
  let at = 1;
  while (at < end) at += 2 + (at + 1 < end ? (data[at + 1] ?? 0) : end);
  return at === end ? { header: data.subarray(0, end), body: data.subarray(end) } : undefined;
}
