import { postgresSuite } from "./postgres-suite.js";
import { callerCases } from "./suite.js";

await postgresSuite(callerCases);
