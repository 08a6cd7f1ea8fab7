import { consoleUnderTest } from "./sites.js";
import { describeForms } from "./suite.js";

describeForms(consoleUnderTest);
