import type { ShopperMessages } from "./en.ts";
import { approval } from "./sv/approval.ts";
import { checkout } from "./sv/checkout.ts";
import { common } from "./sv/common.ts";
import { handover } from "./sv/handover.ts";
import { information } from "./sv/information.ts";
import { languages } from "./sv/languages.ts";
import { link } from "./sv/link.ts";
import { mail } from "./sv/mail.ts";
import { payer } from "./sv/payer.ts";
import { poster } from "./sv/poster.ts";
import { receipt } from "./sv/receipt.ts";
import { refund } from "./sv/refund.ts";
import { transfer } from "./sv/transfer.ts";

export const sv = {
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
