import type { BodyCodec, BodyCodecs } from "./body-codec.js";
import { managementBodies } from "./management-bodies.js";
import { messageBodies } from "./message-bodies.js";
import { type Body, type Command, type Header, maxPduLength, type Pdu } from "./pdu.js";
import { PduError } from "./pdu-error.js";
import { PduReader, type Reading } from "./pdu-reader.js";
import { PduWriter } from "./pdu-writer.js";
import { sessionBodies } from "./session-bodies.js";

const codecs: BodyCodecs = { ...sessionBodies, ...messageBodies, ...managementBodies };

type AnyBodyCodec = BodyCodec<Body>;

const byCommand = new Map(Object.entries(codecs) as [Command, AnyBodyCodec][]);
const byId = new Map([...byCommand.values()].map((codec) => [codec.id, codec]));
const commandsById = new Map([...byCommand].map(([command, { id }]) => [id, command]));

/** Length of the header of every PDU, in octets. */
export const headerLength = 16;

/** Bit of command_id that marks a response. */
const responseBit = 0x80000000;

/** Header of a PDU as it is on the wire. */
export interface RawHeader extends Header {
  readonly length: number;
  readonly commandId: number;
}

/** Reads the header of a whole PDU. */
export function readHeader(pdu: Buffer): RawHeader {
  return {
    length: pdu.readUInt32BE(0),
    commandId: pdu.readUInt32BE(4),
    status: pdu.readUInt32BE(8),
    sequence: pdu.readUInt32BE(12),
  };
}

/** The command of a command_id; undefined if SMPP 3.4 does not define it. */
export function commandOf(commandId: number): Command | undefined {
  return commandsById.get(commandId);
}

/** True for the command_id of a response. */
export function isResponseId(commandId: number): boolean {
  return commandId >= responseBit;
}

/**
 * Reads one whole PDU, as returned by the frame reader. Octets in the result are views of it.
 *
 * @throws {PduError} if it violates SMPP 3.4; in a lenient reading only if a field before the optional parameters does
 */
export function decodePdu(pdu: Buffer, reading: Reading = "strict"): Pdu {
  if (pdu.length < headerLength || pdu.length > maxPduLength || pdu.readUInt32BE(0) !== pdu.length)
    throw new PduError("commandLength", "command_length");
  const codec = byId.get(pdu.readUInt32BE(4));
  if (codec === undefined) throw new PduError("command", "command_id");
  const reader = new PduReader(pdu, headerLength, reading);
  const read = codec.read(reader, pdu.readUInt32BE(8), pdu.readUInt32BE(12));
  return reader.damage === undefined ? read : Object.assign(read, { damage: reader.damage });
}

/**
 * Appends one PDU to the writer; nothing of it if it throws.
 *
 * @throws {PduError} when a field is out of its limits
 */
export function writePdu(writer: PduWriter, body: Body, status: number, sequence: number): void {
  const codec = codecs[body.command] as AnyBodyCodec;
  writer.begin();
  try {
    codec.write(writer, body, status);
    writer.end(codec.id, status, sequence);
  } catch (error) {
    writer.cancel();
    throw error;
  }
}

/** One PDU as octets. */
export function encodePdu(pdu: Pdu): Buffer {
  const writer = new PduWriter();
  writePdu(writer, pdu, pdu.status, pdu.sequence);
  return writer.take();
}
