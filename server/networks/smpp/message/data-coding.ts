/** Encoding of a message: septets of the default alphabet, octets, or text of a charset that Node supports. */
export type Alphabet = "default" | "octets" | "latin1" | "ucs2" | { readonly charset: string };

/** Meaning of a data_coding. */
export interface DataCoding {
  readonly alphabet: Alphabet;
  /** 0 to 3; undefined without one. */
  readonly messageClass?: number;
  /** Whether it indicates waiting messages. */
  readonly isWaiting?: true;
  /** False for a coding that is reserved, and for a compressed text. */
  readonly isValid: boolean;
}

/** data_coding values of SMPP (SMPP 3.4, section 5.2.19). */
const smppAlphabets: Readonly<Record<number, Alphabet>> = {
  0x00: "default",
  0x01: "latin1",
  0x02: "octets",
  0x03: "latin1",
  0x04: "octets",
  0x05: { charset: "shift_jis" },
  0x06: { charset: "iso-8859-5" },
  0x07: { charset: "iso-8859-8" },
  0x08: "ucs2",
  0x0a: { charset: "iso-2022-jp" },
  0x0d: { charset: "euc-jp" },
  0x0e: { charset: "euc-kr" },
};

const byBits = ["default", "octets", "ucs2", undefined] as const;
const [compressedBit, classBit, classBits] = [0x20, 0x10, 0x03];

/** The general group, with or without automatic deletion. */
function general(dataCoding: number): DataCoding {
  const alphabet = (dataCoding & compressedBit) === 0 ? byBits[(dataCoding >> 2) & 3] : undefined;
  const meaning = { alphabet: alphabet ?? ("octets" as const), isValid: alphabet !== undefined };
  return (dataCoding & classBit) === 0 ? meaning : { ...meaning, messageClass: dataCoding & classBits };
}

/** SMPP's own values, above them those of GSM (3GPP TS 23.038, section 4). */
function meaningOf(dataCoding: number): DataCoding {
  const own = smppAlphabets[dataCoding];
  if (own !== undefined) return { alphabet: own, isValid: true };
  const group = dataCoding >> 4;
  if (group <= 0x7) return general(dataCoding);
  switch (group) {
    case 0xc:
    case 0xd:
      return { alphabet: "default", isWaiting: true, isValid: true };
    case 0xe:
      return { alphabet: "ucs2", isWaiting: true, isValid: true };
    case 0xf: {
      const alphabet = (dataCoding & 0x04) === 0 ? "default" : "octets";
      return { alphabet, messageClass: dataCoding & classBits, isValid: true };
    }
    default:
      return { alphabet: "octets", isValid: false };
  }
}

const meanings: readonly DataCoding[] = Array.from({ length: 0x100 }, (_, dataCoding) =>
  meaningOf(dataCoding),
);
const nothing: DataCoding = { alphabet: "octets", isValid: false };

/** The meaning of a data_coding, 0 to 255. */
export function dataCodingOf(dataCoding: number): DataCoding {
  return meanings[dataCoding] ?? nothing;
}
