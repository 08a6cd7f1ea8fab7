/**
 * What a change does to programs of the other version.
 *
 * `callers`: a caller of the old contract fails with a server of the new one. `servers`: a server of the old contract fails with a caller
 * of the new one. `fewer`: the new contract permits fewer messages, `more`: it permits more, `other`: it permits some that the old one
 * does not, and the reverse; whom that breaks depends on the direction of the message. `derived`: as the differences of two types.
 */
export type Effect = "callers" | "servers" | "both" | "neither" | "fewer" | "more" | "other" | "derived";

/** Effects as messages and documents call them. */
export const effects: Readonly<Record<Effect, string>> = {
  callers: "callers",
  servers: "servers",
  both: "both",
  neither: "neither",
  fewer: "fewer messages",
  more: "more messages",
  other: "other messages",
  derived: "as the two types",
};

/** Rows of the table of rules. */
export type Rules = Readonly<
  Record<`MD${number}`, { readonly effect: Effect; readonly message: string; readonly hint: string }>
>;

const asOptional = 'Make it optional (minOccurs="0").';
const keepOptional = "Keep it in the contract as optional, and stop sending it.";
const anew = "Add a type or an element of another name, and keep the old one.";

/** MD3xxx: contents and attributes. MD4xxx: simple types. */
export const contentRules = {
  // --- elements ------------------------------------------------------------------------------------------
  MD3001: {
    effect: "more",
    message: "the optional element {element} was added to {owner}",
    hint: "Readers that check the schema refuse it: send it only to programs that know it.",
  },
  MD3002: {
    effect: "other",
    message: "the required element {element} was added to {owner}",
    hint: asOptional,
  },
  MD3003: {
    effect: "fewer",
    message: "the optional element {element} was removed from {owner}",
    hint: keepOptional,
  },
  MD3004: {
    effect: "other",
    message: "the required element {element} was removed from {owner}",
    hint: "Make it optional first, and remove it when nobody reads it.",
  },
  MD3005: {
    effect: "other",
    message: "the element {element} is at another place in {owner}",
    hint: "Keep the order of elements.",
  },
  MD3006: {
    effect: "fewer",
    message: "{element} in {owner} occurs at least {new} times instead of {old}",
    hint: "Keep the lower minOccurs.",
  },
  MD3007: {
    effect: "more",
    message: "{element} in {owner} occurs at least {new} times instead of {old}",
    hint: "Readers of the old contract refuse messages with fewer.",
  },
  MD3008: {
    effect: "fewer",
    message: "{element} in {owner} occurs at most {new} times instead of {old}",
    hint: "Keep the higher maxOccurs.",
  },
  MD3009: {
    effect: "more",
    message: "{element} in {owner} occurs at most {new} times instead of {old}",
    hint: "Readers of the old contract refuse messages with more.",
  },
  MD3010: {
    effect: "more",
    message: "{element} in {owner} may be nil now",
    hint: "Readers of the old contract refuse nil values.",
  },
  MD3011: {
    effect: "fewer",
    message: "{element} in {owner} may not be nil any more",
    hint: "Keep nillable.",
  },
  MD3012: {
    effect: "derived",
    message: "the type of {element} in {owner} is {new} instead of {old}",
    hint: "The direction follows from the values of the two types.",
  },
  MD3013: {
    effect: "more",
    message: "the alternative {element} was added to a choice in {owner}",
    hint: "Readers of the old contract refuse it: send it only to programs that know it.",
  },
  MD3014: {
    effect: "fewer",
    message: "the alternative {element} was removed from a choice in {owner}",
    hint: "Keep it in the contract, and stop sending it.",
  },
  MD3015: {
    effect: "other",
    message: "{element} in {owner} is {new} instead of {old}",
    hint: anew,
  },
  MD3016: {
    effect: "fewer",
    message: "the elements of {owner} have a fixed order now",
    hint: "Keep xs:all.",
  },
  MD3017: {
    effect: "more",
    message: "the elements of {owner} may be in any order now",
    hint: "Send them in the order of the old contract.",
  },
  MD3018: {
    effect: "other",
    message: "{element} in {owner} is in the namespace {new} instead of {old}",
    hint: "Keep elementFormDefault, form and the references to elements of other namespaces.",
  },
  MD3019: {
    effect: "neither",
    message: "the optional element {element} was added to {owner} where any element was permitted",
    hint: "Readers of the old contract take it as open content.",
  },
  MD3020: {
    effect: "fewer",
    message: "the required element {element} was added to {owner} where any element was permitted",
    hint: asOptional,
  },
  MD3021: {
    effect: "more",
    message: "any elements of {namespaces} were added to {owner}",
    hint: "Readers of the old contract refuse them: send them only to programs that know them.",
  },
  MD3022: {
    effect: "fewer",
    message: "any elements of {namespaces} were removed from {owner}",
    hint: "Keep xs:any.",
  },
  MD3023: {
    effect: "other",
    message: "any elements in {owner} are those of {new} instead of {old}",
    hint: "Keep the namespaces and processContents of xs:any.",
  },
  MD3024: {
    effect: "neither",
    message: "the default of {element} in {owner} is {new} instead of {old}",
    hint: "Messages are the same, but an empty element, or an absent attribute, means another value.",
  },
  MD3025: {
    effect: "fewer",
    message: "{element} in {owner} has the fixed value {new} now",
    hint: "Leave other values permitted.",
  },
  MD3026: {
    effect: "more",
    message: "{element} in {owner} has no fixed value any more; it was {old}",
    hint: "Readers of the old contract refuse other values.",
  },
  MD3027: {
    effect: "other",
    message: "the fixed value of {element} in {owner} is {new} instead of {old}",
    hint: "Permit both values.",
  },
  MD3028: {
    effect: "neither",
    message: "the media type of {element} in {owner} is {new} instead of {old}",
    hint: "The bytes travel in the same way; programs may not understand them.",
  },

  MD3029: {
    effect: "neither",
    message: "the optional element {element} was removed from {owner} where any element is permitted",
    hint: "Readers of the new contract take it as open content.",
  },
  MD3030: {
    effect: "more",
    message: "the required element {element} was removed from {owner} where any element is permitted",
    hint: "Readers of the old contract refuse messages without it.",
  },

  // --- types and attributes ------------------------------------------------------------------------------
  MD3101: {
    effect: "more",
    message: "the optional attribute {attribute} was added to {owner}",
    hint: "Readers that check the schema refuse it: send it only to programs that know it.",
  },
  MD3102: {
    effect: "other",
    message: "the required attribute {attribute} was added to {owner}",
    hint: "Make it optional.",
  },
  MD3103: {
    effect: "fewer",
    message: "the optional attribute {attribute} was removed from {owner}",
    hint: keepOptional,
  },
  MD3104: {
    effect: "other",
    message: "the required attribute {attribute} was removed from {owner}",
    hint: "Make it optional first, and remove it when nobody reads it.",
  },
  MD3105: {
    effect: "fewer",
    message: "the attribute {attribute} of {owner} is required now",
    hint: "Leave it optional.",
  },
  MD3106: {
    effect: "more",
    message: "the attribute {attribute} of {owner} is optional now",
    hint: "Readers of the old contract refuse messages without it.",
  },
  MD3107: {
    effect: "more",
    message: "{owner} may have any attributes now",
    hint: "Readers of the old contract refuse them: send them only to programs that know them.",
  },
  MD3108: {
    effect: "fewer",
    message: "{owner} may not have any attributes any more",
    hint: "Keep xs:anyAttribute.",
  },
  MD3109: {
    effect: "more",
    message: "{owner} may have text between its elements now",
    hint: "Readers of the old contract refuse it.",
  },
  MD3110: {
    effect: "fewer",
    message: "{owner} may not have text between its elements any more",
    hint: "Keep mixed.",
  },
  MD3111: {
    effect: "fewer",
    message: "the type {owner} is abstract now: its values are those of derived types",
    hint: "Derive the new types, and leave this one as it is.",
  },
  MD3112: {
    effect: "more",
    message: "the type {owner} is not abstract any more",
    hint: "Readers of the old contract need xsi:type with a derived type.",
  },
  MD3113: {
    effect: "more",
    message: "the type {type} was derived from {owner}",
    hint: "Readers of the old contract refuse it in xsi:type: send it only to programs that know it.",
  },
  MD3114: {
    effect: "fewer",
    message: "the type {type} is not derived from {owner} any more",
    hint: "Keep it in the contract, and stop sending it.",
  },
  MD3115: {
    effect: "neither",
    message: "the type {old} is now called {new}",
    hint: "Messages are the same; the name of the generated type changes.",
  },
  MD3116: {
    effect: "other",
    message: "the type {old}, which messages name in xsi:type, is now called {new}",
    hint: "Keep the name.",
  },
  MD3117: {
    effect: "other",
    message: "{owner} has {new} instead of {old}",
    hint: anew,
  },
  MD3118: {
    effect: "more",
    message: "{owner} may have any content now",
    hint: "Readers of the old contract refuse other content than they know.",
  },
  MD3119: {
    effect: "fewer",
    message: "{owner} may not have any content any more",
    hint: anew,
  },
  MD3120: {
    effect: "neither",
    message: "the {kind} {name} was added",
    hint: "Where messages use it, that is a change of its own.",
  },
  MD3121: {
    effect: "neither",
    message: "the {kind} {name} was removed",
    hint: "Where messages used it, that is a change of its own.",
  },

  // --- simple types --------------------------------------------------------------------------------------
  MD4001: {
    effect: "more",
    message: "the value {value} was added to {owner}",
    hint: "Readers of the old contract refuse it: send it only to programs that know it.",
  },
  MD4002: {
    effect: "fewer",
    message: "the value {value} was removed from {owner}",
    hint: "Keep it in the contract, and stop sending it.",
  },
  MD4003: {
    effect: "fewer",
    message: "{owner} has a list of values now: {values}",
    hint: "Leave other values permitted.",
  },
  MD4004: {
    effect: "more",
    message: "{owner} has no list of values any more",
    hint: "Readers of the old contract refuse other values.",
  },
  MD4005: {
    effect: "more",
    message: "the values of {owner} are of {new} instead of {old}",
    hint: "Readers of the old contract refuse the additional values.",
  },
  MD4006: {
    effect: "fewer",
    message: "the values of {owner} are of {new} instead of {old}",
    hint: "Keep the wider type.",
  },
  MD4007: {
    effect: "other",
    message: "the values of {owner} are of {new} instead of {old}",
    hint: anew,
  },
  MD4008: {
    effect: "fewer",
    message: "values of {owner} must match {pattern} now",
    hint: "Leave other values permitted.",
  },
  MD4009: {
    effect: "more",
    message: "values of {owner} need not match {pattern} any more",
    hint: "Readers of the old contract refuse other values.",
  },
  MD4010: {
    effect: "fewer",
    message: "{facet} of {owner} is {new} instead of {old}: fewer values",
    hint: "Keep the wider limit.",
  },
  MD4011: {
    effect: "more",
    message: "{facet} of {owner} is {new} instead of {old}: more values",
    hint: "Readers of the old contract refuse the additional values.",
  },
  MD4012: {
    effect: "other",
    message: "{facet} of {owner} is {new} instead of {old}",
    hint: "Keep the facet.",
  },
  MD4013: {
    effect: "more",
    message: "the member {type} was added to the union {owner}",
    hint: "Readers of the old contract refuse its values.",
  },
  MD4014: {
    effect: "fewer",
    message: "the member {type} was removed from the union {owner}",
    hint: "Keep it in the contract, and stop sending its values.",
  },
} as const satisfies Rules;
