import { approval } from "./de/approval.ts";
import { checkout } from "./de/checkout.ts";
import { common } from "./de/common.ts";
import { handover } from "./de/handover.ts";
import { information } from "./de/information.ts";
import { languages } from "./de/languages.ts";
import { link } from "./de/link.ts";
import { mail } from "./de/mail.ts";
import { payer } from "./de/payer.ts";
import { poster } from "./de/poster.ts";
import { receipt } from "./de/receipt.ts";
import { refund } from "./de/refund.ts";
import { transfer } from "./de/transfer.ts";
import type { ShopperMessages } from "./en.ts";

export const de = {
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
