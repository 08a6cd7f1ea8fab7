import { MessageType, MessengerClient } from "messenger-client";
import { nodeTransport } from "messenger-gen-runtime/node";

const [url = "http://127.0.0.1:8080/bms/Soap/Messenger.asmx", password = ""] = process.argv.slice(2);
const client = new MessengerClient({ transport: nodeTransport({ url }), binding: "soap12" });
const user = { CustomerID: 42, Name: "api", Password: password };

const sent = await client.sendSms(
  {
    user,
    originator: "Shop",
    smsText: "Your parcel is ready",
    recipientPhone: "+12025550123",
    messageType: MessageType.Latin,
    blink: false,
    flash: false,
    Private: false,
  },
  { signal: AbortSignal.timeout(30_000) },
);
if (sent.Result !== "OK") throw new Error(`refused: ${sent.Result}`);
console.log(sent.Result, sent.TransactionID);

const status = await client.getSmsStatus({ user, transactionID: sent.TransactionID, detailed: true });
console.log(JSON.stringify(status.Statistics));
