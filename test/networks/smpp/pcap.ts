/** LINKTYPE_IPV4: packets start with their IPv4 header. */
const ipv4 = 228;

const client = [192, 0, 2, 1];
const server = [192, 0, 2, 2];

const ipHeader = 20;
const tcpHeader = 20;

/** A captured direction: from the client to the server, or back. */
export interface Segment {
  readonly fromClient: boolean;
  readonly octets: Uint8Array;
}

function u16(value: number): readonly number[] {
  return [(value >> 8) & 0xff, value & 0xff];
}

function u32(value: number): readonly number[] {
  return [...u16(value >>> 16), ...u16(value)];
}

/** A packet of TCP between 192.0.2.1 and the server 192.0.2.2; checksums are left at 0. */
function packet(
  { fromClient, octets }: Segment,
  port: number,
  sequence: number,
  acknowledged: number,
): Buffer {
  const [from, to] = fromClient ? [client, server] : [server, client];
  const length = ipHeader + tcpHeader + octets.length;
  const ports = fromClient ? [...u16(40_000), ...u16(port)] : [...u16(port), ...u16(40_000)];
  return Buffer.concat([
    Uint8Array.of(0x45, 0, ...u16(length), 0, 0, 0x40, 0, 64, 6, 0, 0),
    Uint8Array.of(...from, ...to),
    Uint8Array.of(...ports, ...u32(sequence), ...u32(acknowledged), 0x50, 0x18, 0xff, 0xff, 0, 0, 0, 0),
    octets,
  ]);
}

/** A capture file (libpcap) of a connection to a port, a segment a millisecond. */
export function pcapOf(segments: readonly Segment[], port: number): Buffer {
  const header = Buffer.alloc(24);
  header.writeUInt32LE(0xa1b2c3d4, 0);
  header.writeUInt16LE(2, 4);
  header.writeUInt16LE(4, 6);
  header.writeUInt32LE(65_535, 16);
  header.writeUInt32LE(ipv4, 20);
  const sent = { client: 1, server: 1 };
  const records = segments.map((segment, index) => {
    const [own, other] = segment.fromClient ? [sent.client, sent.server] : [sent.server, sent.client];
    const octets = packet(segment, port, own, other);
    sent[segment.fromClient ? "client" : "server"] += segment.octets.length;
    const record = Buffer.alloc(16);
    record.writeUInt32LE(1_795_000_000, 0);
    record.writeUInt32LE(index * 1_000, 4);
    record.writeUInt32LE(octets.length, 8);
    record.writeUInt32LE(octets.length, 12);
    return Buffer.concat([record, octets]);
  });
  return Buffer.concat([header, ...records]);
}
