import type { ShopperMessages } from "./en.ts";
import { approval } from "./pl/approval.ts";
import { checkout } from "./pl/checkout.ts";
import { common } from "./pl/common.ts";
import { handover } from "./pl/handover.ts";
import { information } from "./pl/information.ts";
import { languages } from "./pl/languages.ts";
import { link } from "./pl/link.ts";
import { mail } from "./pl/mail.ts";
import { payer } from "./pl/payer.ts";
import { poster } from "./pl/poster.ts";
import { receipt } from "./pl/receipt.ts";
import { refund } from "./pl/refund.ts";
import { transfer } from "./pl/transfer.ts";

export const pl = {
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
