import { postgresSuite } from "./postgres-suite.js";
import { messageCases } from "./suite.js";

await postgresSuite(messageCases);
