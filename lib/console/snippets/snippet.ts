import type { IntegrationMethod } from "#lib/merchants/model/integration-method.ts";

export const SNIPPET_LANGUAGES = ["curl", "node", "php", "python"] as const;
export type SnippetLanguage = (typeof SNIPPET_LANGUAGES)[number];

export const KEY_VARIABLE = "BANKSIDE_API_KEY";

export type SnippetContext = {
  baseUrl: string;
  checkoutUrl: string;
  secureUrl: string;
  /** Only while the key is shown; otherwise snippets read {@link KEY_VARIABLE}. */
  apiKey?: string | undefined;
  /** Such as `https://shop.example`. */
  shopOrigin: string;
  /** Without its colon. */
  appScheme: string;
};

export type ServerSnippets = Record<IntegrationMethod, (context: SnippetContext) => string>;

/** `amount` in minor units, `decimal` as the SDK takes it. */
export const ORDER = {
  amount: 1250,
  decimal: "12.50",
  externalId: "order-1042",
  // An app can't pay an order of a shop's server.
  appExternalId: "app-order-1042",
  customer: "c-77",
} as const;

export const PAYER_EMAIL = "payer@mail.example";
