import type { Body, Command, Empty, Pdu } from "./pdu.js";
import type { PduReader } from "./pdu-reader.js";
import type { PduWriter } from "./pdu-writer.js";

/** Reads and writes the body of one command. */
export interface BodyCodec<B extends { readonly command: string }> {
  /** command_id (SMPP 3.4, section 5.1.2.1). */
  readonly id: number;
  read(reader: PduReader, status: number, sequence: number): Pdu<B>;
  /** `status` is that of the header: a refusal has no body. */
  write(writer: PduWriter, body: B, status: number): void;
}

export type BodyOf<C extends Command> = Extract<Body, { readonly command: C }>;

export type BodyCodecs<C extends Command = Command> = { readonly [N in C]: BodyCodec<BodyOf<N>> };

/** Octets of texts, the ending zero included (section 5.2). */
export const sizes = {
  systemId: 16,
  password: 9,
  /** Passwords that are read in a bind: clients send longer ones than the specification has. */
  longPassword: 65,
  systemType: 13,
  addressRange: 41,
  serviceType: 6,
  address: 21,
  /** Addresses of alert_notification. */
  longAddress: 65,
  time: 17,
  messageId: 65,
  list: 21,
} as const;

/** Most octets of short_message. */
export const maxShortMessage = 254;

/** A command without a body. */
export function empty<C extends string>(command: C, id: number): BodyCodec<Empty<C>> {
  return {
    id,
    read: (_, status, sequence) => ({ command, status, sequence }),
    write: () => undefined,
  };
}
