/** Why a call is refused, as a name. Each face has its own table of what it says about it. */

/** Refusals without parameters. */
export type PlainRefusal =
  | "tooManyLogins"
  | "unknownUser"
  | "userBlocked"
  | "customerBlocked"
  /** The customer, the role of the user or the key may not call the operation. */
  | "interfaceClosed"
  | "sendingOff"
  | "insufficientCredit"
  | "postpaidLimit"
  | "noOriginators"
  | "unknownOriginator"
  | "originatorTooLong"
  | "originatorBadCharacters"
  | "noPhone"
  | "numberTooLong"
  | "badEncoding"
  | "emptyMessage"
  | "badDefDate"
  | "noMmsData"
  | "vasIdNotNumeric"
  | "chargedPartyNotSender"
  | "noService"
  | "unknownTransaction"
  | "serverBusy"
  /** Another call with the same client transaction has not ended. */
  | "stillRunning"
  | "inboxInactive"
  | "unknownInboxOperation";

/** Parameters that a refusal can be about. */
export type Parameter =
  | "smsText"
  | "recipientsFile"
  | "clientTransactionId"
  | "binaryBody"
  | "dataCoding"
  | "esmClass"
  | "protocolId"
  | "serviceName"
  | "serviceUrl"
  | "xml"
  | "mm7Data"
  /** The record with the other parameters. */
  | "details"
  | "list"
  | "listOffset"
  | "listCount"
  | "filters"
  | "filterColumn"
  | "filterOperands"
  | "searchCriteria"
  | "searchedList"
  | "campaign"
  | "locations"
  | "endDate"
  | "sendingHours"
  | "recipientsLimit"
  | "transactionId"
  | "messageIds";

/** Why a call is refused, with what the reason is about. Nothing was charged and nothing stored. */
export type Refusal =
  | { readonly name: PlainRefusal }
  /** The value of a parameter cannot be used. `isTaken`: because a call with other content had it. */
  | { readonly name: "incorrectParameter"; readonly parameter: Parameter; readonly isTaken?: boolean }
  /** A required parameter is absent or empty. */
  | { readonly name: "missingParameter"; readonly parameter: Parameter }
  /** `rejected`: the recipients as given, or none where the caller does not get them. */
  | { readonly name: "allRejected"; readonly rejected: readonly string[] }
  /** As `allRejected`: to one of them at least, the message would cost more than the customer allows. */
  | { readonly name: "priceTooHigh"; readonly rejected: readonly string[] }
  /** The customer has a limit of credits a day for numbers of a country, which the message would exceed. */
  | {
      readonly name: "countryLimit";
      /** Calling code; empty: no country. */
      readonly country: string;
      readonly payment: "prepaid" | "postpaid";
    }
  | { readonly name: "keepAliveOff"; readonly customerId: number };

export type RefusalName = Refusal["name"];

/** The outcome of a call that is refused. */
export interface Refused {
  readonly ok: false;
  readonly refusal: Refusal;
}

/** The outcome of any call. */
export type Outcome = { readonly ok: true } | Refused;

export function refuse(name: PlainRefusal): Refused {
  return { ok: false, refusal: { name } };
}

export function incorrect(parameter: Parameter): Refused {
  return { ok: false, refusal: { name: "incorrectParameter", parameter } };
}

export function taken(parameter: Parameter): Refused {
  return { ok: false, refusal: { name: "incorrectParameter", parameter, isTaken: true } };
}

export function missing(parameter: Parameter): Refused {
  return { ok: false, refusal: { name: "missingParameter", parameter } };
}
