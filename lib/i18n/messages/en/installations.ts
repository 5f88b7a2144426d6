/** Words of the console: installations. */
export const installations = {
  title: "Installations",
} as const;
