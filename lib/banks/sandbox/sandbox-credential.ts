export const SANDBOX_CREDENTIAL_HEADER = "tpp-credential";
