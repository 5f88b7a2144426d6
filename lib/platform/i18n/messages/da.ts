import { approval } from "./da/approval.ts";
import { checkout } from "./da/checkout.ts";
import { common } from "./da/common.ts";
import { handover } from "./da/handover.ts";
import { information } from "./da/information.ts";
import { languages } from "./da/languages.ts";
import { link } from "./da/link.ts";
import { mail } from "./da/mail.ts";
import { payer } from "./da/payer.ts";
import { poster } from "./da/poster.ts";
import { receipt } from "./da/receipt.ts";
import { refund } from "./da/refund.ts";
import { transfer } from "./da/transfer.ts";
import type { ShopperMessages } from "./en.ts";

export const da = {
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
