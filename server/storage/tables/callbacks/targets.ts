import { flag, text, whole } from "../../script/columns.js";

/** Columns of the target of a customer's callbacks, of `customer_callback`. */
export const target = { customerId: whole(), url: text(), secret: text(), parts: flag(), private: flag() };
