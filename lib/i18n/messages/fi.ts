import type { ShopperMessages } from "./en.ts";
import { checkout } from "./fi/checkout.ts";
import { common } from "./fi/common.ts";
import { mail } from "./fi/mail.ts";
import { payer } from "./fi/payer.ts";

export const fi = { common, checkout, payer, mail } as const satisfies ShopperMessages;
