/** Explanations of network codes. The site puts the tables into `docs/reference/network-codes.md`, which has that of GSM too. */

/** What a code means, in a sentence, and who can do something about it. */
export interface CodeWords {
  readonly text: string;
  readonly who: string;
}

const of = (text: string, who: string): CodeWords => ({ text, who });

/** `command_status` of SMPP by its name (SMPP 3.4, section 5.1.3). */
export const smppWords: Readonly<Record<string, CodeWords>> = {
  ROK: of("The network accepted the message.", "nobody"),
  RINVMSGLEN: of(
    "The message is too long for this network.",
    "operator: settings of the link for long messages",
  ),
  RINVCMDLEN: of("The network could not read the PDU: wrong length.", "operator and network"),
  RINVCMDID: of("The network does not support this command.", "operator and network"),
  RINVBNDSTS: of("The command is not allowed in this kind of bind.", "operator: mode of the bind"),
  RALYBND: of("This account is connected already.", "operator: number of binds that the network allows"),
  RINVPRTFLG: of("The priority is not allowed.", "operator: settings of the link"),
  RINVREGDLVFLG: of("Receipts of this kind are not allowed.", "operator: settings of the link"),
  RSYSERR: of("The network has an internal error.", "network"),
  RINVSRCADR: of(
    "The network does not accept the originator.",
    "operator: register the originator with the network",
  ),
  RINVDSTADR: of(
    "The network does not accept the number of the recipient.",
    "customer: check the number; operator: coverage of the link",
  ),
  RINVMSGID: of("The network does not know the message id.", "network"),
  RBINDFAIL: of("The network refused the connection.", "operator and network"),
  RINVPASWD: of("The password of the link is wrong.", "operator: change the password, then start the link"),
  RINVSYSID: of("The user name of the link is wrong.", "operator: change the name, then start the link"),
  RCANCELFAIL: of("The network could not cancel the message.", "nobody"),
  RREPLACEFAIL: of("The network could not replace the message.", "nobody"),
  RMSGQFUL: of("The queue of the network is full.", "nobody: the message is tried again"),
  RINVSERTYP: of("The service type is not allowed.", "operator: settings of the link"),
  RINVNUMDESTS: of("The number of destinations is not allowed.", "operator and network"),
  RINVDLNAME: of("The network does not know the distribution list.", "operator and network"),
  RINVDESTFLAG: of("The flag of the destination is not valid.", "operator and network"),
  RINVSUBREP: of("Submit with replace is not valid.", "operator and network"),
  RINVESMCLASS: of("The esm_class is not allowed.", "customer of a binary message; otherwise operator"),
  RCNTSUBDL: of("The network cannot send to a distribution list.", "operator and network"),
  RSUBMITFAIL: of("The network refused the message without a reason.", "operator: ask the network"),
  RINVSRCTON: of("The type of number of the originator is not allowed.", "operator: settings of the link"),
  RINVSRCNPI: of("The numbering plan of the originator is not allowed.", "operator: settings of the link"),
  RINVDSTTON: of("The type of number of the recipient is not allowed.", "operator: settings of the link"),
  RINVDSTNPI: of("The numbering plan of the recipient is not allowed.", "operator: settings of the link"),
  RINVSYSTYP: of(
    "The system type of the link is wrong.",
    "operator: change the system type, then start the link",
  ),
  RINVREPFLAG: of("The flag for replacement is not valid.", "operator and network"),
  RINVNUMMSGS: of("The number of messages is not valid.", "operator and network"),
  RTHROTTLED: of(
    "The link sends faster than the network allows.",
    "operator: lower the rate of the link if it lasts",
  ),
  RINVSCHED: of("The scheduled delivery time is not valid.", "operator and network"),
  RINVEXPIRY: of("The validity period is not valid.", "operator: settings of the link"),
  RINVDFTMSGID: of("The predefined message does not exist.", "operator and network"),
  RX_T_APPN: of("The receiver of the message has a temporary error.", "nobody: the message is tried again"),
  RX_P_APPN: of("The receiver of the message has a permanent error.", "operator: ask the network"),
  RX_R_APPN: of("The receiver of the message rejected it.", "operator: ask the network"),
  RQUERYFAIL: of("The network could not query the message.", "nobody"),
  RINVOPTPARSTREAM: of("The optional part of the PDU cannot be read.", "operator and network"),
  ROPTPARNOTALLWD: of("An optional parameter is not allowed.", "operator: settings of the link"),
  RINVPARLEN: of("A parameter has a wrong length.", "operator and network"),
  RMISSINGOPTPARAM: of(
    "An optional parameter that the network expects is missing.",
    "operator: ask the network which one",
  ),
  RINVOPTPARAMVAL: of("An optional parameter has a wrong value.", "operator and network"),
  RDELIVERYFAILURE: of("The network could not deliver the message.", "operator: ask the network"),
  RUNKNOWNERR: of("The network has an unknown error.", "network"),
};

