/** `on`: payers confirm their e-mail address, unless it is vouched for or the device remembered. `off`: the bank's authentication suffices. */
export const PAYER_VERIFICATIONS = ["on", "off"] as const;
export type PayerVerification = (typeof PAYER_VERIFICATIONS)[number];
