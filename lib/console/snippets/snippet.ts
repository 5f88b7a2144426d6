import type { IntegrationMethod } from "#lib/merchants/api-keys/api-key.ts";

/** Languages of a merchant's server; the first one is shown unless another is asked for. */
export const SNIPPET_LANGUAGES = ["curl", "node", "php", "python"] as const;
export type SnippetLanguage = (typeof SNIPPET_LANGUAGES)[number];

/** The environment variable snippets read the API key from. */
export const KEY_VARIABLE = "BANKSIDE_API_KEY";

/** What is filled into snippets: this deployment's addresses, and what is known of the merchant. */
export type SnippetContext = {
  baseUrl: string;
  checkoutUrl: string;
  secureUrl: string;
  /** The API key itself, in the moment it is shown; otherwise snippets read {@link KEY_VARIABLE}. */
  apiKey?: string | undefined;
  /** Where the merchant's shop is, such as `https://shop.example`. */
  shopOrigin: string;
  /** The scheme of the merchant's app, without its colon. */
  appScheme: string;
};

/** One language's way to create a payment with each integration method, as a whole program. */
export type ServerSnippets = Record<IntegrationMethod, (context: SnippetContext) => string>;

/** The order all snippets are about; `amount` in minor units, and `decimal` the same as the SDK takes it. */
export const ORDER = {
  amount: 1250,
  decimal: "12.50",
  externalId: "order-1042",
  // An order of a shop's own server can't be paid from an app, and both may be tried with one account.
  appExternalId: "app-order-1042",
  customer: "c-77",
} as const;

/** The e-mail address snippets tell of the payer. */
export const PAYER_EMAIL = "payer@mail.example";
