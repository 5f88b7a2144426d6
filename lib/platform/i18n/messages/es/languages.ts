export const languages = {
  label: "Idioma",
  current: "Idioma: {name}",
} as const;
