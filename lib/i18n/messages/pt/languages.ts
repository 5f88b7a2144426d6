export const languages = {
  label: "Idioma",
} as const;
