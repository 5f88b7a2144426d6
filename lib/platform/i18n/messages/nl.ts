import type { ShopperMessages } from "./en.ts";
import { approval } from "./nl/approval.ts";
import { checkout } from "./nl/checkout.ts";
import { common } from "./nl/common.ts";
import { handover } from "./nl/handover.ts";
import { information } from "./nl/information.ts";
import { languages } from "./nl/languages.ts";
import { link } from "./nl/link.ts";
import { mail } from "./nl/mail.ts";
import { payer } from "./nl/payer.ts";
import { poster } from "./nl/poster.ts";
import { receipt } from "./nl/receipt.ts";
import { refund } from "./nl/refund.ts";
import { transfer } from "./nl/transfer.ts";

export const nl = {
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
