/** Words of the console: overview. */
export const overview = {
  title: "Overview",
} as const;
