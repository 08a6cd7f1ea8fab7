/** A table of 128 characters by septet; undefined where it has none. */
export type SeptetTable = readonly (string | undefined)[];

/** Stands for a septet without a character, and for the escape. */
const none = "␀";
const escape = 0x1b;

const letters = "abcdefghijklmnopqrstuvwxyz";
const capitals = letters.toUpperCase();

function tableOf(characters: string): SeptetTable {
  return Array.from(characters, (character) => (character === none ? undefined : character));
}

/** Some characters by their septets, the first of each run. */
type Runs = readonly (readonly [septet: number, characters: string])[];

function tableOfRuns(runs: Runs): (string | undefined)[] {
  const table: (string | undefined)[] = Array.from({ length: 0x80 }, () => undefined);
  for (const [septet, characters] of runs)
    for (const [index, character] of tableOf(characters).entries()) table[septet + index] ??= character;
  return table;
}

/** The extension table of the default alphabet, which those of European languages add to. */
const extension: Runs = [
  [0x0a, "\f"],
  [0x14, "^"],
  [0x28, "{}"],
  [0x2f, "\\"],
  [0x3c, "[~]"],
  [0x40, "|"],
  [0x65, "€"],
];

const turkishAlphabet = tableOf(
  `@£$¥€éùıòÇ\nĞğ\rÅåΔ_ΦΓΛΩΠΨΣΘΞ${none}ŞşßÉ !"#¤%&'()*+,-./0123456789:;<=>?İ${capitals}ÄÖÑÜ§ç${letters}äöñüà`,
);
const portugueseAlphabet = tableOf(
  `@£$¥êéúíóç\nÔô\rÁáΔ_ªÇÀ∞^\\€Ó|${none}ÂâÊÉ !"#º%&'()*+,-./0123456789:;<=>?Í${capitals}ÃÕÚÜ§~${letters}ãõ\`üà`,
);
const urduAlphabet = tableOf(
  `اآبٻڀپڦتۂٿ\nٹٽ\rٺټثجځڄڃڅچڇحخد${none}ڌڈډڊ !ڏڍذرڑړ)(ڙز,ږ.ژ0123456789:;ښسش?صضطظعفقکڪګگڳڱلمنںڻڼوۄەہھءیېے\u064d\u0650\u064f\u0657\u0654${letters}\u0655\u0651\u0653\u0656\u0670`,
);

const turkish: Runs = [
  ...extension,
  [0x47, "Ğ"],
  [0x49, "İ"],
  [0x53, "Ş"],
  [0x63, "ç"],
  [0x67, "ğ"],
  [0x69, "ı"],
  [0x73, "ş"],
];
const spanish: Runs = [
  ...extension,
  [0x09, "ç"],
  ...([
    [0x41, "Á"],
    [0x49, "Í"],
    [0x4f, "Ó"],
    [0x55, "Ú"],
  ] as const),
  ...([
    [0x61, "á"],
    [0x69, "í"],
    [0x6f, "ó"],
    [0x75, "ú"],
  ] as const),
];
const portuguese: Runs = [
  ...extension,
  ...([
    [0x05, "ê"],
    [0x09, "ç"],
    [0x0b, "Ôô"],
    [0x0e, "Áá"],
    [0x12, "ΦΓ"],
    [0x15, "ΩΠΨΣΘ"],
    [0x1f, "Ê"],
  ] as const),
  ...([
    [0x41, "À"],
    [0x49, "Í"],
    [0x4f, "Ó"],
    [0x55, "Ú"],
    [0x5b, "ÃÕ"],
    [0x61, "Â"],
  ] as const),
  ...([
    [0x69, "í"],
    [0x6f, "ó"],
    [0x75, "ú"],
    [0x7b, "ãõ"],
    [0x7f, "â"],
  ] as const),
];

/** What the extension tables of Indian languages and Urdu have in common. */
const indian: Runs = [
  [0x00, `@£$¥¿"¤%&'\f*+${none}-/<=>¡^¡_#*`],
  [0x28, "{}"],
  [0x2f, "\\"],
  [0x3c, "[~]"],
  [0x40, `|${capitals}`],
  [0x65, "€"],
];

const firstFree = 0x19;

