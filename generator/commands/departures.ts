/** Departures of the responses that the commands read. */
import type { Departures, Forgiven, Interceptor } from "messenger-gen-runtime/interceptors";

/** A departure as it is shown: without what came in the message. */
export interface ShownDeparture extends Pick<Forgiven, "kind" | "path"> {
  /** Absent where the departure is found before the operation is known. */
  readonly operation?: string;
}

/** Options of a client by which responses are read. */
export interface ReadingResponses {
  readonly departures: Exclude<Departures, "refuse">;
  readonly interceptors: readonly Interceptor[];
}

/**
 * How responses are read: as a client reads them by default, or by `lenientReading`.
 * @param isLenient the option `--lenient`
 * @param heard is told each departure that was accepted
 */
export async function readingResponses(
  isLenient: boolean,
  heard: (departure: ShownDeparture) => void,
): Promise<ReadingResponses> {
  const departures = ({ kind, path }: Forgiven): void => {
    heard({ kind, path });
  };
  if (!isLenient) return { departures, interceptors: [] };
  const { lenientReading } = await import("messenger-gen-runtime/interceptors");
  const reading = lenientReading((forgiven, { operation }) => {
    for (const { kind, path } of forgiven) heard({ operation: operation.name, kind, path });
  });
  return { departures, interceptors: [reading] };
}
