/** Apart, because browsers load these texts with every page. */
export const failure = {
  errorTitle: "Something went wrong on our side",
  errorLead: "Reload this page to see the status of your payment.",
  errorAgain: "Try again",
} as const;