/** An extension table with other characters in the places that are free. */
function indianExtension(characters: readonly string[]): SeptetTable {
  const table = tableOfRuns(indian);
  let septet = firstFree;
  for (const character of characters) {
    while (septet === escape || table[septet] !== undefined) septet++;
    if (character === none) septet++;
    else table[septet] = character;
  }
  return table;
}

/** An Indian script. Its alphabet has the order of its Unicode block, and lacks characters that Unicode 5.1 did not have. */
interface Script {
  /** First code point of the block. */
  readonly block: number;
  /** Offsets in the block that the alphabet lacks. */
  readonly lacks: readonly number[];
  /** Offsets at 0x60 and from 0x7B on in the alphabet. */
  readonly last: readonly number[];
  /** Characters before the digits in the extension table. */
  readonly dandas: readonly string[];
  /** Offsets of the characters behind the digits in the extension table. */
  readonly others: readonly number[];
}

/** Offsets in the block in the order of the septets; other characters as they are. */
const layout: readonly (number | string)[] = [
  ...[0x01, 0x02, 0x03, 0x05, 0x06, 0x07, 0x08, 0x09, 0x0a, 0x0b, "\n", 0x0c, 0x0d, "\r", 0x0e, 0x0f],
  ...[0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18, 0x19, 0x1a, none, 0x1b, 0x1c, 0x1d, 0x1e],
  ...[" ", "!", 0x1f, 0x20, 0x21, 0x22, 0x23, 0x24, ")", "(", 0x25, 0x26, ",", 0x27, ".", 0x28],
  ...["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", ":", ";", 0x29, 0x2a, 0x2b, "?"],
  ...[0x2c, 0x2d, 0x2e, 0x2f, 0x30, 0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38, 0x39, 0x3c, 0x3d],
  ...[0x3e, 0x3f, 0x40, 0x41, 0x42, 0x43, 0x44, 0x45, 0x46, 0x47, 0x48, 0x49, 0x4a, 0x4b, 0x4c, 0x4d],
];

const digits = [0x66, 0x67, 0x68, 0x69, 0x6a, 0x6b, 0x6c, 0x6d, 0x6e, 0x6f] as const;
const dandas = ["\u0964", "\u0965"] as const;

const scripts = {
  bengali: {
    block: 0x0980,
    lacks: [0x0d, 0x0e, 0x11, 0x12, 0x29, 0x31, 0x33, 0x34, 0x35, 0x45, 0x46, 0x49, 0x4a],
    last: [0x4e, 0x57, 0x5c, 0x5d, 0x70, 0x71],
    dandas: [],
    others: [0x5f, 0x60, 0x61, 0x62, 0x63, 0x72, 0x73, 0x74, 0x75, 0x76, 0x77, 0x78, 0x79, 0x7a],
  },
  gujarati: {
    block: 0x0a80,
    lacks: [0x0e, 0x12, 0x29, 0x31, 0x34, 0x46, 0x4a],
    last: [0x50, 0x60, 0x61, 0x62, 0x63, 0x71],
    dandas,
    others: [],
  },
  hindi: {
    block: 0x0900,
    lacks: [],
    last: [0x50, 0x72, 0x7b, 0x7c, 0x7e, 0x7f],
    dandas,
    others: [
      ...[0x51, 0x52, 0x53, 0x54, 0x58, 0x59, 0x5a, 0x5b, 0x5c, 0x5d, 0x5e, 0x5f],
      ...[0x60, 0x61, 0x62, 0x63, 0x70, 0x71],
    ],
  },
  kannada: {
    block: 0x0c80,
    lacks: [0x01, 0x0d, 0x11, 0x29, 0x34, 0x45, 0x49],
    last: [0x55, 0x56, 0x60, 0x61, 0x62, 0x63],
    dandas,
    others: [0x5e, 0x71, 0x72],
  },
  malayalam: {
    block: 0x0d00,
    lacks: [0x01, 0x0d, 0x11, 0x29, 0x3c, 0x45, 0x49],
    last: [0x57, 0x60, 0x61, 0x62, 0x63, 0x79],
    dandas,
    others: [0x70, 0x71, 0x72, 0x73, 0x74, 0x75, 0x7a, 0x7b, 0x7c, 0x7d, 0x7e, 0x7f],
  },
  oriya: {
    block: 0x0b00,
    lacks: [0x0d, 0x0e, 0x11, 0x12, 0x29, 0x31, 0x34, 0x45, 0x46, 0x49, 0x4a],
    last: [0x56, 0x57, 0x60, 0x61, 0x62, 0x63],
    dandas,
    others: [0x5c, 0x5d, 0x5f, 0x70, 0x71],
  },
  punjabi: {
    block: 0x0a00,
    lacks: [
      ...[0x0b, 0x0c, 0x0d, 0x0e, 0x11, 0x12, 0x29, 0x31, 0x34, 0x37],
      ...[0x3d, 0x43, 0x44, 0x45, 0x46, 0x49, 0x4a],
    ],
    last: [0x51, 0x70, 0x71, 0x72, 0x73, 0x74],
    dandas,
    others: [0x59, 0x5a, 0x5b, 0x5c, 0x5e, 0x75],
  },
  tamil: {
    block: 0x0b80,
    lacks: [
      ...[0x01, 0x0b, 0x0c, 0x0d, 0x11, 0x16, 0x17, 0x18, 0x1b, 0x1d, 0x20, 0x21, 0x22, 0x25, 0x26, 0x27],
      ...[0x2b, 0x2c, 0x2d, 0x3c, 0x3d, 0x43, 0x44, 0x45, 0x49],
    ],
    last: [0x50, 0x57, 0x70, 0x71, 0x72, 0x79],
    dandas,
    others: [0x73, 0x74, 0x75, 0x76, 0x77, 0x78, 0x7a],
  },
  telugu: {
    block: 0x0c00,
    lacks: [0x0d, 0x11, 0x29, 0x34, 0x3c, 0x45, 0x49],
    last: [0x55, 0x56, 0x60, 0x61, 0x62, 0x63],
    dandas: [none, none],
    others: [0x58, 0x59, 0x78, 0x79, 0x7a, 0x7b, 0x7c, 0x7d, 0x7e, 0x7f],
  },
} as const satisfies Readonly<Record<string, Script>>;

