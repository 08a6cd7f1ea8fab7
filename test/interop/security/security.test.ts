import { afterAll, afterEach, beforeAll, describe, expect } from "@jest/globals";
import { DOMParser } from "@xmldom/xmldom";
import { WSSecurity, WSSecurityCert, WSSecurityCertWithToken, WSSecurityPlusCert } from "soap";
import { SignedXml } from "xml-crypto";
import { caller, element, type TransportRequest } from "#runtime/index.js";
import { interceptExchange, type Interceptor, sendSoapHeaders } from "#runtime/interceptors.js";
import { nodeTransport } from "#runtime/node.js";
import { nodeSoapSecurity, verifyResponses } from "#runtime/node-soap.js";
import { isInstalled, testWithPeer } from "../../peers.js";
import { failure } from "../../runtime/greeter-client.js";
import { Greet, GreeterContract } from "../../runtime/greeter.js";
import { Keys, startPeer, type PeerServer } from "./peer-server.js";

const password = "Trüb & <tief>";
const store = "password of the store";
const passwordText =
  "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-username-token-profile-1.0#PasswordText";
/** Characters that a signature breaks on where text is written again. */
const names = ["Ann", "a\r\nb\tc", "ü \u{1f600} ]]>", `&<>"'`, "  ", "\u0085\u2028"];
const classPath = ["wss4j", "xmlsec", "commons-logging", "slf4j-api", "slf4j-nop"]
  .map((name) => `/usr/share/java/${name}.jar`)
  .join(":");

let keys: Keys;
let peer: PeerServer | undefined;
beforeAll(() => {
  keys = new Keys();
});
afterEach(async () => {
  await peer?.stop();
  peer = undefined;
});
afterAll(() => {
  keys.remove();
});

const client = (url: string, ...interceptors: readonly Interceptor[]) => {
  const transport = nodeTransport({ url });
  return {
    greet: async (name: string, binding: "soap11" | "soap12" = "soap11") =>
      (
        await caller(GreeterContract, { transport, interceptors }).call(
          Greet,
          { customerID: 42, name, loud: false },
          { binding },
        )
      ).Text,
    close: () => {
      transport.close();
    },
  };
};

const certificate = (name = "client", options = {}): WSSecurityCert =>
  new WSSecurityCert(keys.read(name, "key"), keys.read(name, "certificate"), "", {
    // Ids in the namespace of WS-Security, as xmlsec requires.
    signerOptions: { idMode: "wssecurity" },
    ...options,
  });

const tampered = interceptExchange(async (request, send) =>
  send({ ...request, body: String(request.body).replace(">42<", ">43<") }),
);

const verified = (options = {}) =>
  verifyResponses({
    ...{ SignedXml, DOMParser, certificate: keys.read("server", "certificate") },
    ...options,
  });