/** `StatusCode` of an MMSC (3GPP TS 23.140, section 8.7.8.3.2). */
export const mm7Words: Readonly<Record<string, CodeWords>> = {
  1000: of("The MMSC accepted the message.", "nobody"),
  1100: of("The MMSC accepted the message for some recipients.", "nobody"),
  2000: of("The MMSC considers the request wrong.", "operator: ask the MMSC"),
  2001: of("The account may not do this.", "operator: rights at the MMSC"),
  2002: of("The address of the recipient is not valid.", "customer: check the number"),
  2003: of("The MMSC does not know the recipient.", "customer: check the number"),
  2004: of("The MMSC refuses the content.", "customer: size and types of the parts"),
  2005: of("The MMSC does not know the message id.", "operator: ask the MMSC"),
  2006: of("The MMSC does not know the linked id.", "customer: `LinkedID`"),
  2007: of("The MMSC cannot read the message.", "operator and network"),
  3000: of("The MMSC has an internal error.", "nobody: the message is tried again"),
  3001: of("The MMSC cannot do this now.", "nobody: the message is tried again"),
  3002: of("The MMSC rejected the message.", "operator: ask the MMSC"),
  3003: of("The MMSC takes one recipient for each message.", "operator: settings of the link"),
  4000: of("The service behind the MMSC has an error.", "nobody: the message is tried again"),
  4001: of("The account is not known.", "operator: VASPID and VASID"),
  4002: of("The MMSC does not support the version of MM7.", "operator: settings of the link"),
  4003: of("The MMSC does not support the operation.", "operator and network"),
  4004: of("The request breaks a rule of the MMSC.", "operator: ask the MMSC"),
  4005: of("The service behind the MMSC has an error.", "nobody: the message is tried again"),
  4006: of("The service behind the MMSC is not available.", "nobody: the message is tried again"),
  4007: of("The service may not be used.", "operator: contract with the MMSC"),
};

/** What the final states of receipts mean, by the `stat` of a receipt. */
export const receiptWords = {
  ENROUTE: "The message is on its way.",
  DELIVRD: "The handset has received the message.",
  EXPIRED: "The validity period ended before delivery: the handset was off, out of reach or full.",
  DELETED: "The network deleted the message.",
  UNDELIV: "The network cannot deliver the message.",
  ACCEPTD: "Somebody accepted the message for the recipient, for example a support desk.",
  UNKNOWN: "The network does not know what happened.",
  REJECTD: "The network rejected the message after it had accepted it, for example as spam.",
} as const;

/** Causes of GSM by their number: errors of MAP (3GPP TS 29.002). */
export const gsmWords: Readonly<Record<string, CodeWords>> = {
  1: of("The number is not assigned.", "customer: check the number"),
  5: of("The network cannot identify the handset.", "network"),
  6: of("The handset is off or out of reach.", "nobody: send again later"),
  9: of("The SIM is not allowed in the network.", "recipient and its network"),
  11: of("The contract of the recipient excludes SMS.", "recipient and its network"),
  12: of("The handset is blocked.", "recipient and its network"),
  13: of("The recipient or the network bars the message.", "recipient and its network"),
  21: of("The visited network does not support SMS.", "network"),
  27: of("The handset is off or out of reach.", "nobody: send again later"),
  31: of("The handset receives another message now.", "nobody: send again later"),
  32: of("The handset refused the message; a TP-FCS may follow.", "recipient: free memory of the handset"),
  33: of("Too many messages wait for the recipient.", "nobody: send again later"),
  34: of("The network has an internal error.", "network"),
  35: of("The request lacks a value.", "network"),
  36: of("The request has a wrong value.", "network"),
};

/** What the `err` of a receipt often means: a number with up to three digits, by the causes of GSM. Undefined for any other. */
export function receiptCause(err: string): CodeWords | undefined {
  const cause = /^(?=.{1,3}$)0*(?<cause>[1-9]\d?)$/u.exec(err)?.groups?.["cause"];
  return cause === undefined ? undefined : gsmWords[cause];
}

/**
 * The words of a code with which a network refused a message, as it is stored: `RINVDSTADR (0x0b)`, or the StatusCode of an MMSC.
 * Undefined for a code of the supplier. The `err` of a receipt is one: `2003` there is not the StatusCode.
 */
export function refusalWords(code: string): CodeWords | undefined {
  const name = /^(?<name>[A-Z][A-Z_]+) \(0x[0-9a-f]+\)$/u.exec(code)?.groups?.["name"];
  const [table, key] = name === undefined ? [mm7Words, code] : [smppWords, name];
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
