export const failure = {
  errorTitle: "Παρουσιάστηκε σφάλμα από την πλευρά μας",
  errorLead: "Φορτώστε ξανά τη σελίδα: δείχνει σε ποιο στάδιο βρίσκεται η πληρωμή σας.",
  errorAgain: "Δοκιμάστε ξανά",
} as const;
