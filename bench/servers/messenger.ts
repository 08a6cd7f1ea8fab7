import { Messenger, UnimplementedMessengerService, type SendResult } from "messenger-client";
import { serve } from "messenger-gen-host";
import { answer, path } from "../sample.js";
import { report } from "./report.js";

/** The service with its logic off: every HTTP_SendSms gets the same record. */
class Constant extends UnimplementedMessengerService {
  override async httpSendSms(): Promise<SendResult> {
    return answer;
  }
}

const host = await serve({
  service: Messenger,
  implementation: new Constant(),
  wsdl: "schema/messenger.wsdl",
  host: "127.0.0.1",
  port: 0,
  mounts: [{ path, compatibility: "strict" }],
  largeBodyOperations: ["SendSms2", "SendMMS"],
});
report(host.port);
