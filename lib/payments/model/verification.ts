/** `merchant`: vouched for. `code`: by e-mail. `device`: remembered. */
export const VERIFICATIONS = ["merchant", "code", "device"] as const;
export type VerifiedBy = (typeof VERIFICATIONS)[number];
