import type { Words } from "../diagnostic-table.js";
import { contentRules, type Rules } from "./content-rules.js";

/**
 * Every change that `messenger-gen diff` can report: MD1xxx services and bindings, MD2xxx operations and messages, MD3xxx contents and
 * attributes, MD4xxx simple types. The table is closed; the site puts it into `docs/reference/differences.md`.
 */
export const ruleTable = {
  // --- services and bindings -----------------------------------------------------------------------------
  MD1001: {
    effect: "both",
    message: "the namespace {old} is now {new}",
    hint: "Keep the namespace as long as callers of the old one exist. Other changes are reported as if the namespace were the same.",
  },
  MD1002: {
    effect: "neither",
    message: "the namespace {old} of declarations that messages do not name is now {new}",
    hint: "Where WS-Addressing is required without an Action, the default Action contains it.",
  },
  MD1003: {
    effect: "callers",
    message: "the service {service} was removed",
    hint: "Keep it until no caller uses it.",
  },
  MD1004: {
    effect: "servers",
    message: "the service {service} was added",
    hint: "Update servers before callers.",
  },
  MD1005: {
    effect: "neither",
    message: "the service {old} is now called {new}",
    hint: "The name of the generated client changes.",
  },
  MD1006: {
    effect: "callers",
    message: "the port {port} of {service} was removed",
    hint: "Keep it until no caller uses it.",
  },
  MD1007: {
    effect: "servers",
    message: "the port {port} of {service} was added",
    hint: "Update servers before callers.",
  },
  MD1008: {
    effect: "neither",
    message: "the port {old} is now called {new}",
    hint: "Callers that choose a port by its name must be changed.",
  },
  MD1009: {
    effect: "neither",
    message: "the address of the port {port} is now {new} instead of {old}",
    hint: "Serve the old address too: generated clients use the address of their contract unless their option url has another.",
  },
  MD1010: {
    effect: "both",
    message: "the port {port} has the protocol {new} instead of {old}",
    hint: "Add a port for the new protocol, and keep the old one.",
  },
  MD1011: {
    effect: "both",
    message: "the transport of the port {port} is {new} instead of {old}",
    hint: "Add a port for the new transport, and keep the old one.",
  },
  MD1012: {
    effect: "callers",
    message: "the port {port} now requires {requirement}",
    hint: "Add a port with the requirement, and keep the old one.",
  },
  MD1013: {
    effect: "servers",
    message: "the port {port} no longer requires {requirement}",
    hint: "Servers of the old contract refuse messages without it.",
  },
  MD1014: {
    effect: "callers",
    message: "the binding {binding} no longer offers the operation {operation}",
    hint: "Keep it until no caller uses it.",
  },
  MD1015: {
    effect: "servers",
    message: "the binding {binding} now offers the operation {operation}",
    hint: "Update servers before callers.",
  },
  MD1016: {
    effect: "both",
    message: "the style of {operation} in {binding} is {new} instead of {old}",
    hint: "Add a binding with the new style, and keep the old one.",
  },
  MD1017: {
    effect: "both",
    message: 'the SOAP action of {operation} in {binding} is "{new}" instead of "{old}"',
    hint: "Keep the action: servers may choose the operation by it.",
  },
  MD1018: {
    effect: "both",
    message: "the location of {operation} in {binding} is {new} instead of {old}",
    hint: "Serve the old location too.",
  },
  MD1019: {
    effect: "both",
    message: "the {message} of {operation} in {binding} is {new} instead of {old}",
    hint: "Add a binding with the new layout, and keep the old one.",
  },
  MD1020: {
    effect: "fewer",
    message: "the {message} of {operation} in {binding} has a header {header} now",
    hint: "Servers must accept requests without it, and callers responses.",
  },
  MD1021: {
    effect: "more",
    message: "the {message} of {operation} in {binding} has no header {header} any more",
    hint: "Keep the header until nobody relies on it.",
  },
  MD1022: {
    effect: "neither",
    message: "the binding {binding}, which no port has, was removed",
    hint: "No message changes.",
  },
  MD1023: {
    effect: "neither",
    message: "the binding {binding}, which no port has, was added",
    hint: "No message changes.",
  },
  MD1024: {
    effect: "both",
    message: "the port {port} requires {requirement} with {new} instead of {old}",
    hint: "Add a port with the new policy, and keep the old one.",
  },

  // --- operations and messages ---------------------------------------------------------------------------
  MD2001: {
    effect: "callers",
    message: "the operation {operation} was removed",
    hint: "Keep it until no caller uses it.",
  },
  MD2002: {
    effect: "servers",
    message: "the operation {operation} was added",
    hint: "Update servers before callers; implementations of the generated interface need the method.",
  },
  MD2003: {
    effect: "both",
    message: "the operation {operation} is {new} instead of {old}",
    hint: "Add an operation of another name, and keep the old one.",
  },
  MD2004: {
    effect: "callers",
    message: "the operation {operation} declares the fault {fault} now",
    hint: "Callers of the old contract get it as a fault without a declared detail.",
  },
  MD2005: {
    effect: "servers",
    message: "the operation {operation} no longer declares the fault {fault}",
    hint: "Callers of the new contract get it as a fault without a declared detail.",
  },
  MD2006: {
    effect: "both",
    message: 'the Action (WS-Addressing) of {operation} is "{new}" instead of "{old}"',
    hint: "Keep the Action: servers may choose the operation by it.",
  },
  MD2007: {
    effect: "neither",
    message: "the port type {old} is now called {new}",
    hint: "Where WS-Addressing is required without an Action, the default Action contains the name.",
  },
  MD2008: {
    effect: "neither",
    message: "the {message} of {operation} is now called {new} instead of {old}",
    hint: "Where WS-Addressing is required without an Action, the default Action contains the name.",
  },
  MD2009: {
    effect: "other",
    message: "the part {part} was added to the {message}",
    hint: "Add an operation with another message, and keep the old one.",
  },
  MD2010: {
    effect: "other",
    message: "the part {part} was removed from the {message}",
    hint: "Add an operation with another message, and keep the old one.",
  },
  MD2011: {
    effect: "other",
    message: "the parts of the {message} are in another order: {new}",
    hint: "Keep the order.",
  },
  MD2012: {
    effect: "other",
    message: "the part {part} of the {message} is {new} instead of {old}",
    hint: "Add an operation with another message, and keep the old one.",
  },
  MD2013: {
    effect: "neither",
    message: "the part {old} of the {message} is now called {new}",
    hint: "Messages are the same, because the part is an element; the name of a property changes.",
  },
  ...contentRules,
} as const satisfies Rules;

export type RuleCode = keyof typeof ruleTable;

/** Parameters of the texts of a rule. */
export type RuleValues<C extends RuleCode> = Record<
  Words<(typeof ruleTable)[C]["message"] | (typeof ruleTable)[C]["hint"]>,
  string
>;
