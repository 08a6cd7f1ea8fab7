/** Path of the JSON interface. */
export const jsonPath = "/v1";
