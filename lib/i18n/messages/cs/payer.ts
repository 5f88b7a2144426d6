import { shopper } from "#lib/i18n/messages/en.ts";

export const payer = shopper.payer;
