/** A member of the JSON that an action or a list returns, or that it takes, without its name. */
export interface Member {
  readonly type: "text" | "time" | "whole" | "switch" | "texts" | "object" | "objects";
  /** A noun phrase: on the reference pages and in the schema. */
  readonly meaning: string;
  /** Null where there is none. */
  readonly nullable?: boolean;
  /** Absent in some rows. */
  readonly optional?: boolean;
  /** Shown once and stored nowhere: a password, a key, or what holds one. */
  readonly secret?: boolean;
}

/** Members by their names. */
export type Members = Readonly<Record<string, Member>>;

const kind =
  (type: Member["type"]) =>
  (meaning: string): Member => ({ type, meaning });

export const textMember = kind("text");
export const wholeMember = kind("whole");
export const switchMember = kind("switch");
/** ISO 8601, UTC. */
export const timeMember = kind("time");
export const textsMember = kind("texts");
export const objectMember = kind("object");
export const objectsMember = kind("objects");
export const nullable = (member: Member, meaning = member.meaning): Member => ({
  ...member,
  meaning,
  nullable: true,
});
export const secretMember = (meaning: string): Member => ({ type: "text", meaning, secret: true });

export const typedUser = textMember("user as CUSTOMER/USER, for example 42/api");

/** What a name means on every face, unless an action or a list says otherwise. */
const known: Members = {
  active: switchMember("whether customers see it"),
  address: textMember("address of the client"),
  allowPrivate: switchMember("whether the URL may be in a private network"),
  alphabet: textMember("alphabet of data_coding 0"),
  amount: textMember("credits with up to 3 decimals, such as 12.5"),
  at: timeMember("time"),
  attempts: wholeMember("attempts so far"),
  audience: wholeMember("numbers in the audience"),
  balance: textMember("balance in credits"),
  callbackAllowPrivate: switchMember("whether the callback URL may be in a private network"),
  callbackParts: switchMember("whether the final status of each part is posted too"),
  callbackUrl: nullable(
    textMember("URL to which final statuses are posted, without its password; null for none"),
  ),
  category: textMember("category of the list"),
  completion: textMember("how the campaign ended, or NotYetCompleted"),
  connections: nullable(textMember("maximum concurrent sessions as RX,TX,TRX; null without limits")),
  created: timeMember("when it was created"),
  creditStatus: textMember("command_status of a message without credit, such as 0x45"),
  customer: wholeMember("number of the customer"),
  customerPriority: wholeMember("priority of the customer"),
  customerUuid: textMember("GUID of the customer"),
  delivered: wholeMember("receipts and messages delivered since the bind"),
  description: textMember("description of the location"),
  expires: nullable(timeMember("end; null without one")),
  from: textMember("number or name of the sender"),
  fromAddresses: textsMember("addresses and CIDR ranges from which it is accepted; empty for any"),
  heldSince: nullable(
    timeMember(
      "since when new messages are refused because of unusual traffic; null for a customer that is not held",
    ),
  ),
  helpText: nullable(textMember("response to HELP; null for none")),
  id: wholeMember("its number"),
  ids: textsMember("their ids"),
  inboxActive: switchMember("whether the user may use the inbox of the customer"),
  incoming: switchMember("whether messages to the numbers of the customer are delivered to it"),
  interim: switchMember("whether intermediate notifications are sent to messages that request them"),
  invitedRole: nullable(textMember("role of a pending invitation; null without one")),
  invitedUntil: nullable(timeMember("end of a pending invitation; null without one")),
  key: textMember("start of the key, by which its owner recognizes it"),
  kicked: wholeMember("sessions that were closed"),
  kind: textMember("kind of credit: SMS or MMS"),
  languages: textsMember("languages whose usual words count"),
  last: timeMember("when it was last seen"),
  limit: nullable(textMember("credit limit in credits; null without one")),
  link: textMember("name of the link"),
  list: textMember("name of the list"),
  location: wholeMember("number of the location"),
  message: wholeMember("id of the message"),
  messages: wholeMember("messages"),
  method: textMember("POST or GET"),
  month: textMember("month, UTC: 2030-01"),
  name: textMember("its name"),
  next: nullable(timeMember("next attempt; null if it was given up")),
  number: textMember("number or name to which messages are sent"),
  numbers: textsMember("phone numbers"),
  ofFile: switchMember("whether the configuration file has it"),
  oldestWaiting: nullable(
    timeMember("when the oldest receipt or message that waits was added; null for none"),
  ),
  operator: textMember("name of the operator"),
  originator: nullable(textMember("originator of the messages; null for any")),
  owner: nullable(textMember("only user who may see the list; null for every user of the customer")),
  part: nullable(wholeMember("part of the message; null for the whole message")),
  parts: wholeMember("parts of a message"),
  password: secretMember("password"),
  path: secretMember("path below the address of the portal with which the user chooses a password"),
  payment: textMember("prepaid or postpaid"),
  powerAds: textMember("whether the signature of an advertising campaign is allowed: on or off"),
  prefix: textMember("first digits of numbers; * for all numbers"),
  price: nullable(textMember("credits per part; null: not covered, messages to it are rejected")),
  priority: wholeMember("priority of the user, 0 to 255"),
  programs: textMember("password of the user's programs: none, own, or same as in the portal"),
  provider: textMember("GUID of the provider whose links the messages prefer"),
  rank: wholeMember("routes of a higher rank are used while no link of a lower rank is up"),
  reason: nullable(textMember("reason why the last attempt failed; null before the first")),
  receiptId: textMember("ids in receipts"),
  receipts: textMember("bind that gets receipts first"),
  recipients: wholeMember("recipients of the list"),
  refused: wholeMember("messages refused since the bind"),
  role: textMember("role"),
  scopes: textMember("scopes, separated by commas"),
  secret: secretMember("the key itself"),
  session: textMember("id of the session, or a system_id for all its sessions"),
  sessions: wholeMember("bound sessions of all processes"),
  since: timeMember("since when"),
  size: wholeMember("bytes of the text in UTF-8"),
  startText: nullable(textMember("confirmation of a start; null for none")),
  startWords: textsMember("words besides those of the languages that resume messages"),
  state: textMember("active or blocked"),
  status: textMember("status of the campaign"),
  stopText: nullable(textMember("confirmation of a stop; null for none")),
  stopWords: textsMember("words besides those of the languages that stop messages"),
  strays: wholeMember("messages received before that went to the inbox"),
  submitted: wholeMember("messages accepted since the bind"),
  systemId: textMember("system_id of the account"),
  taken: wholeMember("recipients selected so far"),
  throttled: wholeMember("messages throttled since the bind"),
  to: textMember("number or name of the recipient"),
  totp: switchMember("whether the log-in asks for a one-time code"),
  transaction: textMember("TransactionID"),
  trusted: switchMember("whether it may use actions that need a recent log-in in the console"),
  type: textMember("type of the list"),
  uncertain: textMember(
    "handling of messages whose acceptance by the network is unconfirmed: hold, resend or fail",
  ),
  unread: switchMember("whether nobody has read it"),
  uri: secretMember("the secret for an authenticator app, as otpauth://totp/..."),
  url: textMember("URL, without its password"),
  used: nullable(timeMember("last use, exact to a minute; null if it was never used")),
  user: textMember("name of the user"),
  userNumber: wholeMember("number of the user"),
  userPriority: wholeMember("priority of the user"),
  userUuid: textMember("GUID of the user"),
  validity: wholeMember("validity period of messages in seconds"),
  value: textMember("originator"),
  version: wholeMember("grows with each change"),
  waiting: wholeMember("receipts and messages that wait for a receiver"),
  weight: wholeMember("share among routes of the same rank"),
  window: wholeMember("messages without a response on a session, in each direction"),
};

/** The member of a name; undefined for a name that is not among the known ones. */
export const knownMember = (name: string): Member | undefined =>
  Object.hasOwn(known, name) ? known[name] : undefined;

/** Members with these names. One that is not known has no meaning, which `test/actions/members` reports. */
export const described = (names: readonly string[]): Members =>
  Object.fromEntries(names.map((name) => [name, knownMember(name) ?? textMember("")]));
