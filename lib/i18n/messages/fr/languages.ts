export const languages = {
  label: "Langue",
} as const;
