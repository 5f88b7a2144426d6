/** Apart, because browsers load these texts with every page. */
export const failure = {
  errorTitle: "Something went wrong on our side",
  errorLead: "Please load the page again: it shows how your payment stands.",
  errorAgain: "Try again",
} as const;
