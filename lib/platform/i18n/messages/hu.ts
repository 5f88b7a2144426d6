import type { ShopperMessages } from "./en.ts";
import { approval } from "./hu/approval.ts";
import { checkout } from "./hu/checkout.ts";
import { common } from "./hu/common.ts";
import { handover } from "./hu/handover.ts";
import { information } from "./hu/information.ts";
import { languages } from "./hu/languages.ts";
import { link } from "./hu/link.ts";
import { mail } from "./hu/mail.ts";
import { payer } from "./hu/payer.ts";
import { poster } from "./hu/poster.ts";
import { receipt } from "./hu/receipt.ts";
import { refund } from "./hu/refund.ts";
import { transfer } from "./hu/transfer.ts";

export const hu = {
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
