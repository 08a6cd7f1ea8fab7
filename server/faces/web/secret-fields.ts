import { identityFieldNames } from "./identity.js";

/** Values that are never stored and never sent back to a browser. */

/** Names of fields with passwords, codes, secrets and files, and of the token of a form. */
const names: ReadonlySet<string> = new Set([
  ...identityFieldNames,
  "code",
  "file",
  "password",
  "proof",
  "secret",
  "token",
]);

export const isSecretField = (name: string): boolean => names.has(name);
