/** Words of the console: access. */
export const access = {
  title: "Access",
} as const;
