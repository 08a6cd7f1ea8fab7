/** How `call` and `explore` show a call that failed. */
import { clientErrorTable, type ClientError } from "messenger-gen-runtime";
import type { XmlContent } from "messenger-gen-runtime/xml";

/** By the scheme of authentication, in lower case, the option that sends credentials of it. */
const schemeHints: Readonly<Partial<Record<string, string>>> = {
  basic: "--basic FILE sends the user:password in FILE.",
  bearer: "--header @FILE sends a line `Authorization: Bearer TOKEN` of FILE.",
  digest: "Only programs send Digest, with the interceptor `respondToChallenge`.",
  ntlm: "NTLM is not supported; put a proxy that authenticates in front of the service.",
  negotiate: "Negotiate is not supported; put a proxy that authenticates in front of the service.",
};

/** What a user of the command line does about an error: with its options in place of those of a program. */
export function hintOf({ code, challenge = "" }: ClientError): string {
  const schemes = schemesOf(challenge);
  if (code === "TooLarge") return "Request less data, or set a higher limit with --max-response BYTES.";
  if (code !== "Unauthorized" || schemes.length === 0) return clientErrorTable[code].hint;
  const other = (scheme: string): string =>
    `--header @FILE sends a line \`Authorization: ${scheme} ...\` of FILE.`;
  return schemes.map((scheme) => schemeHints[scheme.toLowerCase()] ?? other(scheme)).join(" ");
}

/** The schemes of the challenges of WWW-Authenticate (RFC 9110, 11.6.1), which may be several in one header. */
function schemesOf(header: string): readonly string[] {
  const items = header.replace(/"(?:[^"\\]|\\.)*"/g, "").split(",");
  const names = items.map((item) =>
    /^\s*([\w!#$%&'*+.^`|~-]+)(?:\s*$|\s+(?!=))/.exec(item)?.[1]?.slice(0, 40),
  );
  return [...new Set(names.filter((name) => name !== undefined))].slice(0, 8);
}

/** Characters of a detail that are shown. */
const longest = 4_000;

/** The detail of a fault that the contract does not declare, as XML. */
export async function detailText(detail: XmlContent): Promise<string> {
  const { writeContent, XmlWriter } = await import("messenger-gen-runtime/xml");
  const writer = new XmlWriter();
  writer.open("detail");
  writeContent(writer, detail);
  writer.close("detail");
  const text = writer.toString();
  return text.length > longest ? `${text.slice(0, longest)}...` : text;
}
