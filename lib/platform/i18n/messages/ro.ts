import type { ShopperMessages } from "./en.ts";
import { approval } from "./ro/approval.ts";
import { checkout } from "./ro/checkout.ts";
import { common } from "./ro/common.ts";
import { handover } from "./ro/handover.ts";
import { information } from "./ro/information.ts";
import { languages } from "./ro/languages.ts";
import { link } from "./ro/link.ts";
import { mail } from "./ro/mail.ts";
import { payer } from "./ro/payer.ts";
import { poster } from "./ro/poster.ts";
import { receipt } from "./ro/receipt.ts";
import { refund } from "./ro/refund.ts";
import { transfer } from "./ro/transfer.ts";

export const ro = {
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
