/** Maximum concurrent SMPP sessions by bind mode; 0 to 65535 each. */
export interface ConnectionLimits {
  readonly receivers: number;
  readonly transmitters: number;
  readonly transceivers: number;
}

/** Settings of a user of the SMPP front end. */
export interface TubeSettings {
  /** 0 to 255. */
  readonly userPriority: number;
  /** Lower-case GUID; all zero without one. */
  readonly defaultProvider: string;
  /** Seconds for which delivery is tried, 1 to 2147483647. */
  readonly validity: number;
  /** Whether messages may carry the signature of an advertising campaign. */
  readonly powerAds: boolean;
  /** Undefined without limits. */
  readonly connections: ConnectionLimits | undefined;
}

/** A user whose messages prefer the links of a provider. */
export interface UserProvider {
  readonly customerId: number;
  readonly name: string;
  /** Lower-case GUID. */
  readonly provider: string;
}

/** A user as the SMPP front end receives it. */
export interface TubeUser extends TubeSettings {
  /** 0 to 255; a setting of the customer. */
  readonly customerPriority: number;
  /** Lower-case GUIDs, made with customer and user, never changed. */
  readonly customerUuid: string;
  readonly userUuid: string;
  /** Number of the user, unique in the store. */
  readonly userNumber: number;
}
