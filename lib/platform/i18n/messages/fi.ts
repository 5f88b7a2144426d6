import type { ShopperMessages } from "./en.ts";
import { approval } from "./fi/approval.ts";
import { checkout } from "./fi/checkout.ts";
import { common } from "./fi/common.ts";
import { handover } from "./fi/handover.ts";
import { information } from "./fi/information.ts";
import { languages } from "./fi/languages.ts";
import { link } from "./fi/link.ts";
import { mail } from "./fi/mail.ts";
import { payer } from "./fi/payer.ts";
import { poster } from "./fi/poster.ts";
import { receipt } from "./fi/receipt.ts";
import { refund } from "./fi/refund.ts";
import { transfer } from "./fi/transfer.ts";

export const fi = {
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
