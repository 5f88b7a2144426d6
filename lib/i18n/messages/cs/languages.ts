export const languages = {
  label: "Jazyk",
} as const;
