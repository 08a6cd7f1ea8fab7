import type { CallContext, Streamed } from "messenger-gen-runtime";
import type { XmlContent } from "messenger-gen-runtime/xml";
import type * as m from "messenger-client/messages";
import type {
  AuthResult,
  AuthResult2,
  CommonResult,
  SendResult,
  SmsStatus,
  SoapUser,
} from "messenger-client/records";

/** The credentials that HTTP_ operations carry as fields of their own. */
interface FlatCredentials {
  readonly customerID: number;
  readonly userName?: string | undefined;
  readonly userPassword?: string | undefined;
}

/** The same credentials as a record. */
export function user({ customerID, userName, userPassword }: FlatCredentials): SoapUser {
  return { CustomerID: customerID, Name: userName, Password: userPassword };
}

/** HTTP_ operations that are the operation of the same name with the credentials in a record. Three others have fields of their own. */
export abstract class HttpTwins {
  abstract authenticate(input: m.AuthenticateInput, call: CallContext): Promise<AuthResult>;
  abstract authenticate2(input: m.Authenticate2Input, call: CallContext): Promise<AuthResult2>;
  abstract getSmsStatus(input: m.GetSmsStatusInput, call: CallContext): Promise<Streamed<SmsStatus>>;
  abstract inboxProcessing(input: m.InboxProcessingInput, call: CallContext): Promise<Streamed<XmlContent>>;
  abstract keepAlive(input: m.KeepAliveInput, call: CallContext): Promise<CommonResult>;
  abstract sendBinarySms(input: m.SendBinarySmsInput, call: CallContext): Promise<SendResult>;
  abstract sendSms(input: m.SendSmsInput, call: CallContext): Promise<SendResult>;
  abstract sendSmsTransaction(input: m.SendSmsTransactionInput, call: CallContext): Promise<SendResult>;

  httpAuthenticate(input: m.HttpAuthenticateInput, call: CallContext): Promise<AuthResult> {
    return this.authenticate({ user: user(input) }, call);
  }

  httpAuthenticate2(input: m.HttpAuthenticate2Input, call: CallContext): Promise<AuthResult2> {
    return this.authenticate2({ user: user(input) }, call);
  }

  httpKeepAlive(input: m.HttpKeepAliveInput, call: CallContext): Promise<CommonResult> {
    return this.keepAlive({ user: user(input) }, call);
  }

  httpSendSms(input: m.HttpSendSmsInput, call: CallContext): Promise<SendResult> {
    return this.sendSms({ user: user(input), ...input }, call);
  }

  httpSendSmsTransaction(input: m.HttpSendSmsTransactionInput, call: CallContext): Promise<SendResult> {
    return this.sendSmsTransaction({ user: user(input), ...input }, call);
  }

  httpSendBinarySms(input: m.HttpSendBinarySmsInput, call: CallContext): Promise<SendResult> {
    return this.sendBinarySms({ user: user(input), ...input }, call);
  }

  httpGetSmsStatus(input: m.HttpGetSmsStatusInput, call: CallContext): Promise<Streamed<SmsStatus>> {
    return this.getSmsStatus({ user: user(input), ...input }, call);
  }

  httpInboxProcessing(input: m.HttpInboxProcessingInput, call: CallContext): Promise<Streamed<XmlContent>> {
    return this.inboxProcessing({ user: user(input), ...input }, call);
  }
}
