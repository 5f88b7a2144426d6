/** Words of the console: webhooks. */
export const webhooks = {
  title: "Webhooks",
} as const;
