/** Values of the samples of `/v1`: each request of them is one that a service accepts. */
import { Buffer } from "node:buffer";

export const originator = "Shop";
export const smsText = "Your order 1042 is ready.";
export const messageType = "Latin";
export const phones = "12025550101,12025550102";

/** What every text message has. */
export const text = { originator, smsText, messageType };

/** The `Idempotency-Key` of a message, and the identifier of one. */
export const key = "019e1f2a-7000-7000-8000-000000000042";
export const listId = "0f8fad5b-d9cb-469f-a165-70867728950e";
export const smartListId = "7c9e6679-7425-40de-944b-e07fc1f90ae7";

/** What campaigns with one limit have. */
export const campaignText = { originator, smsText, targetRecipientsLimit: 100 };

/** @param {string} content */
const base64 = (content) => Buffer.from(content).toString("base64");

export const phonesFile = base64("12025550101\n12025550102\n");

/** A SubmitReq of MM7 without parts; the interface adds the credentials. */
export const mmsData = base64(`Content-Type: text/xml

<?xml version="1.0" encoding="UTF-8"?>
<env:Envelope xmlns:env="http://schemas.xmlsoap.org/soap/envelope/"><env:Header>
<mm7:TransactionID xmlns:mm7="http://www.3gpp.org/ftp/Specs/archive/23_series/23.140/schema/REL-5-MM7-1-0"
 env:mustUnderstand="1">order-1042</mm7:TransactionID></env:Header><env:Body>
<SubmitReq xmlns="http://www.3gpp.org/ftp/Specs/archive/23_series/23.140/schema/REL-5-MM7-1-0"><MM7Version>5.3.0</MM7Version>
<SenderIdentification><VASPID>42</VASPID><SenderAddress><ShortCode>Shop</ShortCode></SenderAddress></SenderIdentification>
<Recipients><To><Number>+12025550101</Number></To></Recipients><Subject>Offers</Subject></SubmitReq></env:Body></env:Envelope>`);
