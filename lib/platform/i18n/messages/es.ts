import type { ShopperMessages } from "./en.ts";
import { approval } from "./es/approval.ts";
import { checkout } from "./es/checkout.ts";
import { common } from "./es/common.ts";
import { handover } from "./es/handover.ts";
import { information } from "./es/information.ts";
import { languages } from "./es/languages.ts";
import { link } from "./es/link.ts";
import { mail } from "./es/mail.ts";
import { payer } from "./es/payer.ts";
import { poster } from "./es/poster.ts";
import { receipt } from "./es/receipt.ts";
import { refund } from "./es/refund.ts";
import { transfer } from "./es/transfer.ts";

export const es = {
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
