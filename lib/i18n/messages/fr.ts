import type { ShopperMessages } from "./en.ts";
import { checkout } from "./fr/checkout.ts";
import { common } from "./fr/common.ts";
import { mail } from "./fr/mail.ts";
import { payer } from "./fr/payer.ts";

export const fr = { common, checkout, payer, mail } as const satisfies ShopperMessages;
