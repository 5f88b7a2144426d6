/** The header by which the sandbox bank knows its payment service, as a real bank does by its certificate. */
export const SANDBOX_CREDENTIAL_HEADER = "tpp-credential";
