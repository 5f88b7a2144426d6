/**
 * `on`: payers confirm their e-mail address, unless it is vouched for or their device is remembered. `off`: the bank's own
 * authentication suffices.
 */
export const PAYER_VERIFICATIONS = ["on", "off"] as const;
export type PayerVerification = (typeof PAYER_VERIFICATIONS)[number];
