import type { TubeSettings, TubeUser } from "../domain/accounts/tube-settings.js";

/** Users as the SMPP front end ("tube") sees them. Names are compared without regard to case. */
export interface TubeStore {
  user(customerId: number, name: string): Promise<TubeUser | undefined>;
  /** Sets what is given; false when there is no such user. */
  change(customerId: number, name: string, change: Partial<TubeSettings>): Promise<boolean>;
}
