/** What a file is sent for: one of another kind is not found. */
export const uploadKinds = ["prices", "recipients"] as const;
export type UploadKind = (typeof uploadKinds)[number];

/** A file that a person has sent to a site. It waits in the store until the person confirms what follows from it. */
export interface Upload {
  /** A UUID. */
  readonly id: string;
  /** Name of the person, as in the audit log: no other person finds the file. */
  readonly owner: string;
  readonly kind: UploadKind;
  /** Whose user the person is; undefined for an operator. */
  readonly customerId: number | undefined;
}

/** A file that waits, as others see it. */
export interface WaitingUpload extends Pick<Upload, "id" | "owner" | "customerId"> {
  /** Bytes. */
  readonly size: number;
}

/**
 * Milliseconds for which a file waits, most files of a person, most bytes of all users of a customer (of all operators), most files and
 * bytes of a store, and bytes of the pieces in which it is stored: a write of one holds up no other for long.
 */
export const uploadLimits = {
  time: 1_800_000,
  ofOwner: 3,
  ofCustomer: 67_108_864,
  files: 200,
  bytes: 268_435_456,
  piece: 262_144,
} as const;

/** The oldest files without which the others, with a new one, are within a limit. */
function beyond(
  waiting: readonly WaitingUpload[],
  added: WaitingUpload,
  most: { readonly files: number; readonly bytes: number },
): readonly WaitingUpload[] {
  let [files, bytes] = [waiting.length + 1, waiting.reduce((sum, { size }) => sum + size, added.size)];
  return waiting.filter(({ size }) => {
    if (files <= most.files && bytes <= most.bytes) return false;
    files -= 1;
    bytes -= size;
    return true;
  });
}

/**
 * Ids of the files that make way for a new one: those of the person, then of the customer, then of all.
 *
 * @param waiting the oldest first
 */
export function makingWay(waiting: readonly WaitingUpload[], added: WaitingUpload): readonly string[] {
  const { ofOwner, ofCustomer, files, bytes } = uploadLimits;
  const limits = [
    { isOf: (each: WaitingUpload) => each.owner === added.owner, most: { files: ofOwner, bytes } },
    {
      isOf: (each: WaitingUpload) => each.customerId === added.customerId,
      most: { files, bytes: ofCustomer },
    },
    { isOf: () => true, most: { files, bytes } },
  ];
  let left = waiting;
  for (const { isOf, most } of limits) {
    const gone = beyond(left.filter(isOf), added, most);
    left = left.filter((each) => !gone.includes(each));
  }
  return waiting.filter((each) => !left.includes(each)).map(({ id }) => id);
}
