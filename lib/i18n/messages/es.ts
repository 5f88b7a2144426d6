import type { ShopperMessages } from "./en.ts";
import { checkout } from "./es/checkout.ts";
import { common } from "./es/common.ts";
import { mail } from "./es/mail.ts";
import { payer } from "./es/payer.ts";

export const es = { common, checkout, payer, mail } as const satisfies ShopperMessages;
