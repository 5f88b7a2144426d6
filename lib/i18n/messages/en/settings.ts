/** Words of the console: settings. */
export const settings = {
  title: "Settings",
} as const;
