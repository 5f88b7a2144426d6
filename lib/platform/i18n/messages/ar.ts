import { approval } from "./ar/approval.ts";
import { checkout } from "./ar/checkout.ts";
import { common } from "./ar/common.ts";
import { handover } from "./ar/handover.ts";
import { information } from "./ar/information.ts";
import { languages } from "./ar/languages.ts";
import { link } from "./ar/link.ts";
import { mail } from "./ar/mail.ts";
import { payer } from "./ar/payer.ts";
import { poster } from "./ar/poster.ts";
import { receipt } from "./ar/receipt.ts";
import { refund } from "./ar/refund.ts";
import { transfer } from "./ar/transfer.ts";
import type { ShopperMessages } from "./en.ts";

export const ar = {
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
} as const satisfies ShopperMessages;
