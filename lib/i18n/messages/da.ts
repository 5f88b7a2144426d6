import { checkout } from "./da/checkout.ts";
import { common } from "./da/common.ts";
import { mail } from "./da/mail.ts";
import { payer } from "./da/payer.ts";
import type { ShopperMessages } from "./en.ts";

export const da = { common, checkout, payer, mail } as const satisfies ShopperMessages;
