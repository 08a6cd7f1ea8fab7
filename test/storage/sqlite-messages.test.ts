import { sqliteSuites } from "./sqlite-suite.js";
import { messageCases } from "./suite.js";

await sqliteSuites(messageCases);
