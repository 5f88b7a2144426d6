import { CHECKOUT_STATES } from "./checkout.ts";
import { MERCHANT_STATES } from "./merchant.ts";
import { PAYER_STATES } from "./payer.ts";
import type { State } from "./stage.ts";
import { TRANSFER_ONLY_STATES } from "./transfer-only.ts";
import { TRANSFER_STATES } from "./transfers.ts";
import { VARIANT_STATES } from "./variants.ts";
import { WEBVIEW_STATES } from "./webview.ts";

export const STATES: Record<string, State> = {
  ...CHECKOUT_STATES,
  ...TRANSFER_STATES,
  ...TRANSFER_ONLY_STATES,
  ...PAYER_STATES,
  ...WEBVIEW_STATES,
  ...VARIANT_STATES,
  ...MERCHANT_STATES,
};

/** The gallery shows them in every language. */
export const SHOPPER_STATES = Object.entries(STATES).filter(
  ([, { readBy }]) => readBy === "shopper",
);
