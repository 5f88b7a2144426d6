import { approval } from "./el/approval.ts";
import { checkout } from "./el/checkout.ts";
import { common } from "./el/common.ts";
import { handover } from "./el/handover.ts";
import { information } from "./el/information.ts";
import { languages } from "./el/languages.ts";
import { link } from "./el/link.ts";
import { mail } from "./el/mail.ts";
import { payer } from "./el/payer.ts";
import { poster } from "./el/poster.ts";
import { receipt } from "./el/receipt.ts";
import { refund } from "./el/refund.ts";
import { transfer } from "./el/transfer.ts";
import type { ShopperMessages } from "./en.ts";

export const el = {
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
