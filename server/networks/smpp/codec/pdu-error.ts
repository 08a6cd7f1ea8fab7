/** Defects of a PDU, with the command_status that reports each. */
export const pduProblems = {
  commandLength: {
    code: "SMPP01",
    status: 0x02,
    text: "command_length is below 16, above 131072, or not the length of the PDU",
    hint: "The peer does not speak SMPP, or the stream is out of sync; the connection is closed.",
  },
  command: {
    code: "SMPP02",
    status: 0x03,
    text: "command_id is not defined in SMPP 3.4",
    hint: "The peer uses a newer version or a vendor command; the response is generic_nack.",
  },
  truncated: {
    code: "SMPP03",
    status: 0x02,
    text: "the PDU ends inside a field",
    hint: "command_length does not fit the fields.",
  },
  unterminated: {
    code: "SMPP04",
    status: 0x01,
    text: "a C-octet string has no terminating NUL within its maximum length",
    hint: "The field is longer than SMPP 3.4 allows.",
  },
  messageLength: {
    code: "SMPP05",
    status: 0x01,
    text: "short_message has more than 254 octets",
    hint: "Use message_payload for longer messages.",
  },
  optionalParameters: {
    code: "SMPP06",
    status: 0xc0,
    text: "an optional parameter extends beyond the end of the PDU",
    hint: "The length of the optional parameter does not fit command_length.",
  },
  count: {
    code: "SMPP07",
    status: 0x33,
    text: "the number of destinations is not from 1 to 254",
    hint: "Split the list.",
  },
  destinationFlag: {
    code: "SMPP08",
    status: 0x40,
    text: "a destination is neither an SME address (1) nor a distribution list (2)",
    hint: "dest_flag must be 1 or 2.",
  },
  number: {
    code: "SMPP09",
    status: 0x08,
    text: "an integer does not fit its field",
    hint: "Found before sending: the value is negative, too large or not an integer.",
  },
  text: {
    code: "SMPP10",
    status: 0x08,
    text: "a string does not fit its field",
    hint: "Found before sending: the string is too long, or contains NUL or a character outside Latin-1.",
  },
  bothMessages: {
    code: "SMPP11",
    status: 0x01,
    text: "the message is both in short_message and in message_payload",
    hint: "Found before sending: use one of them.",
  },
} as const satisfies Readonly<Record<string, PduProblem>>;

export interface PduProblem {
  readonly code: string;
  readonly status: number;
  readonly text: string;
  readonly hint: string;
}

export type PduProblemName = keyof typeof pduProblems;

/** command_status that names the field, where the specification has one. */
const statusOfField: Readonly<Record<string, number>> = {
  source_addr: 0x0a,
  destination_addr: 0x0b,
  message_id: 0x0c,
  password: 0x0e,
  system_id: 0x0f,
  service_type: 0x15,
  dl_name: 0x34,
  system_type: 0x53,
  schedule_delivery_time: 0x61,
  validity_period: 0x62,
};

/** A PDU that cannot be read, or that must not be sent. Holds no value of a field. */
export class PduError extends Error {
  readonly problem: PduProblemName;
  readonly code: string;
  /** command_status to refuse it with. */
  readonly status: number;

  /** @param field name in the specification */
  constructor(problem: PduProblemName, field: string) {
    const { code, status, text } = pduProblems[problem];
    super(`${code} ${field}: ${text}`);
    this.name = "PduError";
    this.problem = problem;
    this.code = code;
    this.status = problem === "unterminated" ? (statusOfField[field] ?? status) : status;
  }
}
