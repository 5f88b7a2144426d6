/** Words of the choice of a language. */
export const languages = {
  label: "Language",
  current: "Language: {name}",
} as const;
