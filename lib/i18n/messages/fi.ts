import type { ShopperMessages } from "./en.ts";
import { checkout } from "./fi/checkout.ts";
import { common } from "./fi/common.ts";
import { languages } from "./fi/languages.ts";
import { mail } from "./fi/mail.ts";
import { payer } from "./fi/payer.ts";
import { receipt } from "./fi/receipt.ts";

export const fi = {
  common,
  checkout,
  payer,
  mail,
  receipt,
  languages,
} as const satisfies ShopperMessages;
