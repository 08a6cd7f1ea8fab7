/** A boolean as a driver reads it: SQLite has numbers only. */
export type Flag = boolean | 0 | 1;