const urduBlock = 0x0600;
const urduOthers = [
  ...[0x0c, 0x0d, 0x0e, 0x0f, 0x10, 0x11, 0x12, 0x13, 0x14, 0x1b, 0x1f],
  ...[0x40, 0x52, 0x58, 0x6b, 0x6c, 0x72, 0x73, 0xcd, 0xd4],
] as const;
const urduDigits = [0xf0, 0xf1, 0xf2, 0xf3, 0xf4, 0xf5, 0xf6, 0xf7, 0xf8, 0xf9] as const;

const inBlock = (block: number, offsets: readonly number[]): readonly string[] =>
  offsets.map((offset) => String.fromCharCode(block + offset));

function alphabetOf({ block, lacks, last }: Script): SeptetTable {
  const ofLayout = layout.map((place) => {
    if (typeof place === "string") return place === none ? undefined : place;
    return lacks.includes(place) ? undefined : String.fromCharCode(block + place);
  });
  const [first, ...rest] = inBlock(block, last);
  return [...ofLayout, first, ...Array.from(letters), ...rest];
}

const extensionOf = ({ block, dandas: before, others }: Script): SeptetTable =>
  indianExtension([...before, ...inBlock(block, digits), ...inBlock(block, others)]);

/** The tables of a language; without an alphabet of its own it uses the default one. */
interface LanguageTables {
  readonly alphabet?: SeptetTable;
  readonly extension: SeptetTable;
}

const tablesOf = (script: Script): LanguageTables => ({
  alphabet: alphabetOf(script),
  extension: extensionOf(script),
});

/** By the number of the language (3GPP TS 23.038, section 6.2.1.2.4 and annex A); undefined for a number without a language. */
export const nationalTables: readonly (LanguageTables | undefined)[] = [
  undefined,
  { alphabet: turkishAlphabet, extension: tableOfRuns(turkish) },
  { extension: tableOfRuns(spanish) },
  { alphabet: portugueseAlphabet, extension: tableOfRuns(portuguese) },
  tablesOf(scripts.bengali),
  tablesOf(scripts.gujarati),
  tablesOf(scripts.hindi),
  tablesOf(scripts.kannada),
  tablesOf(scripts.malayalam),
  tablesOf(scripts.oriya),
  tablesOf(scripts.punjabi),
  tablesOf(scripts.tamil),
  tablesOf(scripts.telugu),
  {
    alphabet: urduAlphabet,
    extension: indianExtension(inBlock(urduBlock, [0x00, 0x01, ...urduDigits, ...urduOthers])),
  },
];