describe("WSS4J accepts", () => {
  const startWss4j = async (): Promise<string> => {
    const source = "test/interop/security/Wss4jPeer.java";
    peer = await startPeer("java", ["-cp", classPath, source, keys.store(store), store]);
    return peer.url;
  };

  testWithPeer(
    "wss4j",
    "user names, time stamps and signatures of node-soap's objects, in both versions",
    async () => {
      const url = await startWss4j();
      const token = new WSSecurity("api", password);
      const rows: readonly (readonly [string, Interceptor])[] = [
        ["Timestamp,UsernameToken", nodeSoapSecurity(token)],
        [
          "UsernameToken",
          nodeSoapSecurity(new WSSecurity("api", password, { hasTimeStamp: false, mustUnderstand: true })),
        ],
        ["Timestamp,UsernameToken", nodeSoapSecurity(new WSSecurity("api", password, "PasswordDigest"))],
        ["Signature(Body+Timestamp),Timestamp", nodeSoapSecurity(certificate())],
        [
          "Signature(Body+Timestamp),Timestamp",
          nodeSoapSecurity(certificate("client", { signerOptions: {} })),
        ],
        ["Signature(Body)", nodeSoapSecurity(certificate("client", { hasTimeStamp: false }))],
        [
          "Signature(Body+Timestamp),Timestamp,UsernameToken",
          nodeSoapSecurity(
            new WSSecurityPlusCert(new WSSecurity("api", password, { hasTimeStamp: false }), certificate()),
          ),
        ],
      ];
      for (const [want, interceptor] of rows) {
        const { greet, close } = client(url, interceptor);
        for (const binding of ["soap11", "soap12"] as const) {
          expect([binding, await greet("Ann", binding)]).toEqual([binding, `${want}|Ann`]);
        }
        close();
      }
    },
  );

  testWithPeer(
    "wss4j",
    "WSSecurityCertWithToken of soap 1.13 only with Type of Password, KeyInfo, and Id of Body",
    async () => {
      const url = await startWss4j();
      const repaired =
        (...repairs: readonly (readonly [RegExp, string])[]): Interceptor =>
        (call, next) => {
          const secured = nodeSoapSecurity(
            new WSSecurityCertWithToken({
              privateKey: Buffer.from(keys.read("client", "key")),
              publicKey: keys.read("client", "certificate"),
              username: "api",
              // Written as markup, unlike in the other classes.
              password: "Tr\u00fcb &amp; &lt;tief>",
            }),
          );
          const repair = interceptExchange(async (request, send) => {
            const body = repairs.reduce((text, [found, by]) => text.replace(found, by), String(request.body));
            return send({ ...request, body });
          });
          return secured(call, (inner) => repair(inner, next));
        };
      const passwordType = [/<wsse:Password>/u, `<wsse:Password Type="${passwordText}">`] as const;
      const keyInfo = [
        /<wsse:SecurityTokenReference.*<\/wsse:SecurityTokenReference>/su,
        "<KeyInfo>$&</KeyInfo>",
      ] as const;
      const bodyId = [/<soap:Body/u, '$& Id="_0"'] as const;
      for (const [want, ...repairs] of [
        [/^fault InvalidValue: An invalid security token was provided/],
        [/^fault InvalidValue: .*Unsupported KeyInfo type/, passwordType],
        [/^fault InvalidValue: The signature or decryption was invalid/, passwordType, keyInfo],
        [/^Signature\(Body\+Timestamp\),Timestamp,UsernameToken\|Ann$/, passwordType, keyInfo, bodyId],
      ] as const) {
        const { greet, close } = client(url, repaired(...repairs));
        const found = greet("Ann");
        expect(await (repairs.length < 3 ? failure(found) : found)).toMatch(want);
        close();
      }
    },
  );

  testWithPeer(
    "wss4j",
    "any text in a signed message, and headers of other interceptors under the signature",
    async () => {
      const url = await startWss4j();
      const header = sendSoapHeaders([element("Tenant", ["a\r\n & b"], { namespace: "urn:tenant" })]);
      const { greet, close } = client(
        url,
        header,
        nodeSoapSecurity(certificate("client", { additionalReferences: ["Tenant"] })),
      );
      for (const name of names) {
        expect(await greet(name)).toBe(`Signature(Body+Tenant+Timestamp),Timestamp|${name}`);
      }
      close();
    },
  );

  testWithPeer("wss4j", "no wrong password, changed message or unknown certificate", async () => {
    const url = await startWss4j();
    const rows: readonly (readonly Interceptor[])[] = [
      [nodeSoapSecurity(new WSSecurity("api", "wrong", "PasswordDigest"))],
      [nodeSoapSecurity(new WSSecurity("api", "wrong"))],
      [nodeSoapSecurity(certificate()), tampered],
      [nodeSoapSecurity(certificate("stranger"))],
    ];
    for (const interceptors of rows) {
      const { greet, close } = client(url, ...interceptors);
      expect(await failure(greet("Ann"))).toMatch(/^fault InvalidValue: /);
      close();
    }
  });

  testWithPeer("wss4j", "nothing of a stranger, and the unsigned fault is shown as unverified", async () => {
    const { greet, close } = client(
      await startWss4j(),
      verified(),
      nodeSoapSecurity(certificate("stranger")),
    );
    expect(await failure(greet("Ann"))).toMatch(
      /^Protocol: The signature of the response is not valid: Envelope has 0 Header; unverified fault: Client ./,
    );
    close();
  });

  // Its prefixes SOAP-ENV and ds are ordered by code points in the signed text.
  testWithPeer("wss4j", "and its signed responses are verified", async () => {
    const url = `${await startWss4j()}signed`;
    const { greet, close } = client(url, verified(), nodeSoapSecurity(certificate()));
    for (const name of names) {
      for (const binding of ["soap11", "soap12"] as const) {
        expect(await greet(name, binding)).toBe(`Signature(Body+Timestamp),Timestamp|${name}`);
      }
    }
    close();
  });
});

