import type { ShopperMessages } from "./en.ts";
import { checkout } from "./hu/checkout.ts";
import { common } from "./hu/common.ts";
import { mail } from "./hu/mail.ts";
import { payer } from "./hu/payer.ts";
import { receipt } from "./hu/receipt.ts";

export const hu = { common, checkout, payer, mail, receipt } as const satisfies ShopperMessages;
