import { checkout } from "./el/checkout.ts";
import { common } from "./el/common.ts";
import { mail } from "./el/mail.ts";
import { payer } from "./el/payer.ts";
import type { ShopperMessages } from "./en.ts";

export const el = { common, checkout, payer, mail } as const satisfies ShopperMessages;