describe("zeep and xmlsec", () => {
  const startZeep = async (): Promise<string> => {
    const files = [
      keys.path("client", "certificate"),
      keys.path("server", "key"),
      keys.path("server", "certificate"),
    ];
    peer = await startPeer("/usr/bin/python3", ["test/interop/security/zeep_peer.py", ...files]);
    return peer.url;
  };

  testWithPeer(
    "zeep",
    "accept signatures of node-soap's objects, and their signatures are verified",
    async () => {
      const { greet, close } = client(await startZeep(), verified(), nodeSoapSecurity(certificate()));
      for (const name of names.slice(0, -1)) expect(await greet(name)).toBe(`verified|${name}`);
      expect(await greet("Ann", "soap12")).toBe("verified|Ann");
      close();
    },
  );

  testWithPeer("zeep", "refuse a changed message and another key", async () => {
    const url = await startZeep();
    for (const interceptors of [
      [nodeSoapSecurity(certificate()), tampered],
      [nodeSoapSecurity(certificate("stranger"))],
    ]) {
      const { greet, close } = client(url, ...interceptors);
      expect(await failure(greet("Ann"))).toBe("fault InvalidValue: The signature is wrong");
      close();
    }
  });

  testWithPeer("zeep", "responses that were changed after signing are refused", async () => {
    const url = await startZeep();
    const changed = (change: (text: string) => string): Interceptor =>
      interceptExchange(async (request: TransportRequest, send) => {
        const response = await send(request);
        return {
          ...response,
          body: new TextEncoder().encode(change(new TextDecoder().decode(response.body))),
        };
      });
    const body = /<s:Body.*<\/s:Body>/su;
    const forged =
      "<s:Body><GreetResponse xmlns='http://example.com/greeter/'><GreetResult><Count>1</Count></GreetResult></GreetResponse></s:Body>";
    const prefix = "Protocol: The signature of the response is not valid: ";
    const rows: readonly (readonly [string, (text: string) => string, object, string])[] = [
      ["another text", (text) => text.replace("verified|", "verified!"), {}, "the content was changed"],
      [
        "another key",
        (text) => text,
        { certificate: keys.read("client", "certificate") },
        "invalid signature",
      ],
      [
        "no signature",
        (text) => text.replace(/<Signature.*<\/Signature>/su, ""),
        {},
        "Security has 0 Signature",
      ],
      [
        "a signed Body moved into the header (signature wrapping)",
        (text) => {
          const [signed = ""] = body.exec(text) ?? [];
          return text.replace(body, forged).replace("<s:Header>", `<s:Header><x xmlns="urn:x">${signed}</x>`);
        },
        {},
        "it does not cover the Body",
      ],
      [
        "two elements with the id that is signed",
        (text) =>
          text.replace(
            "<s:Header>",
            `<s:Header>${(body.exec(text) ?? [""])[0].replaceAll("s:Body", "s:Block")}`,
          ),
        {},
        "Cannot validate a document which contains multiple elements",
      ],
      ["a DTD", (text) => `<!DOCTYPE x [<!ENTITY e "">]>${text}`, {}, "it has a document type declaration"],
      [
        "an expired Timestamp",
        (text) => text,
        { clockDifference: -10 * 3_600_000 },
        "its Timestamp is in the future",
      ],
    ];
    for (const [title, change, options, want] of rows) {
      const { greet, close } = client(
        url,
        verified(options),
        changed(change),
        nodeSoapSecurity(certificate()),
      );
      expect([title, (await failure(greet("Ann"))).slice(0, prefix.length + want.length)]).toEqual([
        title,
        prefix + want,
      ]);
      close();
    }
    expect(isInstalled("zeep")).toBe(true);
  });
});
