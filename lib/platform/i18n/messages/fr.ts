import type { ShopperMessages } from "./en.ts";
import { approval } from "./fr/approval.ts";
import { checkout } from "./fr/checkout.ts";
import { common } from "./fr/common.ts";
import { handover } from "./fr/handover.ts";
import { information } from "./fr/information.ts";
import { languages } from "./fr/languages.ts";
import { link } from "./fr/link.ts";
import { mail } from "./fr/mail.ts";
import { payer } from "./fr/payer.ts";
import { poster } from "./fr/poster.ts";
import { receipt } from "./fr/receipt.ts";
import { refund } from "./fr/refund.ts";
import { transfer } from "./fr/transfer.ts";

export const fr = {
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
