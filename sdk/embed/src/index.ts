export type { CheckoutHandle } from "./checkout.ts";
export { type BanksideCheckoutElement, defineCheckoutElement } from "./element.ts";
export type { CheckoutEvent } from "./events.ts";
export type { CheckoutMessage } from "./messages.ts";
export { mount } from "./mount.ts";
export type { CheckoutOptions } from "./options.ts";
