/** Global teardown of the Jest project `postgres`. */
export { tearDown as default } from "./postgres-setup.js";
