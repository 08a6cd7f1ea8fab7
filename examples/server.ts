import {
  Messenger,
  UnimplementedMessengerService,
  type SendResult,
  type SendSmsInput,
} from "messenger-client";
import { serve } from "messenger-gen-host";

/** Implements two operations; all others return the fault NotImplemented. */
class Echo extends UnimplementedMessengerService {
  override async getGreeting(): Promise<string> {
    return "Hello";
  }

  override async sendSms(input: SendSmsInput): Promise<SendResult> {
    return {
      Result: "OK",
      RejectedNumbers: [],
      TransactionID: `echo of ${input.smsText ?? ""}`,
      NetPoints: "0",
    };
  }
}

const host = await serve({
  service: Messenger,
  implementation: new Echo(),
  wsdl: "schema/messenger.wsdl",
  host: "127.0.0.1",
  port: 0,
  mounts: [{ path: "/bms/Soap/Messenger.asmx", compatibility: "strict" }],
});
console.log(host.url);
