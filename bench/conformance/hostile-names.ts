/** Names that generators often get wrong. */

/** New names of the declarations in some namespaces: of two different names, the new ones differ too. */
export interface Renaming {
  readonly namespaces: ReadonlySet<string>;
  /** Names of declarations, in whatever namespace. */
  readonly declared: ReadonlySet<string>;
  readonly of: (name: string) => string;
}

/** Words of JavaScript and TypeScript, names of the output and the runtime, and names that are no identifiers. */
export const hostileNames: readonly string[] = [
  ..."class constructor prototype __proto__ then await async arguments eval default delete enum".split(" "),
  ..."function if import in let new null package public return static super this throw true".split(" "),
  ..."typeof undefined var void with yield as type interface namespace module readonly symbol".split(" "),
  ..."toString valueOf hasOwnProperty name length Object String Number Array Map Promise Error".split(" "),
  ..."Date RegExp Uint8Array globalThis Operation Caller XmlReader XmlWriter XmlElement".split(" "),
  ..."XmlContent Decimal XsdDateTime ServiceFault ClientError AnyType KnownTypes operations".split(" "),
  ..."messages records enums codecs r w v m e f item value index client Client Input Output".split(" "),
  ..."Fields Choice Type read write call options headers service prefixes".split(" "),
  ..."a-b a.b _ __ _1 é Ünïcode 日本語 x-y.z-1 UPPER upper Upper ONE_two three__four ".trim().split(" "),
  `long${"Name".repeat(20)}`,
];

export const hostilePrefixes: readonly string[] =
  "xsi xsd soap soapenc tns ns0 p class a-b a.b _ é xmlish s0 constructor __proto__ default q1".split(" ");
