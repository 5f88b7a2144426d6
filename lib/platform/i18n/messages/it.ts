import type { ShopperMessages } from "./en.ts";
import { approval } from "./it/approval.ts";
import { checkout } from "./it/checkout.ts";
import { common } from "./it/common.ts";
import { handover } from "./it/handover.ts";
import { information } from "./it/information.ts";
import { languages } from "./it/languages.ts";
import { link } from "./it/link.ts";
import { mail } from "./it/mail.ts";
import { payer } from "./it/payer.ts";
import { poster } from "./it/poster.ts";
import { receipt } from "./it/receipt.ts";
import { refund } from "./it/refund.ts";
import { transfer } from "./it/transfer.ts";

export const it = {
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
