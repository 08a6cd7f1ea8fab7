import { describe, expect, test } from "@jest/globals";
import { DistributionListType, MessageType } from "#generated/enums.js";
import { MessengerClient } from "#generated/client.js";
import { Messenger } from "#generated/service.js";
import { bindingsOf } from "#runtime/bindings/service-index.js";
import { UnimplementedMessengerService } from "#generated/server.js";
import { type BindingName, Decimal, element } from "#runtime/index.js";
import { inMemoryTransport } from "#runtime/testing.js";
import { guid } from "#runtime/xsd/primitives.js";
import { type Rewrite, rewriting, withSplitTexts } from "../generator/round-trip/rewriting.js";

const bindings: readonly BindingName[] = ["soap11", "soap12", "httpGet", "httpPost"];

class Nothing extends UnimplementedMessengerService {}

/** A generated client of this implementation; all other operations are not implemented. */
const clientOf = (
  methods: Partial<UnimplementedMessengerService>,
  rewrite: Rewrite = (xml) => xml,
): MessengerClient =>
  new MessengerClient({
    transport: rewriting(inMemoryTransport(Messenger, Object.assign(new Nothing(), methods)), rewrite),
  });

const user = { CustomerID: 42, Name: "api", Password: "secret" };

describe.each(bindings)("the generated client over %s", (binding) => {
  test("sends an SMS", async () => {
    const seen: unknown[] = [];
    const result = {
      Result: "OK",
      TransactionID: "t",
      NetPoints: "1",
      RejectedNumbers: ["+12025550101", null],
    };
    const client = clientOf({
      httpSendSms: async (input) => {
        seen.push(input);
        return result;
      },
    });
    const input = {
      customerID: 42,
      userName: "api",
      userPassword: "p&w=+ü",
      originator: "Shop",
      smsText: "10 € & <b>\nline",
      recipientPhone: "+12025550101",
      messageType: MessageType.Latin,
      defDate: "",
      blink: true,
      flash: false,
      Private: false,
    };
    const answer = await client.httpSendSms(input, { binding });
    expect(seen).toEqual([input]);
    expect(answer).toMatchObject({ Result: "OK", RejectedNumbers: ["+12025550101", null] });
  });

  test("returns a text", async () => {
    const client = clientOf({ getGreeting: async () => "Hello & <welcome>" });
    expect(await client.getGreeting({}, { binding })).toBe("Hello & <welcome>");
  });

  test("returns any XML", async () => {
    const inbox = [element("Inbox", [element("Message", ["hi & <you>"], { attributes: { id: "1" } })])];
    const client = clientOf({ httpInboxProcessing: async () => inbox });
    const input = { customerID: 42, operation: "GetAll" };
    expect(await client.httpInboxProcessing(input, { binding })).toEqual(inbox);
  });

  test("an operation that is not implemented returns a fault", async () => {
    const refused = clientOf({}).getGreeting({}, { binding });
    await expect(refused).rejects.toThrow("GetGreeting is not implemented.");
  });
});

test("records, nil and decimals over SOAP", async () => {
  const client = clientOf({
    checkSmsCost: async ({ user: caller }) => ({
      Result: caller?.Name ?? "",
      Cost: Decimal.parse("12.3400"),
      RejectedNumbers: [],
    }),
  });
  const smsDetails = { SmsText: "x", Recipiens: "+12025550101", MsgType: MessageType.Latin };
  for (const binding of ["soap11", "soap12"] as const) {
    const answer = await client.checkSmsCost({ user, smsDetails }, { binding });
    expect(answer).toMatchObject({ Result: "api", RejectedNumbers: [] });
    expect(answer.Cost.toString()).toBe("12.3400");
  }
});

test("bytes over SOAP and, where bound, by POST", async () => {
  const data = Uint8Array.from({ length: 256 }, (_, i) => i);
  const seen: unknown[] = [];
  const client = clientOf({
    sendMMS: async ({ mm7Data }) => {
      seen.push(mm7Data);
      return { Result: "OK", CustomerID: 42 };
    },
  });
  for (const [binding] of bindingsOf(Messenger.operations.sendMMS)) {
    await client.sendMMS({ mm7Data: data }, { binding });
  }
  expect(seen.length).toBeGreaterThan(1);
  for (const bytes of seen) expect(bytes).toEqual(data);
});

test.each(bindings)(
  "texts split by references, CDATA sections and comments read the same over %s, in a long response too",
  async (binding) => {
    const text = `a <b> & "c" 'd' ]]> &lt; \r\n\t é \u{1f600}`;
    const lists = Array.from({ length: 400 }, (_, at) => ({
      ID: guid.parse("12345678-1234-1234-1234-123456789abc"),
      Name: `${text.repeat(at % 5)} ${String(at)}`,
      Category: text,
      RecipientsCount: at,
      ...{ Version: 1, Private: false, Type: DistributionListType.SmartList },
    }));
    const answer = { ErrorCode: 0, Result: text, Lists: lists };
    const seen: unknown[] = [];
    const client = clientOf(
      {
        httpFindDistributionLists: async (given) => {
          seen.push(given);
          return answer;
        },
      },
      withSplitTexts,
    );
    const input = { customerID: 42, userName: text, userPassword: `${text}\n`, listName: text.repeat(500) };
    expect(await client.httpFindDistributionLists(input, { binding })).toEqual(answer);
    expect(seen).toEqual([input]);
  },
);
