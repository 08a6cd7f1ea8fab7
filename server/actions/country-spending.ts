import { limitOfCountry, spendingDay } from "../domain/credit/country-credits.js";
import { creditsText } from "../domain/credit/credit.js";
import { findCustomer } from "../admin/ids.js";
import { customerKey } from "./account-fields.js";
import { list } from "./action.js";
import { nullable, textMember, wholeMember } from "./members.js";

/** Countries that are listed: there are fewer calling codes. */
const most = 1_000;

/** Credits that a customer has spent today on countries with a limit. */
export const listCountrySpending = list({
  name: "customer spending",
  help: "List the credits of today by country, where a customer has a limit (--country-credits)",
  may: { operator: "viewer" },
  keys: { id: customerKey },
  columns: ["country", "credits", "limit", "refused"],
  members: {
    country: nullable(textMember("calling code; null for numbers of none")),
    credits: textMember("credits that were spent since midnight, in the time zone of the service"),
    limit: nullable(textMember("most credits of a day; null without a limit at present")),
    refused: wholeMember("calls that were refused because of the limit"),
  },
  rows: async ({ id }, { store, now }) => {
    const { countryCredits } = await findCustomer(store, id);
    const rows = await store.ledger.spentByCountry(id, spendingDay(now), most);
    return rows.map(({ country, amount, refused }) => {
      const limit = limitOfCountry(countryCredits, country);
      return {
        country: country === "" ? null : country,
        credits: creditsText(amount),
        limit: limit === undefined ? null : creditsText(limit),
        refused,
      };
    });
  },
});
