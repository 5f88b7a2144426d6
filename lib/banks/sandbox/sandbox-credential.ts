/** Authenticates us at the sandbox bank, in place of a certificate. */
export const SANDBOX_CREDENTIAL_HEADER = "tpp-credential";
