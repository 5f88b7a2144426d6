/** Words of the console: payments. */
export const payments = {
  title: "Payments",
} as const;
