import { approval } from "./cs/approval.ts";
import { checkout } from "./cs/checkout.ts";
import { common } from "./cs/common.ts";
import { handover } from "./cs/handover.ts";
import { information } from "./cs/information.ts";
import { languages } from "./cs/languages.ts";
import { link } from "./cs/link.ts";
import { mail } from "./cs/mail.ts";
import { payer } from "./cs/payer.ts";
import { poster } from "./cs/poster.ts";
import { receipt } from "./cs/receipt.ts";
import { refund } from "./cs/refund.ts";
import { transfer } from "./cs/transfer.ts";
import type { ShopperMessages } from "./en.ts";

export const cs = {
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
