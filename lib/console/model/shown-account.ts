export const SHOWN_ACCOUNT = "shownAccount";
