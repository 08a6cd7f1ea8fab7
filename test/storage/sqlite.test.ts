import { sqliteSuites } from "./sqlite-suite.js";
import { callerCases } from "./suite.js";

await sqliteSuites(callerCases);
