import { CHECKOUT_STATES } from "./checkout.ts";
import { MERCHANT_STATES } from "./merchant.ts";
import { PAYER_STATES } from "./payer.ts";
import type { State } from "./stage.ts";
import { TRANSFER_STATES } from "./transfers.ts";

/** Every screen that is photographed and held against what everybody must be able to read, by name. */
export const STATES: Record<string, State> = {
  ...CHECKOUT_STATES,
  ...TRANSFER_STATES,
  ...PAYER_STATES,
  ...MERCHANT_STATES,
};

/** The screens of shoppers, in every language. */
export const SHOPPER_STATES = Object.entries(STATES).filter(
  ([, { readBy }]) => readBy === "shopper",
);
