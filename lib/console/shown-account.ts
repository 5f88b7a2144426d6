/** The field by which a form of the console says which account its page showed. */
export const SHOWN_ACCOUNT = "shownAccount";
