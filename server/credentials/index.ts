export { foldPassword, hashPassword, maxPasswordBytes } from "./hash.js";
export { credentials, type CredentialsOptions } from "./verify.js";
