/** Refused by a rule, or failed. */
export const refused = 1;
/** Wrong usage: an error in the command line, a variable or the configuration file. */
export const usage = 2;
/** Not possible now; the same command may succeed later. */
export const notNow = 3;
