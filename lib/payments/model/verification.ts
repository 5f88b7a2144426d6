/** `merchant`: the merchant vouched for the e-mail address. `code`: a code by e-mail. `device`: a remembered device. */
export const VERIFICATIONS = ["merchant", "code", "device"] as const;
export type VerifiedBy = (typeof VERIFICATIONS)[number];
