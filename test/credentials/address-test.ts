import { proxyTrust } from "messenger-gen-host";

/** As the server compares addresses with lists. */
export const addressTest = (ranges: readonly string[]): ((address: string) => boolean) =>
  proxyTrust(ranges).trusts;
