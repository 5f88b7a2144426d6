export const APP_CURRENCY = "EUR";

export const APP_SCHEME = "web+banksidedemo";

/** `price` as a decimal amount of {@link APP_CURRENCY}. */
export const DRINKS = [
  { id: "espresso", price: "2.40" },
  { id: "flatWhite", price: "3.80" },
  { id: "filter", price: "3" },
] as const satisfies { id: string; price: string }[];
