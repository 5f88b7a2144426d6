/** Words of the console: security. */
export const security = {
  title: "Security",
} as const;
