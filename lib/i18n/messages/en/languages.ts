/** Words of the choice of a language. */
export const languages = {
  label: "Language",
} as const;
