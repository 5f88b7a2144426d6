import type { ShopperMessages } from "./en.ts";
import { checkout } from "./hu/checkout.ts";
import { common } from "./hu/common.ts";
import { languages } from "./hu/languages.ts";
import { mail } from "./hu/mail.ts";
import { payer } from "./hu/payer.ts";
import { receipt } from "./hu/receipt.ts";

export const hu = {
  common,
  checkout,
  payer,
  mail,
  receipt,
  languages,
} as const satisfies ShopperMessages;
