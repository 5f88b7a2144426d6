import { app } from "./en/app.ts";
import { bank } from "./en/bank.ts";
import { checkout } from "./en/checkout.ts";
import { common } from "./en/common.ts";
import { home } from "./en/home.ts";
import { mail } from "./en/mail.ts";
import { mailbox } from "./en/mailbox.ts";
import { payer } from "./en/payer.ts";
import { shop } from "./en/shop.ts";

/** English: the source of all texts. Other languages have the same shape. */
export const en = { app, common, checkout, payer, shop, bank, mailbox, home, mail } as const;

type SameShape<T> = { readonly [K in keyof T]: T[K] extends string ? string : SameShape<T[K]> };

/** What a language must say: `export const de = {…} satisfies Messages`. Values are ICU messages. */
export type Messages = SameShape<typeof en>;
