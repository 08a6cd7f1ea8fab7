import { describePhone } from "./phone-suite.js";
import { consoleUnderTest } from "./sites.js";

describePhone(consoleUnderTest);
