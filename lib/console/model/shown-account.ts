/** Form field with the account that the page showed. */
export const SHOWN_ACCOUNT = "shownAccount";
