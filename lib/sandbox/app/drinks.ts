/** Currency of the app's prices. */
export const APP_CURRENCY = "EUR";

/** The app's own scheme, which the browser leads back to it with. */
export const APP_SCHEME = "web+banksidedemo";

/** What the app sells; `price` as a decimal amount of {@link APP_CURRENCY}. Their words are in the messages. */
export const DRINKS = [
  { id: "espresso", price: "2.40" },
  { id: "flatWhite", price: "3.80" },
  { id: "filter", price: "3" },
] as const satisfies { id: string; price: string }[];
