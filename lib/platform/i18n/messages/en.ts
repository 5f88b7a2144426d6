import { access } from "./en/access.ts";
import { app } from "./en/app.ts";
import { approval } from "./en/approval.ts";
import { audit } from "./en/audit.ts";
import { bank } from "./en/bank.ts";
import { books } from "./en/books.ts";
import { checkout } from "./en/checkout.ts";
import { common } from "./en/common.ts";
import { console } from "./en/console.ts";
import { embedCheck } from "./en/embed-check.ts";
import { feeds } from "./en/feeds.ts";
import { handover } from "./en/handover.ts";
import { home } from "./en/home.ts";
import { information } from "./en/information.ts";
import { installations } from "./en/installations.ts";
import { languages } from "./en/languages.ts";
import { letters } from "./en/letters.ts";
import { link } from "./en/link.ts";
import { mail } from "./en/mail.ts";
import { mailbox } from "./en/mailbox.ts";
import { onboarding } from "./en/onboarding.ts";
import { operator } from "./en/operator.ts";
import { overview } from "./en/overview.ts";
import { payer } from "./en/payer.ts";
import { paymentLinks } from "./en/payment-links.ts";
import { payments } from "./en/payments.ts";
import { poster } from "./en/poster.ts";
import { receipt } from "./en/receipt.ts";
import { refund } from "./en/refund.ts";
import { refunds } from "./en/refunds.ts";
import { security } from "./en/security.ts";
import { settings } from "./en/settings.ts";
import { shop } from "./en/shop.ts";
import { team } from "./en/team.ts";
import { transfer } from "./en/transfer.ts";
import { transfers } from "./en/transfers.ts";
import { waysToBePaid } from "./en/ways-to-be-paid.ts";
import { webhooks } from "./en/webhooks.ts";

/** For shoppers and payers, in every language. */
export const shopper = {
  common,
  approval,
  checkout,
  payer,
  handover,
  mail,
  poster,
  receipt,
  refund,
  languages,
  link,
  transfer,
  information,
} as const;

/** For merchants, developers and demo visitors, in English only. */
export const merchant = {
  app,
  shop,
  bank,
  mailbox,
  home,
  console,
  access,
  security,
  team,
  installations,
  webhooks,
  payments,
  paymentLinks,
  books,
  refunds,
  transfers,
  feeds,
  letters,
  overview,
  onboarding,
  audit,
  settings,
  waysToBePaid,
  operator,
  embedCheck,
} as const;

type SameShape<T> = { readonly [K in keyof T]: T[K] extends string ? string : SameShape<T[K]> };

/** `export const de = {…} as const satisfies ShopperMessages`. Values are ICU messages. */
export type ShopperMessages = SameShape<typeof shopper>;

export type MerchantMessages = SameShape<typeof shopper & typeof merchant>;
