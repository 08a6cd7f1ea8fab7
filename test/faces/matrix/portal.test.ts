import { portalUnderTest } from "./sites.js";
import { describeForms } from "./suite.js";

describeForms(portalUnderTest);
