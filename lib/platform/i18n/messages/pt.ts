import type { ShopperMessages } from "./en.ts";
import { approval } from "./pt/approval.ts";
import { checkout } from "./pt/checkout.ts";
import { common } from "./pt/common.ts";
import { handover } from "./pt/handover.ts";
import { information } from "./pt/information.ts";
import { languages } from "./pt/languages.ts";
import { link } from "./pt/link.ts";
import { mail } from "./pt/mail.ts";
import { payer } from "./pt/payer.ts";
import { poster } from "./pt/poster.ts";
import { receipt } from "./pt/receipt.ts";
import { refund } from "./pt/refund.ts";
import { transfer } from "./pt/transfer.ts";

export const pt = {
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
