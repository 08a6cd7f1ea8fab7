/** A running campaign and one of its locations, where a slice of the location's audience begins. */
export interface AudienceRow {
  /** Of all locations together. */
  readonly recipientLimit: number;
  readonly taken: number;
  /** Of this location; null where the locations share the limit of the campaign. */
  readonly locationLimit: number | null;
  readonly locationTaken: number;
}

function roomOf({ recipientLimit, taken, locationLimit, locationTaken }: AudienceRow): number {
  const room = recipientLimit - taken;
  return locationLimit === null ? room : Math.min(room, locationLimit - locationTaken);
}

/** The phones of a slice that the campaign takes, in their order. `known`: those of the slice that it has already. */
export function taken(
  row: AudienceRow,
  phones: readonly string[],
  known: ReadonlySet<string>,
): readonly string[] {
  const fresh = new Set(phones.filter((phone) => !known.has(phone)));
  return [...fresh].slice(0, roomOf(row));
}
