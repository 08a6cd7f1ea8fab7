export { foldPassword, hashPassword, maxPasswordBytes } from "./hash.js";
export { guessesByAddress } from "./guesses.js";
export { credentials, type CredentialsOptions } from "./verify.js";
